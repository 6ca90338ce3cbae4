import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createRates, pricesOfDay, pricesOfPastDays, type Rates } from "./index.ts";

let host: TestHost;
let rates: Rates;
let feed: Record<string, string> | undefined;
beforeAll(async () => {
  host = await testHost({ modules: ["rates"] });
  rates = createRates(host, {
    read: async () => {
      if (!feed) throw new Error("the connection broke");
      return { at: new Date(host.clock.now()).toISOString(), prices: feed };
    },
  });
});
beforeEach(() => {
  feed = { USD: "1", EUR: "1.1", RUB: "0.0125", KZT: "0.002", INR: "0.0115", USDT: "1", ETH: "3000" };
});
afterAll(() => host.close());

const dayMs = 86_400_000;
const today = () => Math.floor(host.clock.now() / dayMs);

test("the prices of a day are fixed once, and stay the same whatever the feed reports later", async () => {
  expect(await rates.fixDays()).toBe(true);
  feed = { ...feed, EUR: "2" };
  await host.clock.advance(10_000);
  expect(await rates.fixDays()).toBe(true);
  expect((await pricesOfDay(host.db, today()))?.EUR).toBe(11n * 10n ** 17n);
});

test("ten minutes before midnight those of tomorrow are fixed, so that its first second has them", async () => {
  await host.clock.advance(dayMs - (host.clock.now() % dayMs) - 600_001);
  await rates.fixDays();
  expect(await pricesOfDay(host.db, today() + 1)).toBeUndefined();
  await host.clock.advance(1);
  await rates.fixDays();
  expect(await pricesOfDay(host.db, today() + 1)).toBeDefined();
});

test("a day without a feed has no prices; its amounts use the last day before, those before the first day the first after", async () => {
  const first = today() - 1;
  feed = undefined;
  await host.clock.advance(3 * dayMs);
  expect(await rates.fixDays()).toBe(false);
  expect(await pricesOfDay(host.db, today())).toBeUndefined();
  const past = await pricesOfPastDays(host.db, [first - 10, today()]);
  expect([past.get(first - 10)?.EUR, past.get(today())?.EUR]).toEqual([11n * 10n ** 17n, 11n * 10n ** 17n]);
});
