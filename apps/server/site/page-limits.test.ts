import { expect, test } from "vitest";
import { manualClock, settled } from "#kit/testing/manual-clock.ts";
import { createPageLimits, createRefusalDelay, PageRefused } from "./page-limits.ts";

const alice = "192.0.2.1";

/** The outcome: its result, or the status of the refusal. */
const outcome = <T>(work: Promise<T>) =>
  work.catch((error: unknown) => (error instanceof PageRefused ? error.status : Promise.reject(error)));

test("two pages are rendered at once, sixteen wait, and the next is refused with 503", async () => {
  const limits = createPageLimits({ clock: manualClock() }, 1);
  const ends: (() => void)[] = [];
  let begun = 0;
  const page = (index: number) =>
    limits.render(`192.0.2.${index}`, () => {
      begun++;
      return new Promise<string>(resolve => ends.push(() => resolve(`page ${index}`)));
    });
  const pages = Array.from({ length: 19 }, (_, index) => outcome(page(index)));
  expect(await pages[18]).toBe(503);
  expect(begun).toBe(2);
  for (let ended = 0; ended < 18; ended++) {
    expect(begun).toBe(Math.min(18, ended + 2));
    ends[ended]?.();
    await settled();
  }
  expect(await Promise.all(pages.slice(0, 18))).toEqual(Array.from({ length: 18 }, (_, index) => `page ${index}`));
});

test("with any number of addresses, a slot pauses four times as long as its rendering took", async () => {
  const clock = manualClock();
  const limits = createPageLimits({ clock }, 1);
  let begun = 0;
  const page = (index: number) =>
    limits.render(`192.0.2.${index}`, () => {
      begun++;
      return new Promise<void>(resolve => clock.after(10, resolve));
    });
  const pages = Promise.all(Array.from({ length: 6 }, (_, index) => page(index)));
  await settled();
  await clock.advance(10);
  expect(begun).toBe(2);
  await clock.advance(39);
  expect(begun).toBe(2);
  await clock.advance(1);
  expect(begun).toBe(4);
  await clock.advance(50);
  expect(begun).toBe(6);
  await clock.advance(10);
  await pages;
});

test("a failed rendering releases its slot", async () => {
  const limits = createPageLimits({ clock: manualClock() }, 1);
  for (let i = 0; i < 5; i++)
    await expect(limits.render(alice, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await limits.render(alice, async () => "page")).toBe("page");
});

test("an address has a rate for pages and a lower one for renderings, whichever of its /64 it uses", async () => {
  const clock = manualClock();
  const limits = createPageLimits({ clock }, 1);
  const render = (address: string) => outcome(limits.render(address, async () => "page"));
  for (let i = 0; i < 20; i++) expect(await render(`2001:db8:1:2::${i.toString(16)}`)).toBe("page");
  expect(await render("2001:db8:1:2::ffff")).toBe(429);
  expect(await render("2001:db8:1:3::1")).toBe("page");
  await clock.advance(200);
  expect(await render("2001:db8:1:2::1")).toBe("page");
  for (let i = 0; i < 40; i++) limits.take(alice);
  expect(() => limits.take(alice)).toThrow(PageRefused);
  limits.take("192.0.2.2");
});

test("a refusal is delayed for a second, up to a limit of delayed ones", async () => {
  const clock = manualClock();
  const delay = createRefusalDelay(clock);
  const held = Array.from({ length: 500 }, () => delay());
  expect(await delay()).toBe(false);
  await clock.advance(1_000);
  expect(await Promise.all(held)).toEqual(held.map(() => true));
  const again = delay();
  await clock.advance(1_000);
  expect(await again).toBe(true);
});
