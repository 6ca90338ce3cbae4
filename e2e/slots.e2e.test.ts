import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDb } from "#kit/db/create-db.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { auditAt } from "./audit.ts";
import { type OwnApp, openOwnApp } from "./own-app.ts";
import { visit } from "./visitor.ts";

// A separate installation with the studio: the shared one has none.
let installation: OwnApp;
beforeAll(async () => {
  installation = await openOwnApp("slots", { STUDIO: "1" });
});
afterAll(() => installation.close());

async function frameOf(page: Page, slug = "seven-struck"): Promise<Frame> {
  await page.frameLocator("iframe").locator("button.spin").waitFor();
  return required(
    page.frames().find(frame => frame.url().includes(`/games/${slug}`)),
    "the frame of the game",
  );
}

/** Presses spin and waits until the round is over. */
async function spin(frame: Frame): Promise<void> {
  const line = frame.locator("div.sr[aria-live=polite]");
  const before = await line.textContent();
  await frame.locator("button.spin").click();
  await expect.poll(() => line.textContent()).not.toBe(before);
  await frame.locator("button.spin:not([disabled])").waitFor();
}

test("a guest finds a slot despite a typo and plays its demo; a player spins for money, and every cent is in the books", async () => {
  const alina = await visit(installation.browser, { locale: "en", screen: "desktop", app: installation.addresses });
  const { page } = alina;
  await expect
    .poll(
      async () =>
        (await alina.call<{ data: { items: unknown[] } }>("GET", "/api/v1/catalogue/slots")).data.items.length,
    )
    .toBe(12);
  await alina.go("/");
  const row = page.locator(".shelf.slots a");
  await expect.poll(async () => (await page.reload()) && row.count()).toBe(8);
  await row.first().scrollIntoViewIfNeeded();
  const picture = row.first().locator("img");
  await expect
    .poll(() => picture.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
  await row.first().click();
  await page.frameLocator("iframe").locator("button.spin").waitFor();
  await alina.go("/");
  await page.getByRole("link", { name: alina.say("lobby:menu.slots"), exact: true }).click();
  await page.getByRole("searchbox", { name: alina.say("catalogue:search") }).fill("seven struk");
  await page
    .getByRole("link", { name: /Seven Struck/ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: alina.say("catalogue:details_of", { title: "Seven Struck" }) }).click();
  const details = page.getByRole("dialog", { name: "Seven Struck" });
  await details.getByRole("heading", { name: "Nine alike double the win" }).waitFor();
  // Three coins: 500 units of 5 in a bet.
  expect(await details.getByRole("table", { name: "Struck coin" }).getByRole("row").allTextContents()).toEqual([
    "3100",
  ]);
  expect(await details.locator(".cat-pays img").count()).toBe(7);
  await alina.go("/games/slots/seven-struck/demo");
  await spin(await frameOf(page));
  await alina.go("/games/slots/winter-fair/demo");
  const fair = await frameOf(page, "winter-fair");
  await fair.locator("button.spin:not([disabled])").waitFor();
  // Nothing was clicked: the frame has the keys as soon as it is there.
  const spun = page.waitForResponse(response => response.url().endsWith("/rgs/v1/spin"));
  await page.keyboard.press("Space");
  expect((await spun).status()).toBe(200);

  await alina.register(`alina-${Date.now()}@example.com`);
  await alina.fund("50000");
  await alina.go("/games/slots/seven-struck/play");
  const frame = await frameOf(page);
  for (let round = 0; round < 3; round++) await spin(frame);
  const { items } = (await alina.call<{ data: { items: readonly Round[] } }>("GET", "/api/v1/providers/rounds")).data;
  expect(items.map(({ state }) => state)).toEqual(["closed", "closed", "closed"]);
  const result = items.reduce((sum, { stake, win }) => sum - parseDecimal(stake) + parseDecimal(win), 0n);
  const { total_balance: balance } = await alina.profile();
  expect(parseDecimal(balance)).toBe(parseDecimal("50000") + result);
  expect(alina.complaints).toEqual([]);

  const db = createDb(required(installation.app.environment.DATABASE_URL, "a database"), { pool: 1 });
  expect(await auditBooks(db)).toEqual([]);
  await db.end();
  await alina.leave();
});

test("a player opens a slot's round from the history, reveals the seeds and verifies it, also when the studio is gone", async () => {
  const dina = await visit(installation.browser, { locale: "ru", screen: "desktop", app: installation.addresses });
  const { page } = dina;
  await dina.go("/");
  await dina.register(`dina-${Date.now()}@example.com`);
  await dina.fund("50000");
  await dina.go("/games/slots/seven-struck/play");
  await spin(await frameOf(page));

  await dina.go("/profile/history");
  const row = page.getByRole("row", { name: /Чеканная семёрка/ });
  await row.getByRole("link", { name: dina.say("lobby:menu.verify") }).click();
  await page.locator(".vf-verdict", { hasText: dina.say("providers:verdicts.not_revealed") }).waitFor();
  await page.getByRole("button", { name: dina.say("providers:verify.rotate") }).click();
  await page.locator(".vf-verdict", { hasText: dina.say("providers:verdicts.matches") }).waitFor();
  await page.getByText("Выплата, отсечённая до целой микроединицы").waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/verified.png`, fullPage: true });

  await installation.app.stopStudio();
  await page.reload();
  await page.locator(".vf-verdict", { hasText: dina.say("providers:verdicts.matches") }).waitFor();
  expect(dina.complaints).toEqual([]);

  // The same file with one stop of the first reel changed: the page does not run it.
  await page.route("**/api/v1/providers/verifiers/*", async route => {
    // Node does not resolve the API's own name.
    const response = await route.fetch({
      url: installation.addresses.localApi + new URL(route.request().url()).pathname,
    });
    await route.fulfill({ response, body: (await response.text()).replace("LCC7PPPAGG", "LCC7PPPAAG") });
  });
  await page.getByRole("button", { name: dina.say("providers:verify.again") }).click();
  const file = dina.say("providers:steps.module");
  await page.getByText(dina.say("providers:reasons.differs", { steps: file })).waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/differs.png`, fullPage: true });

  expect(await auditAt(installation.app.environment.DATABASE_URL)).toMatchObject({ differences: 0 });
  const period = "currency=KZT&from=2026-01-01T00:00:00Z&to=2100-01-01T00:00:00Z";
  const { data } = await dina.call<{ data: { items: { title: { ru: string } | null }[] } }>(
    "GET",
    `/api/v1/statement?${period}`,
  );
  expect(data.items[0]?.title?.ru).toBe("Чеканная семёрка");

  const id = required(page.url().split("/").at(-1), "a round");
  const saved = join(installation.folder, "round.json");
  const online = await verifyInTerminal(id, "--api", installation.addresses.localApi, "--save", saved);
  expect([online.code, online.text]).toEqual([0, expect.stringContaining("Result verified.")]);
  const offline = await verifyInTerminal("--file", saved);
  expect([offline.code, offline.text]).toEqual([0, online.text]);
  const { provided, module } = JSON.parse(await readFile(saved, "utf8"));
  const changes: readonly [object, string][] = [
    [{ provided, module: module.replace("LCC7PPPAGG", "LCC7PPPAAG") }, "The verification file has the SHA-256"],
    [{ provided: { ...provided, win: "123456" }, module }, "The payout in the record is what we paid"],
    [
      { provided: { ...provided, record: { ...provided.record, seed: "0".repeat(64) } }, module },
      "The studio's seed has the hash that was shown before the bet",
    ],
  ];
  for (const [changed, named] of changes) {
    await writeFile(saved, JSON.stringify(changed));
    const { code, text } = await verifyInTerminal("--file", saved);
    expect([code, text.split("\n").at(-2)]).toEqual([1, expect.stringContaining(named)]);
  }
  await dina.leave();
});

async function verifyInTerminal(...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  const root = join(import.meta.dirname, "..");
  const child = spawn(process.execPath, ["tools/verify.ts", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const [code] = (await once(child, "close")) as [number];
  return { code, text };
}

interface Round {
  readonly state: string;
  readonly stake: string;
  readonly win: string;
}
