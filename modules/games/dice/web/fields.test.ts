import { describe, expect, test } from "vitest";
import fc from "#kit/testing/fast-check.ts";
import { diceRules } from "../shared/rules.ts";
import {
  type Choice,
  comparison,
  decimal,
  handleOf,
  multiplierOf,
  readDecimal,
  shownDecimal,
  shownRoll,
  swapped,
  targetOf,
  withChance,
  withHandle,
  withMultiplier,
  withTarget,
} from "./fields.ts";

const { current: rules } = diceRules;
const { max_winning_rolls: mostWinning } = rules;
const even: Choice = { direction: "over", winning: 5000 };
const choices = fc.record({
  direction: fc.constantFrom("over" as const, "under" as const),
  winning: fc.integer({ min: 1, max: mostWinning }),
});

describe("the fields of dice", () => {
  test("over 49.99 is half of all rolls and pays 1.98", () => {
    expect([targetOf(even), multiplierOf(rules, even), handleOf(even)]).toEqual([4999, 19_800, 5000]);
    expect(targetOf(swapped(even))).toBe(5000);
  });
  test("every choice survives a round trip through its target, its chance and its handle", () => {
    void fc.assert(
      fc.property(choices, choice => {
        expect(withTarget(rules, choice, targetOf(choice))).toEqual(choice);
        expect(withChance(rules, choice, choice.winning)).toEqual(choice);
        expect(withHandle(rules, choice, handleOf(choice))).toEqual(choice);
        expect(swapped(swapped(choice))).toEqual(choice);
      }),
    );
  });
  test("a target wins as often as its chance states, counted over all rolls", () => {
    for (const winning of [1, 2, 4950, 9799, 9800])
      for (const direction of ["over", "under"] as const) {
        const choice = { direction, winning };
        const target = targetOf(choice);
        let won = 0;
        for (let roll = 0; roll < 10_000; roll++) if (direction === "over" ? roll > target : roll < target) won++;
        expect(won).toBe(winning);
      }
  });
  test("a multiplier gives the best chance that still pays it, and its own text gives it back", () => {
    void fc.assert(
      fc.property(choices, choice => {
        expect(multiplierOf(rules, withMultiplier(rules, choice, multiplierOf(rules, choice)))).toBe(
          multiplierOf(rules, choice),
        );
      }),
    );
    expect(multiplierOf(rules, withMultiplier(rules, even, 15_000))).toBeGreaterThanOrEqual(15_000);
    expect(withMultiplier(rules, even, 20_000).winning).toBe(4950);
    expect(withMultiplier(rules, even, 0).winning).toBe(mostWinning);
    expect(withMultiplier(rules, even, 10_000_000_000).winning).toBe(1);
  });
  test("no input leaves the range of 1 to 9800 winning rolls", () => {
    expect(withTarget(rules, even, 9999).winning).toBe(1);
    expect(withTarget(rules, even, 0).winning).toBe(mostWinning);
    expect(withChance(rules, { ...even, direction: "under" }, 12_000).winning).toBe(mostWinning);
  });
  test("reads and writes decimals without a float", () => {
    expect(decimal(970, 2)).toBe("9.70");
    expect(decimal(5, 2)).toBe("0.05");
    expect(shownDecimal(4999, 2, "kk")).toBe("49,99");
    expect(shownRoll(500, "en")).toBe("05.00");
    expect(readDecimal("1,98×", 4)).toBe(19_800);
    expect(readDecimal("50 %", 2)).toBe(5000);
    expect(readDecimal("49.999", 2)).toBe(4999);
    for (const bad of ["", ".", "abc", "-1", "1e3", "1.2.3"]) expect(readDecimal(bad, 2)).toBeUndefined();
  });
});

describe("a roll beside its target", () => {
  const shownText = (roll: string, direction: "over" | "under", payout: string) =>
    comparison({ roll, direction, target: "49.99", payout }, "en");

  test("a won roll shows which side it is on", () => {
    expect(shownText("50.00", "over", "1.98")).toBe("50.00 > 49.99");
    expect(shownText("48.12", "under", "1.98")).toBe("48.12 < 49.99");
  });

  test("a lost roll shows a true statement, equal numbers included", () => {
    expect(shownText("48.12", "over", "0")).toBe("48.12 ≤ 49.99");
    expect(shownText("49.99", "over", "0")).toBe("49.99 ≤ 49.99");
    expect(shownText("77.00", "under", "0")).toBe("77.00 ≥ 49.99");
  });

  test("Russian and Kazakh use a decimal comma", () => {
    const row = { roll: "48.12", direction: "over", target: "49.99", payout: "0" } as const;
    expect([comparison(row, "ru"), comparison(row, "kk")]).toEqual(["48,12 ≤ 49,99", "48,12 ≤ 49,99"]);
  });
});
