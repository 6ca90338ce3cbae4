import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const corpus = [
  "<script>hit()</script>",
  "<img src=x onerror=hit()>",
  '"><svg onload=hit()>',
  "'-hit()-'",
  "javascript:hit()",
  "</script><script>hit()</script>",
  "</title><script>hit()</script>",
  "{{constructor.constructor('hit()')()}}",
  "\u2028hit()//",
  "%3Cscript%3Ehit()%3C/script%3E",
];

test("nothing that mallory puts into an address runs", async () => {
  const mallory = await visit(browser, { locale: "en", screen: "desktop" });
  const { page } = mallory;
  await mallory.context.addInitScript("globalThis.hits = 0; globalThis.hit = () => { globalThis.hits++ }");
  page.on("dialog", dialog => mallory.complaints.push(`dialog: ${dialog.message()}`));
  for (const text of corpus) {
    const hostile = encodeURIComponent(text);
    for (const path of [
      `/${hostile}`,
      `/verify/${hostile}`,
      `/?login&promo=${hostile}&utm_source=${hostile}&stag=${hostile}&${hostile}=1`,
    ]) {
      await page.goto(`${inject("house").site}/en${path}`);
      await page.locator("main").waitFor();
      expect(await page.evaluate("globalThis.hits"), path).toBe(0);
    }
  }
  expect(mallory.complaints.filter(complaint => !/status of 40[04]|status of 422/.test(complaint))).toEqual([]);
  await mallory.leave();
});
