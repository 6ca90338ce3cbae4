import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { required } from "#kit/std/invariant.ts";
import { isWhole, partOf } from "#kit/testing/commit-sample.ts";
import { slots } from "#studio/slots/registry.ts";
import { type Preview, startPreview } from "#studio/testing/preview.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { builtStudio } from "#tools/start/studio.ts";
import { axeFinds } from "./axe.ts";
import { launchTestBrowser } from "./browser.ts";

/** The games in their frame, inside the page of a casino on another origin. */

let preview: Preview;
let browser: Browser;
let strange: Server;
let strangePort: number;
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

beforeAll(async () => {
  preview = await startPreview(builtStudio, await ownFolder("studio-preview-"), await freePort(), await freePort());
  browser = await launchTestBrowser(["--host-resolver-rules=MAP *.localhost 127.0.0.1"]);
  strangePort = await freePort();
  strange = createServer((request, response) => {
    const game = new URL(request.url ?? "/", "http://x").searchParams.get("game");
    response.setHeader("content-type", "text/html");
    response.end(
      `<script>window.heard=[];addEventListener("message",e=>heard.push(e.data))</script><iframe src="${game}"></iframe>`,
    );
  });
  await new Promise<void>(resolve => strange.listen(strangePort, "127.0.0.1", resolve));
});
afterAll(async () => {
  await browser?.close();
  strange?.close();
  await preview?.close();
});

interface Open {
  readonly page: Page;
  readonly frame: Frame;
  readonly faults: readonly string[];
  /** Requests to the studio: address and referrer. */
  readonly asked: readonly { readonly url: string; readonly referer: string | undefined }[];
  readonly bytes: () => number;
}

async function open(
  query: string,
  options: { viewport?: typeof desktop; reducedMotion?: "reduce" } = {},
): Promise<Open> {
  const page = await browser.newPage({
    viewport: options.viewport ?? desktop,
    reducedMotion: options.reducedMotion ?? null,
  });
  const faults: string[] = [];
  const asked: { url: string; referer: string | undefined }[] = [];
  let bytes = 0;
  page.on("console", message => void (message.type() === "error" && faults.push(message.text())));
  page.on("pageerror", error => void faults.push(error.message));
  page.on("request", request => {
    if (request.url().startsWith(preview.publicUrl))
      asked.push({ url: request.url(), referer: request.headers().referer });
  });
  page.on("response", async response => {
    if (!response.url().startsWith(preview.publicUrl)) return;
    bytes += (
      await response
        .request()
        .sizes()
        .catch(() => ({ responseBodySize: 0 }))
    ).responseBodySize;
  });
  await page.goto(`${preview.origin}/?${query}`);
  await expect.poll(() => messagesOf(page, "ready")).toBe(1);
  const frame = page.frames()[1] as Frame;
  return { page, frame, faults, asked, bytes: () => bytes };
}

/** How many messages of this type the casino's page has received. */
const messagesOf = (page: Page, type: string, state = "") =>
  page.evaluate<number>(
    `messages.filter(each => each.type === "${type}" && (each.state ?? "${state}") === ("${state}" || each.state || "")).length`,
  );
const rounds = (page: Page) => messagesOf(page, "round", "ended");

