import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount, micros, parseDecimal, type Ratio } from "#kit/money/amount.ts";
import { pricedSlip, readResult, returnsOf, shapeOfWritten, type WrittenSlip } from "../testing/slip-text.ts";
import {
  boostPercent,
  builderFactor,
  cashOutByAmount,
  cashOutByShare,
  cashOutOffer,
  exactReturn,
  expectedFactor,
  factorOf,
  highestStake,
  priceRatio,
  slipPayout,
  stakeOfTotal,
  sumOfCombinations,
} from "./slip-payout.ts";
import vectors from "./slip-vectors.json" with { type: "json" };
import { combinationsOf, fullSystems, type SlipKind, shapeOf } from "./systems.ts";

const slips = vectors.slips as readonly (WrittenSlip & { row: string; payout: string; boost: string })[];

test.each(slips.map(slip => [slip.row, slip] as const))("row %s returns what the table says", (_row, slip) => {
  const { payout, boost } = returnsOf(slip);
  expect({ payout: formatAmount(payout), boost: formatAmount(boost) }).toEqual({
    payout: slip.payout,
    boost: slip.boost,
  });
});

const accumulator = (prices: readonly string[]): WrittenSlip => ({
  stake: "100",
  kind: "accumulator",
  legs: prices.map(price => [price, "won"]),
});

test("row 19: a stake above the win cap is refused with the highest one, and its return stays below", () => {
  const slip = pricedSlip(accumulator(Array.from({ length: 14 }, () => "1.950")));
  const most = highestStake(slip, parseDecimal("50000"));
  expect(formatAmount(most.stake)).toBe("4.34");
  expect(slipPayout({ ...slip, stake: most.stake })).toBeLessThanOrEqual(parseDecimal("50000"));
  expect(slipPayout({ ...slip, stake: micros(most.stake + 10_000n) })).toBeGreaterThan(parseDecimal("50000"));
});

test("row 20: half of an offer of 23.51 is 11.75, and 6.00 of it closes 2.56 of the stake", () => {
  const slip = pricedSlip({
    stake: "10",
    kind: "accumulator",
    legs: [
      ["2.000", "won"],
      ["2.500", "p500000_0_0_0"],
      ["1.800", "p550000_0_0_0"],
    ],
  });
  const offer = cashOutOffer(exactReturn(slip), parseDecimal("90"));
  expect(offer).toBe(parseDecimal("23.51"));
  const half = cashOutByShare(slip.stake, parseDecimal("23.51"), 50);
  expect(half).toEqual({ closed: parseDecimal("5"), paid: parseDecimal("11.75") });
  const rest = { ...slip, stake: parseDecimal("5"), factors: [2000, 2500, 1800].map(priceRatio) };
  expect(half.paid + slipPayout(rest)).toBe(parseDecimal("56.75"));
  expect(cashOutByAmount(slip.stake, parseDecimal("23.51"), parseDecimal("6")).closed).toBe(parseDecimal("2.56"));
});

test("an offer is at most the possible return, and below a minor unit there is none", () => {
  expect(cashOutOffer({ numerator: 30_000_000n, denominator: 1n }, parseDecimal("20"))).toBe(parseDecimal("20"));
  expect(cashOutOffer({ numerator: 10_500n, denominator: 1n }, parseDecimal("20"))).toBeUndefined();
});

test("systems have as many combinations as their names promise", () => {
  const counts = Object.entries(fullSystems).map(([kind, { legs }]) => [kind, countOf(kind as SlipKind, legs)]);
  expect(Object.fromEntries([...counts, ["alphabet", countOf("alphabet", 6)]])).toEqual({
    trixie: 4,
    patent: 7,
    yankee: 11,
    lucky_15: 15,
    canadian: 26,
    alphabet: 26,
    lucky_31: 31,
    heinz: 57,
    lucky_63: 63,
    super_heinz: 120,
    lucky_127: 127,
    goliath: 247,
    lucky_255: 255,
  });
});

function countOf(kind: SlipKind, legs: number): number {
  const shape = shapeOf({ kind, bankers: Array.from({ length: legs }, () => false) });
  return shape ? combinationsOf(shape) : 0;
}

test("a typed total of 100 on a Heinz is 1.75 on each of 57 bets", () => {
  expect(stakeOfTotal(parseDecimal("100"), 57)).toEqual({ unit: parseDecimal("1.75"), stake: parseDecimal("99.75") });
});

test("a dead heat divides the whole price, and a free bet's stake is subtracted once", () => {
  expect(factorOf(priceRatio(12_000), readResult("tie1/2"))).toEqual({ numerator: 12_000n, denominator: 2_000n });
  const free = pricedSlip({ ...accumulator(["1.500", "1.200"]), stake: "10", free_bet: true });
  expect(slipPayout(free)).toBe(parseDecimal("8"));
  const lost: WrittenSlip = { stake: "10", kind: "single", free_bet: true, legs: [["1.500", "half_lost"]] };
  expect(returnsOf(lost).payout).toBe(0n);
});

