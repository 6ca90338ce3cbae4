import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { locales } from "#kit/i18n/locale.ts";
import { games } from "#modules/games/index.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import { launchBrowser } from "./browser.ts";
import { endBelowBar, outOfView } from "./in-view.ts";
import { tooWide } from "./too-wide.ts";
import { type Visitor, visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Every page on which a stake is placed: that of each game's scene, and all rooms of a game that has stakes by room. */
const gamePaths = games.flatMap(({ name, stakes }) => {
  const { path } = gameTesting[name].scene;
  const room = path.split("/").at(-1) ?? "";
  return Object.hasOwn(stakes, room) ? Object.keys(stakes).map(each => path.replace(room, each)) : [path];
});

/** Portrait, the narrowest, and landscape. */
const phones = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
  { width: 844, height: 390 },
];

/** What is hidden on a page at each phone size, before any scrolling. */
async function hiddenOn({ page }: Visitor): Promise<readonly string[]> {
  const found: string[] = [];
  for (const size of phones) {
    await page.setViewportSize(size);
    await page.evaluate("new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    const faults = [...(await outOfView(page)), ...(await tooWide(page)).slice(0, 2), ...(await endBelowBar(page))];
    found.push(...faults.map(fault => `${new URL(page.url()).pathname} ${size.width}x${size.height}: ${fault}`));
  }
  return found;
}

test.each(locales)(
  "on phones of three sizes stake and action of every game are in view and uncovered: %s",
  async locale => {
    const mira = await visit(browser, { locale, screen: "phone" });
    await mira.register(`mira-${locale}-${Date.now()}@example.com`);
    await mira.fund("20000");
    const found: string[] = [];
    for (const path of gamePaths) {
      await mira.go(`/games/${path}`);
      found.push(...(await hiddenOn(mira)));
    }
    expect(found).toEqual([]);
    await mira.leave();
  },
);

test("the stake stays in view while a round of steps is open, and with the largest stake that can be typed", async () => {
  const nina = await visit(browser, { locale: "en", screen: "phone" });
  const { page } = nina;
  await nina.register(`nina-${Date.now()}@example.com`);
  await nina.fund("20000");
  const found: string[] = [];
  for (const path of ["miner", "hilo"]) {
    await nina.go(`/games/${path}`);
    await page.locator(".bet-act .btn.primary").click();
    await page.locator(".bar-sum b").waitFor();
    found.push(...(await hiddenOn(nina)));
  }
  await nina.go("/games/dice");
  await page.locator(".bar-stake input").fill("1000000.00");
  found.push(...(await hiddenOn(nina)));
  expect(found).toEqual([]);
  await nina.leave();
});
