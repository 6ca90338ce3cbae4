import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDb } from "#kit/db/create-db.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import type { RunningApp } from "#tools/start/start-app.ts";
import { startOwnApp } from "./app.ts";
import { launchBrowser } from "./browser.ts";
import { visit } from "./visitor.ts";

// A separate installation with the studio: the shared one has none.
const folder = mkdtempSync(join(tmpdir(), "fairhouse-slots-"));
let browser: Browser;
let app: RunningApp;
let addresses: Awaited<ReturnType<typeof startOwnApp>>["addresses"];
beforeAll(async () => {
  [browser, { app, addresses }] = await Promise.all([
    launchBrowser(["--host-resolver-rules=MAP *.localhost 127.0.0.1"]),
    startOwnApp(folder, { STUDIO: "1" }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function frameOf(page: Page): Promise<Frame> {
  await page.frameLocator("iframe").locator("button.spin").waitFor();
  return required(
    page.frames().find(frame => frame.url().includes("/games/seven-struck")),
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
  const alina = await visit(browser, { locale: "en", screen: "desktop", app: addresses });
  const { page } = alina;
  await expect
    .poll(
      async () =>
        (await alina.call<{ data: { items: unknown[] } }>("GET", "/api/v1/catalogue/slots")).data.items.length,
    )
    .toBe(12);
  await alina.go("/");
  await page.getByRole("link", { name: alina.say("lobby:menu.slots"), exact: true }).click();
  await page.getByRole("searchbox", { name: alina.say("catalogue:search") }).fill("seven struk");
  await page
    .getByRole("link", { name: /Seven Struck/ })
    .first()
    .waitFor();
  await alina.go("/games/slots/seven-struck/demo");
  await spin(await frameOf(page));

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

  const db = createDb(required(app.environment.DATABASE_URL, "a database"), { pool: 1 });
  expect(await auditBooks(db)).toEqual([]);
  await db.end();
  await alina.leave();
});

interface Round {
  readonly state: string;
  readonly stake: string;
  readonly win: string;
}
