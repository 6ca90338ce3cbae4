import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "./browser.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("a guest opens the house: the page answers, hydrates and breaks no rule of its own policy", async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", error => complaints.push(error.message));
  page.on("console", message => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const answer = await page.goto(`${inject("house").site}/`, { waitUntil: "load" });
  expect(answer?.status()).toBe(200);
  expect(await page.title()).not.toBe("");
  await page.waitForLoadState("networkidle");
  expect(complaints).toEqual([]);
  await page.close();
});

test("an address that does not exist says so", async () => {
  const page = await browser.newPage();
  const answer = await page.goto(`${inject("house").site}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await page.close();
});
