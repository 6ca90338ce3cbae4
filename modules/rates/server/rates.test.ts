import { beforeEach, describe, expect, test } from "vitest";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { type ManualClock, manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { createRates, type Rates } from "./index.ts";

let clock: ManualClock;
let rates: Rates;
let feed: { at: string; prices: Record<string, string> } | Error;
let reads = 0;
beforeEach(() => {
  clock = manualClock();
  reads = 0;
  feed = {
    at: "",
    prices: { USD: "1", EUR: "1.1", RUB: "0.0125", KZT: "0.002", INR: "0.0115", USDT: "1", ETH: "3000" },
  };
  notifyNow();
  rates = createRates({ clock, log: quietLog } as unknown as Host, {
    read: async () => {
      reads += 1;
      if (feed instanceof Error) throw feed;
      return feed;
    },
  });
});
function notifyNow(): void {
  if (!(feed instanceof Error)) feed.at = new Date(clock.now()).toISOString();
}

describe("the rates", () => {
  test("come from the feed, requested once for any number of callers", async () => {
    const answers = await Promise.all([rates.rate("ETH", "KZT"), rates.rate("USDT", "RUB"), rates.rate("USD", "EUR")]);
    expect(answers.map(({ text }) => text)).toEqual(["1500000", "80", "0.90909090909"]);
    expect(reads).toBe(1);
  });

  test("are returned to pages as dollars for one unit of each currency, and not at all once they are old", async () => {
    const [handler] = rates.handlers ?? [];
    const ask = () => handler?.run({} as Call) as Promise<{ data: unknown }>;
    const usd = { USD: "1", EUR: "1.1", RUB: "0.0125", KZT: "0.002", INR: "0.0115" };
    const prices = Object.entries(usd).map(([currency, price]) => ({ currency, usd: price }));
    const { data } = (await ask()) as { data: { at: string; prices: typeof prices } };
    expect(data.prices).toHaveLength(prices.length);
    expect(data.prices).toEqual(expect.arrayContaining(prices));
    feed = new Error("the connection broke");
    await clock.advance(121_000);
    await expect(ask()).rejects.toMatchObject({ error: { code: "unavailable" } });
  });

  test("are used for two minutes while the feed is unavailable, and no longer", async () => {
    await rates.rate("ETH", "USD");
    feed = new Error("the connection broke");
    await clock.advance(119_000);
    expect((await rates.rate("ETH", "USD")).text).toBe("3000");
    await clock.advance(2_000);
    await expect(rates.rate("ETH", "USD")).rejects.toMatchObject({ error: { code: "unavailable" } });
  });

  test("are refused from a feed that is stale, lacks a price, or has a price of zero", async () => {
    await clock.advance(121_000);
    await expect(rates.rate("ETH", "USD")).rejects.toThrow();
    notifyNow();
    if (!(feed instanceof Error)) feed.prices = { ...feed.prices, ETH: "0" };
    await expect(rates.rate("USDT", "USD")).rejects.toThrow();
    if (!(feed instanceof Error)) feed.prices = { ...feed.prices, ETH: "3000" };
    expect((await rates.rate("USDT", "USD")).text).toBe("1");
  });
});
