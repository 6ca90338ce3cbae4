import { describe, expect, test } from "vitest";
import fc from "#kit/testing/fast-check.ts";
import { limboRules } from "../shared/rules.ts";
import {
  chanceOf,
  positionOf,
  readDecimal,
  shownChance,
  shownMultiplier,
  stepped,
  targetAt,
  targetOfChance,
  withinLimits,
} from "./fields.ts";

const { current: rules } = limboRules;
const targets = fc.integer({ min: 101, max: 100_000_000 });

describe("the fields of limbo", () => {
  test("2.00x wins in 49.5 % of all draws, 1,000,000x in 0.000099 %", () => {
    expect([chanceOf(rules, 200), chanceOf(rules, 101), chanceOf(rules, 100_000_000)]).toEqual([
      49_500_000, 98_019_801, 99,
    ]);
  });
  test("a chance gives a target that wins at least that often", () => {
    void fc.assert(
      fc.property(targets, target => {
        expect(targetOfChance(rules, chanceOf(rules, target))).toBeGreaterThanOrEqual(target);
      }),
    );
    void fc.assert(
      fc.property(fc.integer({ min: 99, max: 98_019_801 }), chance => {
        expect(chanceOf(rules, targetOfChance(rules, chance))).toBeGreaterThanOrEqual(chance);
      }),
    );
    expect([targetOfChance(rules, 0), targetOfChance(rules, 1e12)]).toEqual([100_000_000, 101]);
  });
  test("the ruler is logarithmic from 1x to 1,000,000x, and every position on it is a target", () => {
    expect([positionOf(100), positionOf(100_000), positionOf(100_000_000)]).toEqual([0, 0.5, 1]);
    expect([targetAt(rules, -1), targetAt(rules, 0.5), targetAt(rules, 2)]).toEqual([101, 100_000, 100_000_000]);
    void fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), position => {
        expect(withinLimits(rules, targetAt(rules, position))).toBe(targetAt(rules, position));
      }),
    );
  });
  test("keys step by the second digit and never leave the limits", () => {
    expect([
      stepped(rules, 200, 1),
      stepped(rules, 200, -1),
      stepped(rules, 1000, -1),
      stepped(rules, 1000, 1),
    ]).toEqual([210, 190, 990, 1100]);
    expect([stepped(rules, 101, -1), stepped(rules, 100_000_000, 1)]).toEqual([101, 100_000_000]);
    void fc.assert(
      fc.property(targets, target => {
        expect(stepped(rules, target, 1)).toBeGreaterThanOrEqual(target);
      }),
    );
    void fc.assert(
      fc.property(targets, target => {
        expect(stepped(rules, target, -1)).toBeLessThanOrEqual(target);
      }),
    );
  });
  test("every target survives formatting and parsing, in each language", () => {
    for (const language of ["en", "ru", "kk"] as const) {
      void fc.assert(
        fc.property(targets, target => {
          expect(readDecimal(shownMultiplier(target, language), 2)).toBe(target);
        }),
      );
    }
    expect(shownMultiplier(125_000_000, "en")).toBe("1,250,000.00");
    expect(shownMultiplier(347, "ru")).toBe("3,47");
    expect([shownChance(49_500_000, "en"), shownChance(99, "kk"), shownChance(989_999, "en")]).toEqual([
      "49.50",
      "0,000099",
      "0.9899",
    ]);
    expect([readDecimal("1,98×", 2), readDecimal("1,250", 2), readDecimal("0,495", 6)]).toEqual([
      198, 125_000, 495_000,
    ]);
    for (const bad of ["", ".", "abc", "-1", "1e3", "1.2.3", "NaN"]) expect(readDecimal(bad, 2)).toBeUndefined();
  });
});
