import { expect, test } from "vitest";
import { measuredReturn } from "./measured-return.ts";

test("a million even bets at 1.98 are measured to about two tenths of a percent", () => {
  // Half of them pay 1.98: mean 0.99, deviation 0.99.
  expect(measuredReturn(1_000_000, 0.99, 0.99)).toEqual({ measured: "99.00", low: "98.81", high: "99.19" });
});

test("too few bets, and bets that all paid the same, give no figure", () => {
  expect(measuredReturn(999, 0.99, 0.99)).toBeNull();
  expect(measuredReturn(0, 0, 0)).toBeNull();
  expect(measuredReturn(5_000, 0, 0)).toBeNull();
});

test("a bound is never below zero", () => {
  expect(measuredReturn(1_000, 0.5, 40)?.low).toBe("0.00");
});
