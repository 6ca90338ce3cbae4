import { expect, test } from "vitest";
import { formatAmount, micros, microsPerUnit, parseDecimal } from "#kit/money/amount.ts";
import { vipLevels } from "./levels.ts";
import { thresholdIn } from "./threshold.ts";

const prices = [
  { currency: "RUB", usd: "0.0127" },
  { currency: "USD", usd: "1" },
  { currency: "KZT", usd: "0.0019" },
];

test("thresholds in roubles are shown as an approximate round amount in the visitor's currency", () => {
  const inDollars = vipLevels.map(({ from }) => formatAmount(thresholdIn(from, "USD", prices) ?? micros(0n)));
  expect(inDollars).toEqual(["1", "3200", "13000", "64000", "250000"]);
  expect(thresholdIn(parseDecimal("250000"), "KZT", prices)).toBe(1_700_000n * microsPerUnit);
});

test("roubles stay exact, and without a rate nothing is shown", () => {
  expect(thresholdIn(parseDecimal("250000"), "RUB", prices)).toBe(parseDecimal("250000"));
  expect(thresholdIn(parseDecimal("250000"), "EUR", prices)).toBeUndefined();
});
