import { describe, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { micros, microsPerMinor } from "#kit/money/amount.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import fc from "#kit/testing/fast-check.ts";
import { publishedHashes } from "#modules/fairness/testing/published-hashes.ts";
import { limboLimits } from "./limits.ts";
import {
  drawsOf,
  drawX,
  isPlayable,
  largestPayout,
  limboRules,
  multiplierOf,
  payoutAt,
  resultOf,
  winningDraws,
} from "./rules.ts";

const { current: rules } = limboRules;
const { min_target: lowest, max_target: highest } = rules;
const draws = drawsOf(rules);
const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const targets = fc.oneof(fc.integer({ min: lowest, max: highest }), fc.integer({ min: lowest, max: 2_000 }));
/** Targets at which rounding could turn: the smallest ones, powers of ten and their neighbours, the largest ones. */
const corners = [
  ...Array.from({ length: 1_000 }, (_, index) => lowest + index),
  ...[1_000, 10_000, 100_000, 1_000_000, 10_000_000].flatMap(power => [power - 1, power, power + 1]),
  highest - 1,
  highest,
];

test("a published version of the rules is never edited: each has the hash it was published with", () => {
  expect(publishedHashes(limboRules)).toEqual({
    "limbo-1": "365682fb7e23d769e7d053f2d61a6142dfe4cfa77d7d926c5b800cc5849f773d",
  });
});

test("the golden draws", () => {
  const x = (nonce: number) => drawX(rules, openStream(nobleHashes, seed, ["limbo", "player-seed_1", nonce]));
  expect([x(0), x(1)].map(each => [each, resultOf(rules, each)])).toEqual([
    [3301593117084672n, 370],
    [680807701337548n, 116],
  ]);
});

describe("every target there is", () => {
  const expectDraws = (target: number) => {
    const ways = winningDraws(rules, target);
    // The X that win are the highest ones: the first of them wins, the one before it does not.
    expect(resultOf(rules, draws - ways)).toBeGreaterThanOrEqual(target);
    expect(resultOf(rules, draws - ways - 1n)).toBeLessThan(target);
  };
  test("is reached by exactly the draws it says", () => {
    for (const target of corners) expectDraws(target);
    void fc.assert(fc.property(targets, expectDraws), { numRuns: 2_000 });
  });

  const expectReturn = (target: number) => {
    const returned = winningDraws(rules, target) * BigInt(target);
    const fair = 99n * draws;
    expect(returned <= fair && fair - returned < BigInt(target), String(target)).toBe(true);
  };
  test("returns 99 %, less at most its own hundredths of 2^-52, and never more", {
    tags: ["known-failure/11/limbo"],
  }, () => {
    for (const target of corners) expectReturn(target);
    void fc.assert(fc.property(targets, expectReturn), { numRuns: 2_000 });
  });

  test("a higher draw never gives a lower result, and all are 1.00 to 1,000,000.00", () => {
    const anyX = fc.bigInt({ min: 0n, max: draws - 2n });
    void fc.assert(
      fc.property(anyX, x => {
        expect(resultOf(rules, x + 1n)).toBeGreaterThanOrEqual(resultOf(rules, x));
      }),
    );
    expect([resultOf(rules, 0n), resultOf(rules, draws - 1n)]).toEqual([100, highest]);
  });
});

test("payouts lose nothing to rounding: every allowed stake times a target is a whole number of micro-units", {
  tags: ["known-failure/12/limbo"],
}, () => {
  for (const currency of currencyCodes) {
    for (const stake of [limboLimits[currency].min, limboLimits[currency].max]) {
      for (const target of corners) expect(payoutAt(target, stake, target) * 100n).toBe(stake * BigInt(target));
    }
  }
  const anyStake = fc.bigInt({ min: 1n, max: 5_000_000n }).map(minor => micros(minor * microsPerMinor));
  void fc.assert(
    fc.property(targets, anyStake, (target, stake) => {
      expect(largestPayout(target, stake) * 100n).toBe(stake * BigInt(target));
    }),
  );
});

test("a result pays the target when it reaches it and nothing below: 0.01 at 1.01x pays 0.0101", () => {
  expect(payoutAt(101, micros(10_000n), 101)).toBe(10_100n);
  expect(payoutAt(101, micros(10_000n), highest)).toBe(10_100n);
  expect(payoutAt(101, micros(10_000n), 100)).toBe(0n);
  expect(multiplierOf(250)).toEqual({ numerator: 250n, denominator: 100n });
});

test("targets outside 1.01 to 1,000,000.00, or between hundredths, cannot be bet on", () => {
  for (const target of [100, 0, -200, 101.5, highest + 1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(isPlayable(rules, target), String(target)).toBe(false);
  expect([isPlayable(rules, lowest), isPlayable(rules, highest)]).toEqual([true, true]);
});
