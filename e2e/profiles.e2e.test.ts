import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createModules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { readConfig } from "#kit/host/config.ts";
import { pngBomb, testPng } from "#kit/testing/test-images.ts";
import { runningAppEnvironment } from "#tools/start/running-database.ts";
import { axeFinds } from "./axe.ts";
import { launchTestBrowser } from "./browser.ts";
import { tooWide } from "./too-wide.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
let beside: ReturnType<typeof systemHost>;
beforeAll(async () => {
  browser = await launchTestBrowser();
  beside = systemHost(readConfig(await runningAppEnvironment({ DATA_DIR: inject("app").folder })));
});
afterAll(async () => {
  await beside.close();
  await browser.close();
});

/** An operator approves the picture of this player. */
async function approvePicture(player: string): Promise<void> {
  const { moderation } = createModules(beside.host).profiles;
  const item = (await moderation.queue(100)).find(row => row.playerId === player && row.subject === "avatar");
  if (!item) throw new Error("no picture is in review");
  await beside.host.db.tx(tx => moderation.decide(tx, item.id, { decision: "approved", why: null }));
}

test("gulnara chooses a name on her phone, uploads a picture, opens her public page and hides her statistics", async () => {
  const gulnara = await visit(browser, { locale: "kz", screen: "phone" });
  const { page } = gulnara;
  const t = (key: string, values?: Readonly<Record<string, string>>) => gulnara.say(`profiles:${key}`, values);
  await gulnara.register("gulnara@example.com");
  await gulnara.go("/profile/setting");
  const card = page.locator(".identity");
  const field = card.getByLabel(t("name.label"));
  const status = card.locator(".name-check");

  await field.fill("Гулнарa");
  await status.getByText(t("validation.name_mixed")).waitFor();
  await field.fill("adm1n");
  await status.getByText(t("validation.name_reserved")).waitFor();
  await field.fill("Гүлнара");
  await status.getByText(t("name.free", { name: "Гүлнара" })).waitFor();
  await field.press("Enter");
  await card.getByText(t("in_review"), { exact: true }).waitFor();
  await card.getByText(t("name.in_review")).waitFor();
  expect(await page.locator(".profile-head h1").innerText()).toContain("Гүлнара");
  await expect.poll(() => field.count()).toBe(0);

  await card.getByRole("radio", { name: t("drawn.yurt") }).check();
  await card.getByRole("button", { name: t("avatar.save") }).click();
  await page.locator('.profile-head img[src="/avatars/yurt"]').waitFor();
  expect(
    await page
      .locator(".profile-head img")
      .evaluate(node => (node as unknown as { naturalWidth: number }).naturalWidth),
  ).toBeGreaterThan(0);

  const file = card.locator("input[type=file]");
  const give = (name: string, buffer: Buffer) => file.setInputFiles({ name, mimeType: "image/png", buffer });
  await give("bomb.png", pngBomb(30_000, 30_000));
  await card.getByText(t("validation.avatar_pixels")).waitFor();
  await give("moves.png", testPng(2, 2, [["acTL", Buffer.alloc(8)]]));
  await card.getByText(t("validation.avatar_animated")).waitFor();
  await give("me.png", testPng(300, 200));
  await card.getByText(t("avatar.in_review")).waitFor();
  expect((await axeFinds(page, ".identity")).map(({ text }) => text)).toEqual([]);

  await approvePicture((await gulnara.profile()).id);
  await page.reload();
  await page.locator('.profile-head img[src^="/avatars/u"]').waitFor();
  expect(await tooWide(page)).toEqual([]);
  const address = await page.locator(".profile-head img").getAttribute("src");
  const answer = await fetch(inject("app").local + address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/webp");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await fetch(`${inject("app").local}/avatars/uAAAAAAAAAAA`)).status).toBe(404);

  await card.getByRole("link", { name: t("open") }).click();
  await page.getByRole("heading", { name: "Гүлнара" }).waitFor();
  await page.getByText(t("page.bets"), { exact: true }).waitFor();
  expect((await axeFinds(page)).map(({ text }) => text)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);

  await page.getByRole("link", { name: t("page.edit") }).click();
  await page.getByRole("switch", { name: gulnara.say("profile:hide_statistics") }).click();
  await expect
    .poll(() => page.getByRole("switch", { name: gulnara.say("profile:hide_statistics") }).getAttribute("aria-checked"))
    .toBe("true");
  const guest = await visit(browser, { locale: "en", screen: "desktop" });
  await guest.go(`/player/${encodeURIComponent("гүлнара")}`);
  await guest.page.getByText(guest.say("profiles:page.hidden")).waitFor();
  expect(await guest.page.getByText(guest.say("profiles:page.bets"), { exact: true }).count()).toBe(0);

  const pageOf = async (name: string) => {
    const { status, headers } = await fetch(`${inject("app").local}/en/player/${encodeURIComponent(name)}`, {
      redirect: "manual",
    });
    return { status, type: headers.get("content-type") };
  };
  await gulnara.call("PUT", "/profile/settings", { is_avatar_hidden: true });
  await expect.poll(async () => (await pageOf("Гүлнара")).status).toBe(404);
  expect(await pageOf("Гүлнара")).toEqual(await pageOf("unknown-player"));
  expect(gulnara.complaints.filter(text => !text.includes("422"))).toEqual([]);
  expect(guest.complaints).toEqual([]);
  await gulnara.leave();
  await guest.leave();
});
