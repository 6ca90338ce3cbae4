import { expect, test } from "vitest";
import { isSmall, showBalance } from "./shown-balance.ts";

const prices = [
  { currency: "USD", usd: "1" },
  { currency: "KZT", usd: "0.002" },
];

test.each([
  ["as it is", "12.5", "own", prices, "$12.50"],
  ["in its own currency", "12.5", "USD", prices, "$12.50"],
  ["in another", "12.5", "KZT", prices, "≈ ₸6,250"],
  ["in one without a price", "12.5", "EUR", prices, "$12.50"],
  ["before prices have come", "12.5", "KZT", null, "$12.50"],
  ["of nothing in another", "0", "KZT", prices, "$0.00"],
] as const)("a balance is shown %s", (_how, sum, wanted, known, text) => {
  expect(showBalance(sum, "USD", wanted, known, "en")).toBe(text);
});

test.each([
  ["nothing", "0", "KZT", prices, true],
  ["499 tenge", "499", "KZT", prices, true],
  ["500 tenge", "500", "KZT", prices, false],
  ["a cent before prices have come", "0.01", "USD", null, false],
] as const)("%s is small or not", (_what, sum, currency, known, expected) => {
  expect(isSmall(sum, currency, known)).toBe(expected);
});
