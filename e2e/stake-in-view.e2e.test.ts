import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchTestBrowser } from "./browser.ts";
import { hiddenOn } from "./in-view.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

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
    found.push(...(await hiddenOn(page)));
  }
  await nina.go("/games/dice");
  await page.locator(".bar-stake input").fill("1000000.00");
  found.push(...(await hiddenOn(page)));
  expect(found).toEqual([]);
  await nina.leave();
});
