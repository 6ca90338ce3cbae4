import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { type BetOdds, winOrLose } from "#modules/bets/shared/bet-odds.ts";
import { oddsOf as diceOdds } from "#modules/games/dice/shared/odds.ts";
import { diceRules } from "#modules/games/dice/shared/rules.ts";
import { betsOf, expectedValue } from "./expected-value.ts";
import { averageCostPercent, mostWager } from "./terms.ts";

/** Bonus 100, no real money, flat stakes: the figures of the specification. */

const dice = (target: number) => diceOdds(diceRules.current, { direction: "under", target });
const [double, tenth] = [dice(4950), dice(1000)];
const red = winOrLose(18n, 37n, { numerator: 2n, denominator: 1n });
const number = winOrLose(1n, 37n, { numerator: 36n, denominator: 1n });

const plan = (wager: number, stake: string, rate: number, odds: BetOdds) => {
  const amount = parseDecimal("100");
  return { amount, target: amount * BigInt(wager), stake: parseDecimal(stake), rate, odds };
};

describe("the figures of a bonus of 100", () => {
  test.each([
    ["dice at 2x", 10, "1", 250, double, 4000, 63.6063, 0.72951],
    ["dice at 2x", 10, "5", 250, double, 800, 73.5008, 0.42428],
    ["dice at 2x", 20, "5", 250, double, 1600, 60.2182, 0.26535],
    ["dice at 2x", 35, "5", 250, double, 2800, 47.6253, 0.16819],
    ["red", 10, "5", 676, red, 296, 66.8029, 0.6058],
    ["one number", 10, "5", 676, number, 296, 88.5752, 0.14567],
    ["dice at 9.9x", 10, "5", 250, tenth, 800, 87.3204, 0.17043],
  ])("%s, %i times, stakes of %s", (_game, wager, stake, rate, odds, bets, release, finish) => {
    const found = expectedValue(plan(wager, stake, rate, odds));
    expect(found?.bets).toBe(bets);
    expect(found?.release.toFixed(4)).toBe(release.toFixed(4));
    expect(found?.finish.toFixed(5)).toBe(finish.toFixed(5));
  });

  test("four bets of 1 with a bonus of 3, as one computes it by hand", () => {
    const found = expectedValue({
      amount: parseDecimal("3"),
      target: parseDecimal("4"),
      stake: parseDecimal("1"),
      rate: 1000,
      odds: double,
    });
    expect(found?.bets).toBe(4);
    expect(found?.release).toBeCloseTo(2.961288, 6);
    expect(found?.finish).toBeCloseTo(0.871212, 6);
  });
});

test("docs/engagement states what the code computes", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/engagement/README.md"), "utf8");
  const row = (name: string, wager: number, rate: number, odds: BetOdds) => {
    const found = expectedValue(plan(wager, "5", rate, odds));
    return `| ${name} | ${wager}× | ${found?.release.toFixed(2)} | ${((found?.finish ?? 0) * 100).toFixed(2)} % |`;
  };
  expect(page).toContain(row("Dice, double or nothing", 10, 250, double));
  expect(page).toContain(row("Roulette, red", 10, 676, red));
  expect(page).toContain(row("Dice, double or nothing", 20, 250, double));
  expect(page).toContain(row("Dice, 10 % chance", 20, 250, tenth));
  for (const wager of [1, 5, 10, 20, mostWager]) expect(page).toContain(`| ${wager}× | ${averageCostPercent(wager)} |`);
});

test("a bonus that covers every stake is finished, and costs the edge of its bets", () => {
  const found = expectedValue(plan(10, "5", 1000, winOrLose(48n, 100n, { numerator: 2n, denominator: 1n })));
  expect(found?.finish).toBeLessThan(1);
  const covered = expectedValue({ ...plan(1, "0.5", 1000, double), target: parseDecimal("50") });
  expect(covered).toEqual({ bets: 100, release: expect.closeTo(99.5, 9), finish: 1 });
});

test("the last stake is all that is left, and counts as one bet", () => {
  const found = expectedValue({
    amount: parseDecimal("1.5"),
    target: parseDecimal("2"),
    stake: parseDecimal("1"),
    rate: 1000,
    odds: double,
  });
  // Won: 2.5 left for one bet of 1. Lost: 0.5 left, which is the whole second stake.
  expect(found?.release).toBeCloseTo(0.495 * 2.49 + 0.505 * 0.495, 12);
  expect(found?.finish).toBe(1);
});

test("a plan of more than 4,000 bets asks for a larger stake", () => {
  expect(expectedValue(plan(10, "0.99", 250, double))).toBeUndefined();
  expect(betsOf(plan(10, "1", 250, double))).toBe(4000);
  expect(betsOf({ target: 1n, stake: 3n, rate: 250 })).toBe(Number.POSITIVE_INFINITY);
});

describe("with a conversion cap", () => {
  const capped = (cap: string | null) =>
    expectedValue({
      amount: parseDecimal("3"),
      target: parseDecimal("4"),
      stake: parseDecimal("1"),
      rate: 1000,
      odds: double,
      cap: cap === null ? null : parseDecimal(cap),
    });

  test("four bets of 1 with a bonus of 3 and a cap of 4, as one computes it by hand", () => {
    const [win, lose] = [0.495, 0.505];
    // From 3: four wins leave 6.92, three 4.94, two 2.96, one 0.98, none ends at nothing after three bets.
    const value = win ** 4 * 4 + 4 * win ** 3 * lose * 4 + 6 * win ** 2 * lose ** 2 * 2.96;
    const found = capped("4");
    // The one path of a single win that comes too late ends before it: three losses are the end of the bonus.
    expect(found?.release).toBeCloseTo(value + 3 * win * lose ** 3 * 0.98, 1);
    expect(found?.release).toBeLessThan(capped(null)?.release ?? 0);
    expect(found?.finish).toBeCloseTo(0.871212, 6);
  });

  test("one that cannot be reached changes nothing, and one below the bonus is all that it brings", () => {
    expect(capped("7")?.release).toBeCloseTo(capped(null)?.release ?? 0, 9);
    expect(capped("0.5")?.release).toBeCloseTo(0.5 * 0.871212, 6);
  });

  test("a gift of 10 with a cap of 50 has a lower value, and is finished as often", () => {
    const gift = { ...plan(20, "0.5", 250, tenth), amount: parseDecimal("10"), target: parseDecimal("200") };
    const [free, most] = [expectedValue(gift), expectedValue({ ...gift, cap: parseDecimal("50") })];
    expect(most?.release).toBeLessThan(free?.release ?? 0);
    expect(most?.finish).toBeCloseTo(free?.finish ?? 0, 9);
    expect(most?.release).toBeLessThan(50 * (most?.finish ?? 0));
  });
});
