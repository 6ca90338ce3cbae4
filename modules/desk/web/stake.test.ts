import { describe, expect, test } from "vitest";
import { micros, parseDecimal } from "#kit/money/amount.ts";
import { doubleStake, halveStake, maxStake, quickStakes, stakeText } from "./stake.ts";

const limits = { min: parseDecimal("0.1"), max: parseDecimal("100") };
const m = parseDecimal;

describe("the stake field", () => {
  test("halves, doubles and stays within the limits and on whole minor units", () => {
    expect(halveStake(m("0.25"), limits)).toBe(m("0.12"));
    expect(halveStake(m("0.1"), limits)).toBe(m("0.1"));
    expect(doubleStake(m("60"), limits)).toBe(m("100"));
  });
  test("max is what the balance holds, cut to whole minor units, never above the limit or below the minimum", () => {
    expect(maxStake(limits, m("12.345678"))).toBe(m("12.34"));
    expect(maxStake(limits, m("1000"))).toBe(m("100"));
    expect(maxStake(limits, m("0.01"))).toBe(m("0.1"));
    expect(maxStake(limits, undefined)).toBe(m("100"));
  });
  test("text goes out as it may be sent", () => {
    expect(stakeText(m("2.5"))).toBe("2.50");
    expect(stakeText(m("500"))).toBe("500");
    expect(stakeText(micros(12_345_678n))).toBe("12.34");
  });
  test("quick amounts are clipped to the limits without repeats", () => {
    expect(quickStakes("USD", limits).map(stakeText)).toEqual(["1", "5", "25", "100"]);
    expect(quickStakes("USD", { min: m("2"), max: m("20") }).map(stakeText)).toEqual(["2", "5", "20"]);
  });
});
