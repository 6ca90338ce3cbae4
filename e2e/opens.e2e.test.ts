import { type IncomingMessage, request } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchTestBrowser } from "./browser.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

test("a guest opens the site: the page loads, hydrates and does not violate its own policy", async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", error => complaints.push(error.message));
  page.on("console", message => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const answer = await page.goto(`${inject("app").site}/`, { waitUntil: "load" });
  expect(answer?.status()).toBe(200);
  expect(await page.title()).not.toBe("");
  await page.waitForLoadState("networkidle");
  expect(complaints).toEqual([]);
  await page.close();
});

test("an address that does not exist says so", async () => {
  const page = await browser.newPage();
  const answer = await page.goto(`${inject("app").site}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await page.close();
});

test.each([
  "//",
  "//evil.example",
  "/\\evil.example",
  "/assets/",
  "/assets/../server/index.js",
  "/assets/%2e%2e%5cserver",
  "/%",
])("the malformed address %s is no server error and redirects nowhere else", async path => {
  const { hostname, port, host } = new URL(inject("app").site);
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ host: "127.0.0.1", port, path, headers: { host } }, resolve).on("error", reject).end(),
  );
  answer.resume();
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.headers.location ?? `http://${hostname}/`).toContain(hostname);
});
