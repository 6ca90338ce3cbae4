import { expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { convertedAmount } from "./convert.ts";

const prices = [
  { currency: "USD", usd: "1" },
  { currency: "RUB", usd: "0.0125" },
  { currency: "KZT", usd: "0.002" },
];

test.each([
  ["1000", "RUB", "USD", "12.5"],
  ["12.5", "USD", "RUB", "1000"],
  ["1000", "RUB", "KZT", "6250"],
  ["7.77", "USD", "USD", "7.77"],
] as const)("%s %s is about %s: %s", (sum, from, to, converted) => {
  expect(convertedAmount(parseDecimal(sum), from, to, prices)).toBe(parseDecimal(converted));
});

test("without a price, or with an invalid one, there is no result", () => {
  expect(convertedAmount(parseDecimal("1"), "EUR", "USD", prices)).toBeUndefined();
  expect(convertedAmount(parseDecimal("1"), "EUR", "USD", [...prices, { currency: "EUR", usd: "x" }])).toBeUndefined();
});
