import { expect, test } from "vitest";
import { formatAmount, micros, microsPerUnit, parseDecimal } from "#kit/money/amount.ts";
import { vipLevels } from "./levels.ts";
import { thresholdIn } from "./threshold.ts";

const prices = [
  { currency: "RUB", usd: "0.0127" },
  { currency: "USD", usd: "1" },
  { currency: "KZT", usd: "0.0019" },
];

test("thresholds in roubles are shown as about as much in the reader's currency, in round numbers", () => {
  const inDollars = vipLevels.map(({ from }) => formatAmount(thresholdIn(from, "USD", prices) ?? micros(0n)));
  expect(inDollars).toEqual(["1", "3200", "13000", "64000", "250000"]);
  expect(thresholdIn(parseDecimal("250000"), "KZT", prices)).toBe(1_700_000n * microsPerUnit);
});

test("roubles stay as they are, and without a price nothing is made up", () => {
  expect(thresholdIn(parseDecimal("250000"), "RUB", prices)).toBe(parseDecimal("250000"));
  expect(thresholdIn(parseDecimal("250000"), "EUR", prices)).toBeUndefined();
});
