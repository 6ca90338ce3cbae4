import { expect, test } from "vitest";
import { pastedAmount } from "./pasted-amount.ts";

test.each([
  ["₸2,500", ".", "2500"],
  ["$1,234,567.5", ".", "1234567.5"],
  ["₹1,24,500.00", ".", "124500.00"],
  [" 700\n", ".", "700"],
  ["12,50", ".", "12.50"],
  ["12\u00a0480,50\u00a0₽", ",", "12480.50"],
  ["2 500 KZT", ",", "2500"],
  ["86.40", ",", "86.40"],
] as const)("pasting %j where the decimal mark is %j fills in %s", (text, mark, amount) => {
  expect(pastedAmount(text, mark)).toBe(amount);
});

test.each([
  ["2,500", ","],
  ["1.234.567", "."],
  ["−5", "."],
  ["1e5", "."],
  ["4242 4242 4242 4242", "."],
  ["", "."],
] as const)("pasting %j where the decimal mark is %j is no amount", (text, mark) => {
  expect(pastedAmount(text, mark)).toBe(undefined);
});
