import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchTestBrowser, longestFlight } from "./browser.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

test("a stranger opens a shared link to a round, and their browser recomputes it", async () => {
  const stranger = await visit(browser, { locale: "ru", screen: "phone" });
  const finished = async () =>
    (await stranger.call<{ data: { items: { id: string }[] } }>("GET", "/api/v1/games/crash/rounds")).data.items.at(0);
  await expect.poll(finished, { timeout: longestFlight }).toBeDefined();
  await stranger.go(`/verify/${(await finished())?.id}`);
  await stranger.page.getByText(stranger.say("fairness:verdicts.matches")).waitFor();
  expect(stranger.complaints).toEqual([]);
  await stranger.leave();
});