test("the boost counts legs won outright at 1.40 or more, after voids", () => {
  expect([0, 2, 3, 4, 5, 6, 7, 8, 20].map(boostPercent)).toEqual([0, 0, 5, 7, 10, 12, 15, 20, 20]);
  const legs = [
    ["2.000", "won"],
    ["2.000", "won"],
    ["2.000", "won"],
  ] as const;
  const boost = (fourth: readonly string[]) =>
    formatAmount(returnsOf({ stake: "10", kind: "accumulator", legs: [...legs, fourth] }).boost);
  expect(boost(["2.000", "void"])).toBe("4");
  expect(boost(["2.000", "half_won"])).toBe("6");
  expect(boost(["1.399", "won"])).toBe("5.596");
  expect(boost(["1.400", "won"])).toBe("7.84");
});

test("a builder with a half void selection lies halfway between its two sets", () => {
  const prices = [0, 2_000, 1_500, 2_600];
  const half = builderFactor(prices, [readResult("won"), readResult("half_won")]);
  expect(isEqual(half, { numerator: 2_300n, denominator: 1_000n })).toBe(true);
  expect(
    isEqual(builderFactor(prices, [readResult("void"), readResult("void")]), { numerator: 1n, denominator: 1n }),
  ).toBe(true);
  expect(builderFactor(prices, [readResult("lost"), readResult("void")]).numerator).toBe(0n);
});

test("an open leg is worth each of its results by its chance: a half lost one is half the stake", () => {
  const worth = (chances: Partial<Parameters<typeof expectedFactor>[1]>) => {
    const whole = { win: 0, halfWin: 0, refund: 0, halfLose: 0, ...chances };
    const { numerator, denominator } = expectedFactor(priceRatio(2_000), whole);
    return Number(numerator) / Number(denominator);
  };
  expect([worth({ win: 500_000 }), worth({ halfWin: 500_000 })]).toEqual([1, 0.75]);
  expect([worth({ refund: 500_000 }), worth({ halfLose: 500_000 }), worth({})]).toEqual([0.5, 0.25, 0]);
});

test("chances are whole millionths that sum to at most 1", () => {
  expect(() => expectedFactor(priceRatio(2_000), { win: 600_000, halfWin: 0, refund: 500_000, halfLose: 0 })).toThrow();
  expect(() => expectedFactor(priceRatio(2_000), { win: 0.5, halfWin: 0, refund: 0, halfLose: 0 })).toThrow();
});

const isEqual = (a: Ratio, b: Ratio) => a.numerator * b.denominator === b.numerator * a.denominator;

/** The return of a slip, added up combination by combination. */
function byCombination(slip: WrittenSlip): Ratio {
  const { factors } = pricedSlip(slip);
  const { bankers, others, groups } = shapeOfWritten(slip);
  const bets = groups.flatMap(({ legs, folds }) =>
    folds.flatMap(fold => subsets(legs, fold).map(legs => [...bankers, ...legs.map(leg => others[leg] as number)])),
  );
  const product = (bet: readonly number[]) =>
    bet.reduce<Ratio>(
      (whole, leg) => {
        const factor = factors[leg] as Ratio;
        return {
          numerator: whole.numerator * factor.numerator,
          denominator: whole.denominator * factor.denominator,
        };
      },
      { numerator: 1n, denominator: 1n },
    );
  return bets.map(product).reduce((a, b) => ({
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }));
}

function subsets(of: readonly number[], count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return of.flatMap((first, index) => subsets(of.slice(index + 1), count - 1).map(rest => [first, ...rest]));
}

const resultText = fc.constantFrom("won", "lost", "void", "half_won", "half_lost", "tie1/2", "tie2/3");
const legs = fc.array(fc.tuple(fc.integer({ min: 1_001, max: 60_000 }), resultText), { minLength: 2, maxLength: 6 });

test("symmetric polynomials give the sum over all combinations", () => {
  fc.assert(
    fc.property(legs, fc.nat(), fc.boolean(), (picked, seed, hasBanker) => {
      const others = picked.length - (hasBanker ? 1 : 0);
      const folds = Array.from({ length: others }, (_, index) => index + 1).filter(fold => (seed >> fold) & 1);
      const slip: WrittenSlip = {
        stake: "10",
        kind: "system",
        folds: folds.length > 0 ? folds : [1],
        legs: picked.map(([price, result], index) => [
          formatAmount(micros(BigInt(price) * 1000n)),
          result,
          ...(hasBanker && index === 0 ? ["banker"] : []),
        ]),
      };
      const { shape, factors } = pricedSlip(slip);
      expect(isEqual(sumOfCombinations(shape, factors), byCombination(slip))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
