import { describe, expect, test } from "vitest";
import { micros, parseDecimal } from "#kit/money/amount.ts";
import { doubleStake, firstStake, halveStake, maxStake, quickStakes, stakeText, stepStake } from "./stake.ts";

const limits = { min: parseDecimal("0.1"), max: parseDecimal("100") };
const m = parseDecimal;

describe("the stake field", () => {
  test("halves, doubles and stays within the limits and on whole minor units", () => {
    expect(halveStake(m("0.25"), limits)).toBe(m("0.12"));
    expect(halveStake(m("0.1"), limits)).toBe(m("0.1"));
    expect(doubleStake(m("60"), limits)).toBe(m("100"));
  });
  test("max is the balance, truncated to whole minor units, never above the limit or below the minimum", () => {
    expect(maxStake(limits, m("12.345678"))).toBe(m("12.34"));
    expect(maxStake(limits, m("1000"))).toBe(m("100"));
    expect(maxStake(limits, m("0.01"))).toBe(m("0.1"));
    expect(maxStake(limits, undefined)).toBe(m("100"));
  });
  test("steps along 1, 2, 5 and stops at the limits", () => {
    const up = (text: string) => stakeText(stepStake(m(text), limits, 1));
    const down = (text: string) => stakeText(stepStake(m(text), limits, -1));
    expect([up("0.10"), up("1"), up("3.33"), up("50"), up("100")]).toEqual(["0.20", "2", "5", "100", "100"]);
    expect([down("100"), down("3.33"), down("1"), down("0.15"), down("0.10")]).toEqual([
      "50",
      "2",
      "0.50",
      "0.10",
      "0.10",
    ]);
    const odd = { min: m("5"), max: m("70") };
    expect([
      stepStake(m("50"), odd, 1),
      stepStake(m("70"), odd, 1),
      stepStake(m("6"), odd, -1),
      stepStake(0n, odd, 1),
    ]).toEqual([m("70"), m("70"), m("5"), m("5")]);
  });
  test("the text is formatted as the API accepts it", () => {
    expect(stakeText(m("2.5"))).toBe("2.50");
    expect(stakeText(m("500"))).toBe("500");
    expect(stakeText(micros(12_345_678n))).toBe("12.34");
  });
  test("quick amounts are clipped to the limits without repeats", () => {
    expect(quickStakes("USD", limits).map(stakeText)).toEqual(["1", "5", "25", "100"]);
    expect(quickStakes("USD", { min: m("2"), max: m("20") }).map(stakeText)).toEqual(["2", "5", "20"]);
  });
});

test.each([
  ["before a balance is known", undefined, "100"],
  ["with 10,000", "10000", "100"],
  ["with 1,000", "1000", "50"],
  ["with 333.33", "333.33", "16.66"],
  ["with almost no money", "15", "10"],
  ["with nothing", "0", "100"],
])("the first stake is the default and at most a twentieth of the balance: %s", (_what, balance, text) => {
  const rubles = { min: m("10"), max: m("50000") };
  expect(stakeText(firstStake("RUB", rubles, balance === undefined ? undefined : m(balance)))).toBe(text);
});