test("the launch token is in no address, request or referrer once the page runs, and nothing is stored", async () => {
  const { page, frame, faults, asked } = await open("game=seven-struck&mode=play");
  expect(frame.url()).not.toContain("launch");
  const stored = "[location.hash, document.referrer, localStorage.length, sessionStorage.length, document.cookie]";
  expect(await frame.evaluate(stored)).toEqual(["", "", 0, 0, ""]);
  expect(asked.filter(({ url, referer }) => `${url} ${referer}`.includes("launch="))).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

test("a page of another origin cannot show a game", async () => {
  const { frame, page } = await open("game=seven-struck&mode=demo");
  const other = await browser.newPage();
  const address = encodeURIComponent(frame.url());
  await other.goto(`http://other.localhost:${strangePort}/?game=${address}`);
  await other.waitForTimeout(1_000);
  expect(await other.evaluate("heard")).toEqual([]);
  expect(other.frames()[1]?.url()).not.toContain("/games/");
  await Promise.all([page.close(), other.close()]);
});

test("the keyboard plays: space spins, arrows change the stake", async () => {
  const { page, frame } = await open("game=seven-struck&mode=play");
  await frame.locator(".spin").focus();
  const stake = await frame.locator(".bet .value").textContent();
  await page.keyboard.press("ArrowUp");
  expect(await frame.locator(".bet .value").textContent()).not.toBe(stake);
  await page.keyboard.press("ArrowDown");
  expect(await frame.locator(".bet .value").textContent()).toBe(stake);
  await page.keyboard.press("Space");
  await expect.poll(() => rounds(page)).toBe(1);
  expect(await frame.locator("[role=status]").textContent()).toMatch(/Bet \$1\.00\. (Win|No win).*Balance \$/);
  await page.close();
});

test("a reload shows the finished round, and the balance is the wallet's", async () => {
  const player = randomUUID();
  const query = `game=seven-struck&mode=play&player=${player}`;
  const { page, frame } = await open(query);
  await frame.locator(".spin").click();
  await expect.poll(() => rounds(page)).toBe(1);
  const balance = await frame.locator(".balance .value").textContent();
  await page.reload();
  await expect.poll(() => messagesOf(page, "ready")).toBe(1);
  const again = page.frames()[1] as Frame;
  expect(await again.locator(".balance .value").textContent()).toBe(balance);
  const cents = required(preview.casinos.get("USD"), "a casino").balanceOf(player) / 10_000n;
  expect(balance?.replace(/[$,.]/g, "")).toBe(String(cents));
  await page.close();
});

test("where a region allows none there is no autoplay, turbo or buy, and a round takes its time", async () => {
  const strict = { min_round_ms: 2_500, autoplay: false, turbo: false, slam_stop: false, buy: false };
  const { page, frame } = await open(`game=codex-zenith&mode=play&profile=${JSON.stringify(strict)}`);
  expect(await frame.locator(".buy, [aria-label=Autoplay], [aria-label=Turbo]").count()).toBe(0);
  const began = performance.now();
  await frame.locator(".spin").click();
  await frame.locator(".spin").click();
  await frame.locator(".spin:not(.busy)").waitFor({ timeout: 60_000 });
  expect(performance.now() - began).toBeGreaterThan(2_400);
  await page.close();
});

test("with reduced motion a round is shown at once, and autoplay starts and is stopped by a press", async () => {
  const { page, frame, faults } = await open("game=seven-struck&mode=demo", { reducedMotion: "reduce" });
  await frame.locator(".spin").click();
  await expect.poll(() => rounds(page)).toBe(1);
  await frame.locator(".spin:not(.busy)").waitFor();
  await frame.locator("[aria-label=Autoplay]").click();
  await frame.locator(".sheet label", { hasText: "25" }).first().click();
  await frame.locator(".sheet .primary").click();
  // A feature or a large win may end it after its first round.
  await expect.poll(() => rounds(page), { timeout: 60_000 }).toBeGreaterThan(1);
  await frame.locator(".spin").click();
  await frame.locator(".spin:not([data-auto])").waitFor();
  expect(faults).toEqual([]);
  await page.close();
});

test("messages that are none of the page's do nothing", async () => {
  const { page, frame, faults } = await open("game=seven-struck&mode=play");
  const balance = await frame.locator(".balance .value").textContent();
  await page.evaluate(`{
    const target = document.querySelector("iframe").contentWindow;
    for (const message of [{ type: "spin" }, { type: "balance", amount: "1000000" }, "pause", null, { type: "pause", reason: "x" }]) {
      target.postMessage(message, "*");
      port.postMessage(message);
    }
    const channel = new MessageChannel();
    target.postMessage({ fwp: 1 }, "*", [channel.port2]);
    channel.port1.postMessage({ type: "session-ended" });
  }`);
  await page.waitForTimeout(500);
  expect(await frame.locator(".balance .value").textContent()).toBe(balance);
  expect(await rounds(page)).toBe(0);
  await frame.locator(".spin").click();
  await expect.poll(() => rounds(page)).toBe(1);
  expect(faults).toEqual([]);
  await page.close();
});

test("a pause of the page stops new rounds until it resumes", async () => {
  const { page, frame } = await open("game=seven-struck&mode=demo");
  const post = (message: object) => page.evaluate(`port.postMessage(${JSON.stringify(message)})`);
  await post({ type: "pause", reason: "reality-check" });
  await page.waitForTimeout(300);
  await frame.locator(".spin").click();
  await page.waitForTimeout(1_500);
  expect(await rounds(page)).toBe(0);
  await post({ type: "resume" });
  await page.waitForTimeout(300);
  await frame.locator(".spin").click();
  await expect.poll(() => rounds(page)).toBe(1);
  await page.close();
});

// The longer languages take turns on the phone: the frame is the same for every slot, only names of features differ.
test.each(slots.map(({ slug }, index) => [slug, index % 2 === 0 ? "ru" : "kk"] as const))(
  "%s loads within 250 KB, fits a desktop in English or a phone in %s, as the commit chooses, and has no fault",
  async (slug, onPhone) => {
    // On the desktop without motion: a browser without a graphics card draws so large a scene slowly.
    const shapes = [
      [{ viewport: desktop, reducedMotion: "reduce" }, "en"],
      [{ viewport: phone }, onPhone],
    ] as const;
    for (const [options, locale] of isWhole ? shapes : [shapes[partOf(slug, 2)] ?? shapes[0]]) {
      const { page, frame, faults, bytes } = await open(`game=${slug}&mode=demo&locale=${locale}`, options);
      await page.waitForTimeout(300);
      expect(bytes()).toBeLessThan(250 * 1024);
      const wide = await frame.evaluate(`[...document.querySelectorAll("button, output, canvas")].filter(each => {
      const { left, right } = each.getBoundingClientRect();
      return right > innerWidth + 1 || left < -1;
    }).length`);
      expect(wide).toBe(0);
      await frame.locator(".spin").click();
      await expect.poll(() => messagesOf(page, "round", "started")).toBe(1);
      expect(faults).toEqual([]);
      if (locale === "en") expect(await axeFinds(page)).toEqual([]);
      await page.close();
    }
  },
);
