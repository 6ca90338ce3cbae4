import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { required } from "#kit/std/invariant.ts";
import { buildFrame } from "#studio/frame/build/build-frame.ts";
import { type Preview, startPreview } from "#studio/testing/preview.ts";
import { axeFinds } from "./axe.ts";
import { launchBrowser } from "./browser.ts";

/** A live table in its frame, inside the page of a casino on another origin. */

let folder: string;
let preview: Preview;
let browser: Browser;
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "live-roulette-"));
  await buildFrame(folder);
  preview = await startPreview(folder, await freePort(), await freePort());
  browser = await launchBrowser(["--host-resolver-rules=MAP *.localhost 127.0.0.1"]);
});
afterAll(async () => {
  await browser?.close();
  await preview?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Seat {
  readonly page: Page;
  readonly frame: Frame;
  readonly faults: readonly string[];
}

async function sit(query: string, viewport: typeof desktop): Promise<Seat> {
  // Without motion: a browser without a graphics card draws the flight slowly.
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  const faults: string[] = [];
  page.on("pageerror", error => faults.push(error.message));
  page.on("console", message => {
    if (/Content Security Policy|violat/i.test(message.text())) faults.push(message.text());
  });
  await page.goto(`${preview.origin}/?game=meridian-roulette&${query}`);
  const frame = required(
    page.frames().find(each => each.url().startsWith(preview.publicUrl)) ?? (await page.waitForEvent("frameattached")),
    "the table's frame",
  );
  await frame.waitForSelector(".felt");
  return { page, frame, faults };
}

/** The phase and the seconds that the table shows. */
const left = async ({ frame }: Seat) => Number((await frame.locator(".seconds").textContent()) || "0");

/** Presses in the page itself: what is on the felt does not stand still for a mouse of a test. */
const press = ({ frame }: Seat, selector: string, label = "") =>
  frame.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})]
      .find(each => (each.getAttribute("aria-label") ?? "").startsWith(${JSON.stringify(label)}))?.click()`,
  );

test("two browsers at one table: both see the bets and the same result, and one that comes back finds its own", async () => {
  const [alice, bob] = [randomUUID(), randomUUID()];
  const hers = await sit(`mode=play&player=${alice}`, desktop);
  const his = await sit(`mode=play&player=${bob}&locale=ru`, phone);
  await expect.poll(() => left(hers), { timeout: 60_000 }).toBeGreaterThan(12);
  await press(hers, ".spot", "Red");
  await press(hers, ".spot", "Number 17");
  await press(his, ".spot", "Чёрное");
  expect(await hers.frame.locator(".confirm").textContent()).toBe("Confirm $5.00");
  await press(hers, ".confirm");
  await press(his, ".confirm");
  await expect.poll(() => hers.frame.locator(".sums output").first().textContent()).toBe("$1,243.50");
  await expect.poll(() => hers.frame.locator(".stack.sent").count()).toBe(2);
  // The other player's chip.
  await expect.poll(() => hers.frame.locator(".others").count()).toBe(1);
  expect(await his.frame.locator(".stack.sent").count()).toBe(1);

  await hers.page.close();
  const again = await sit(`mode=play&player=${alice}`, desktop);
  await expect.poll(() => again.frame.locator(".stack.sent").count()).toBe(2);
  expect(await again.frame.locator(".sums output").last().textContent()).toBe("$5.00");

  await expect.poll(() => again.frame.locator(".timer .what b").textContent(), { timeout: 60_000 }).toBe("Result");
  const number = await again.frame.locator(".box.last .big > b").textContent();
  await expect.poll(() => his.frame.locator(".results li").first().textContent()).toBe(number);
  await expect.poll(() => again.frame.locator(".seedbar .link").isEnabled(), { timeout: 20_000 }).toBe(true);
  const casino = required(preview.casinos.get("USD"), "a casino");
  await expect.poll(() => [...casino.rounds.values()].filter(({ state }) => state === "open").length).toBe(0);
  const shown = await again.frame.locator(".sums output").first().textContent();
  expect(Number(shown?.replace(/[$,]/g, ""))).toBeCloseTo(Number(casino.balanceOf(alice)) / 1e6, 2);
  expect([...again.faults, ...his.faults]).toEqual([]);
  expect(await axeFinds(again.page)).toEqual([]);
  await again.page.close();
  await his.page.close();
});

test("a guest watches with play chips: undo, clear, double and called bets, and no call carries a bet", async () => {
  const guest = await sit("mode=demo&locale=en", desktop);
  const calls: string[] = [];
  guest.page.on("request", request => calls.push(new URL(request.url()).pathname));
  await expect.poll(() => left(guest), { timeout: 60_000 }).toBeGreaterThan(10);
  const total = async () => guest.frame.locator(".sums output").last().textContent();
  await press(guest, ".spot", "Red");
  await press(guest, ".action:nth-child(3)");
  expect(await total()).toBe("5.00");
  await press(guest, ".action:nth-child(1)");
  expect(await total()).toBe("2.50");
  await press(guest, ".action:nth-child(2)");
  expect(await total()).toBe("0.00");
  await press(guest, ".called.tiers");
  expect(await total()).toBe("15.00");
  await press(guest, ".confirm");
  await expect.poll(() => guest.frame.locator(".stack.sent").count()).toBe(6);
  expect(calls.filter(path => path.endsWith("/bet"))).toEqual([]);
  expect(guest.faults).toEqual([]);
  await guest.page.close();
});
