import { expect, test } from "vitest";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import fc from "#kit/testing/fast-check.ts";
import { cashbackOf, levelUpOf, rakebackOf } from "./rewards.ts";
import { firstTerms, mostOfLoss } from "./terms.ts";

/** The theoretical loss of a stake at 1 %. */
const atOnePercent = (stake: string) => (parseDecimal(stake) * 1_000_000n) / 100n;

test("silver's rakeback of 7 % of 1,234.56 at dice is 0.864192", () => {
  expect(formatAmount(rakebackOf([{ rate: 70, loss: atOnePercent("1234.56") }]))).toBe("0.864192");
});

test("rakeback adds up days at their own rates and is cut once; what is taken back lowers it, never below nothing", () => {
  const days = [
    { rate: 50, loss: atOnePercent("100") },
    { rate: 70, loss: atOnePercent("200") },
  ];
  expect(formatAmount(rakebackOf(days))).toBe("0.19");
  expect(formatAmount(rakebackOf([...days, { rate: 70, loss: -atOnePercent("200") }]))).toBe("0.05");
  expect(rakebackOf([{ rate: 70, loss: -atOnePercent("200") }])).toBe(0n);
});

test("one coin flip of 10,000 a week earns no cashback above 20 % of its theoretical loss", () => {
  const flip = {
    realStaked: parseDecimal("10000"),
    realPaid: 0n,
    loss: atOnePercent("10000"),
    rakeback: rakebackOf([{ rate: 180, loss: atOnePercent("10000") }]),
    rate: 120,
    share: firstTerms.cashbackShare,
  };
  const { lost, byRate, byShare, amount } = cashbackOf(flip);
  expect([lost, byRate, byShare, amount].map(formatAmount)).toEqual(["9982", "1197.84", "20", "20"]);
  expect(cashbackOf({ ...flip, realPaid: parseDecimal("19800") }).amount).toBe(0n);
});

test("750,000 of play at 1 % brings 750 for gold, not 25,000", () => {
  expect(formatAmount(levelUpOf(atOnePercent("750000"), firstTerms.levelUpShare, parseDecimal("25000")))).toBe("750");
  expect(formatAmount(levelUpOf(atOnePercent("50000000"), firstTerms.levelUpShare, parseDecimal("25000")))).toBe(
    "25000",
  );
  expect(levelUpOf(-1n, 100, parseDecimal("25000"))).toBe(0n);
});

test("all rewards of a week stay below half of its theoretical loss, whatever was lost", () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 18n });
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.bigInt({ min: 0n, max: 10n ** 22n }),
      fc.integer({ min: 0, max: 4 }),
      (realStaked, realPaid, loss, at) => {
        const { rakeback: rate, cashback = 0 } = firstTerms.levels[at] ?? { rakeback: 0 };
        const rakeback = rakebackOf([{ rate, loss }]);
        const week = cashbackOf({
          realStaked,
          realPaid,
          loss,
          rakeback,
          rate: cashback,
          share: firstTerms.cashbackShare,
        });
        const all = rakeback + week.amount + levelUpOf(loss, firstTerms.levelUpShare, 10n ** 18n);
        expect(all * 1_000_000n * 1_000n <= loss * BigInt(mostOfLoss)).toBe(true);
      },
    ),
  );
});
