import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, inject, test } from "vitest";
import { launchTestBrowser } from "./browser.ts";
import { screens, userAgent } from "./visitor.ts";

/** Web Vitals rate up to 0.1 as good; the swap from the system font to ours alone causes up to 0.005. */
const mostShift = 0.02;
/** Delay of the server's responses. */
const lateMs = 1_500;

let browser: Browser;

beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

// Most of each is waiting.
test.concurrent.for(
  ["", "/games", "/games/dice", "/bonuses"].flatMap(path =>
    (["phone", "desktop"] as const).map(screen => [path, screen] as const),
  ),
)("nothing moves on /en%s on a %s when late answers arrive", async ([path, screen], { expect }) => {
  const context = await browser.newContext({ viewport: screens[screen], userAgent });
  const page = await context.newPage();
  await page.addInitScript(`(() => {
    window.shifts = [];
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries())
        window.shifts.push({ value, of: sources.map(({ node }) => node?.className ?? node?.parentElement?.className) });
    }).observe({ type: "layout-shift", buffered: true });
  })()`);
  await page.route(
    url => url.hostname.startsWith("api."),
    async route => {
      await new Promise(resolve => setTimeout(resolve, lateMs));
      await route.continue().catch(() => undefined);
    },
  );
  await page.goto(`${inject("app").site}/en${path}`);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(2 * lateMs);
  const shifts = await shiftsOf(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(mostShift);
  await context.close();
});

function shiftsOf(page: Page): Promise<readonly { readonly value: number; readonly of: readonly string[] }[]> {
  return page.evaluate("window.shifts");
}
