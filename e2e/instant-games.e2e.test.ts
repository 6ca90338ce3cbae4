import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFinds } from "./axe.ts";
import { launchTestBrowser } from "./browser.ts";
import { tooWide } from "./too-wide.ts";
import { type Visitor, visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

const primary = ({ page }: Visitor) => page.locator(".bet-act .btn.primary").first();
const balls = ({ page }: Visitor) => page.locator(".plinko-ball");
const results = ({ page }: Visitor) => page.locator(".stage .bet-history > *");

/** Drops this many balls; a press within 300 ms of another counts as a double click. */
async function drop(who: Visitor, count: number): Promise<void> {
  for (let ball = 0; ball < count; ball++) {
    await expect.poll(() => primary(who).getAttribute("aria-disabled")).not.toBe("true");
    await primary(who).click();
  }
}

test("a guest practises limbo and plinko; several balls fall at once, and no result is shown before its ball has landed", async () => {
  const gina = await visit(browser, { locale: "kz", screen: "phone" });
  await gina.go("/games/limbo");
  await gina.page.getByRole("slider").focus();
  await gina.page.keyboard.press("Home");
  await expect.poll(() => primary(gina).textContent()).toContain("1,01");
  await primary(gina).click();
  await expect.poll(() => results(gina).count()).toBe(1);
  expect(await tooWide(gina.page)).toEqual([]);

  await gina.page.emulateMedia({ reducedMotion: "no-preference" });
  await gina.go("/games/plinko");
  await gina.page.getByRole("radio", { name: "16", exact: true }).click();
  await drop(gina, 3);
  expect(await balls(gina).count()).toBeGreaterThan(1);
  expect(await results(gina).count()).toBeLessThan(2);
  await expect.poll(() => results(gina).count()).toBe(3);
  expect(await balls(gina).count()).toBe(0);
  expect(await tooWide(gina.page)).toEqual([]);
  expect((await axeFinds(gina.page)).map(({ text }) => text)).toEqual([]);
  await gina.leave();
});

test("lena wins at limbo, drops balls, and checks them; her balance when all have landed is the server's", async () => {
  const lena = await visit(browser, { locale: "en", screen: "desktop" });
  await lena.register(`lena-${Date.now()}@example.com`);
  await lena.fund("20000");
  const bets = async (game: string) =>
    (await lena.call<{ data: { items: { id: string }[] } }>("GET", `/api/v1/bets?game=${game}`)).data.items;

  await lena.go("/games/limbo");
  await primary(lena).click();
  await expect.poll(() => results(lena).count()).toBe(1);
  expect((await axeFinds(lena.page)).map(({ text }) => text)).toEqual([]);
  await results(lena).first().click();
  await lena.page.getByText(lena.say("fairness:verdicts.not_revealed")).waitFor();

  await lena.go("/games/plinko");
  await drop(lena, 3);
  await expect.poll(() => results(lena).count()).toBe(3);
  expect(await bets("plinko")).toHaveLength(3);
  const [last] = await bets("plinko");
  await lena.page.getByRole("radio", { name: lena.say("bets:feed.mine"), exact: true }).click();
  await lena.page.locator(`.feedcol a[href$="/verify/${last?.id}"]`).click();
  await lena.page.getByText(lena.say("fairness:verdicts.not_revealed")).waitFor();
  await lena.leave();
});

test("nora practises on her own page without money: no bet is placed, no nonce used, and the page says that it is practice", async () => {
  const nora = await visit(browser, { locale: "en", screen: "desktop" });
  await nora.register(`nora-${Date.now()}@example.com`);
  await nora.fund("20000");
  await nora.go("/games/dice");
  const before = await nora.shownBalance();
  await nora.page.getByRole("link", { name: nora.say("bets:practice.begin"), exact: true }).click();
  await nora.page.getByText(nora.say("bets:practice.note")).waitFor();
  await primary(nora).click();
  await expect.poll(() => results(nora).count()).toBe(1);
  expect(await results(nora).first().getAttribute("href")).toBeNull();
  const rounds = () => nora.call<{ data: { items: object[] } }>("GET", "/api/v1/games/dice/rounds");
  expect((await rounds()).data.items).toEqual([]);
  expect(await nora.shownBalance()).toBe(before);
  await nora.page.getByRole("link", { name: nora.say("bets:practice.leave"), exact: true }).click();
  await expect.poll(() => results(nora).count()).toBe(0);
  await primary(nora).click();
  await expect.poll(() => results(nora).count()).toBe(1);
  expect((await rounds()).data.items).toHaveLength(1);
  await nora.leave();
});

test("less motion: the slot is lit without a ball that falls", async () => {
  const ada = await visit(browser, { locale: "ru", screen: "desktop" });
  await ada.page.emulateMedia({ reducedMotion: "reduce" });
  await ada.go("/games/plinko");
  await primary(ada).click();
  await expect.poll(() => ada.page.locator(".plinko-slots .hit").count()).toBe(1);
  expect(await balls(ada).count()).toBe(0);
  await ada.leave();
});
