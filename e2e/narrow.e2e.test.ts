import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { tooWide } from "./too-wide.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Pages with lists, filters and forms, whose words are longest in Russian and Kazakh. */
const pages = [
  "/profile",
  "/profile/access",
  "/profile/inbox",
  "/profile/history",
  "/profile/statement",
  "/profile/setting",
  "/profile/limits",
  "/vip-club",
  "/returns",
  "/top",
  "/verify",
  "/games/cases",
  "/?deposit",
  "/?withdraw",
];

test.each(["ru", "kz"] as const)(
  "nothing on a player's own pages is wider than a phone of 390 or 320 px: %s",
  async locale => {
    const rita = await visit(browser, { locale, screen: "phone" });
    const { page } = rita;
    await rita.register(`rita-${locale}-${Date.now()}@example.com`);
    await rita.fund("20000");
    // An entry in the inbox that is not read yet, and a bet in the history.
    await rita.call("PUT", "/api/v1/limits", { currency: "KZT", wager_limit: "5000" });
    await rita.call("GET", "/api/v1/fairness/seeds");
    await rita.call("PUT", "/api/v1/fairness/client-seed", { client_seed: "rita" });
    await rita.call("POST", "/api/v1/games/cases/bets", { slug: "orchard", count: 1 }, crypto.randomUUID());
    const wide: string[] = [];
    for (const path of pages) {
      await rita.go(path);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 760 });
        const faults = (await tooWide(page)).slice(0, 2);
        wide.push(...faults.map(fault => `${path} at ${width}: ${fault}`));
      }
    }
    expect(wide).toEqual([]);
    await rita.leave();
  },
);
