import { expect, test } from "vitest";
import { ceilingOf, type DraftedPrizes, mostSectors, problemOf, readConfiguration } from "./prizes.ts";
import { wheelConfiguration, wheelTickets } from "./rules.ts";

const { top, prizes } = wheelConfiguration;
const evenly = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    of: 100 - index,
    odds: index === 0 ? wheelTickets - (count - 1) : 1,
  }));

test("the default and the largest prizes may be drafted", () => {
  expect(problemOf({ top, prizes })).toBeNull();
  expect(problemOf({ top: { ...top, RUB: ceilingOf("RUB") }, prizes: evenly(mostSectors) })).toBeNull();
  expect(problemOf({ top, prizes: evenly(2) })).toBeNull();
});

test.each<readonly [string, "top" | "prizes", Partial<DraftedPrizes>]>([
  ["weights_sum", "prizes", { prizes: [...prizes.slice(0, -1), { of: 5, odds: 499_999 }] }],
  ["weights_sum", "prizes", { prizes: [...prizes.slice(0, -1), { of: 5, odds: 500_001 }] }],
  ["weight_invalid", "prizes", { prizes: [...prizes, { of: 1, odds: 0 }] }],
  ["weight_invalid", "prizes", { prizes: [...prizes.slice(0, -1), { of: 5, odds: -1 }] }],
  ["weight_invalid", "prizes", { prizes: [...prizes.slice(0, -1), { of: 5, odds: 499_999.5 }] }],
  ["weight_invalid", "prizes", { prizes: [...prizes.slice(0, -1), { of: 5, odds: Number.NaN }] }],
  ["sectors_too_few", "prizes", { prizes: evenly(1) }],
  ["sectors_too_few", "prizes", { prizes: [] }],
  ["sectors_too_many", "prizes", { prizes: evenly(mostSectors + 1) }],
  ["share_invalid", "prizes", { prizes: [{ of: 101, odds: 1 }, ...evenly(2)] }],
  ["share_invalid", "prizes", { prizes: [...evenly(2), { of: 0, odds: 1 }] }],
  ["shares_order", "prizes", { prizes: prizes.toReversed() }],
  ["shares_order", "prizes", { prizes: evenly(3).map(each => ({ ...each, of: 100 })) }],
  [
    "shares_order",
    "prizes",
    { prizes: prizes.slice(1).map((each, index) => (index ? each : { of: 50, odds: 50_000 })) },
  ],
  ["top_invalid", "top", { top: { ...top, KZT: 0 } }],
  ["top_invalid", "top", { top: { ...top, KZT: -10_000 } }],
  ["top_invalid", "top", { top: { ...top, KZT: 15_000 } }],
  ["top_too_large", "top", { top: { ...top, USD: ceilingOf("USD") + 10_000 } }],
])("says %s of %s", (key, field, change) => {
  expect(problemOf({ top, prizes, ...change })).toEqual({ field, key });
});

test("only a publishable version is a configuration", () => {
  const second = { ...wheelConfiguration, version: "wheel-2" };
  expect(readConfiguration(second)).toEqual(second);
  for (const wrong of [
    null,
    "wheel-2",
    { ...second, version: "wheel-0" },
    { ...second, tickets: 999_999 },
    { ...second, extra: 1 },
    { ...second, top: { USD: 1 } },
    { ...second, prizes: prizes.slice(1) },
    { ...second, prizes: prizes.slice(0, -1) },
  ])
    expect(readConfiguration(wrong), JSON.stringify(wrong)).toBeUndefined();
});
