import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import fc from "#kit/testing/fast-check.ts";
import { capRefusal, largestStake } from "./stake-checks.ts";
import { winCapOf } from "./win-caps.ts";

test("the cap is the smaller of 10,000 largest stakes and one hundredth of the bankroll", () => {
  const rub = (units: bigint) => micros(units * 1_000_000n);
  expect(winCapOf(rub(50_000n), rub(10_000_000_000n))).toBe(rub(100_000_000n));
  expect(winCapOf(rub(100n), rub(100_000_000n))).toBe(rub(1_000_000n));
  expect(winCapOf(rub(100n), rub(0n))).toBe(0n);
});

test("the largest offered stake is accepted, and one minor unit more is not", () => {
  void fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.bigInt({ min: 1n, max: 9900n }),
      fc.bigInt({ min: 1n, max: 9800n }),
      (cap, numerator, denominator) => {
        const ratio = { numerator, denominator };
        const stake = largestStake(micros(cap), ratio);
        expect(capRefusal(micros(cap), stake, ratio)).toBeUndefined();
        expect(capRefusal(micros(cap), micros(stake + 10_000n), ratio)?.error.code).toBe("win_cap");
      },
    ),
  );
});
