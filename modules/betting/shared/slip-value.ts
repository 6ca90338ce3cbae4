import type { Ratio } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { Chances } from "#modules/odds/shared/feed.ts";
import { leastSlipPrice, rateOf } from "#modules/wagering/shared/grant.ts";
import {
  boostFrom,
  boostPercent,
  expectedFactor,
  type Factor,
  fullPrice,
  priceRatio,
  sumOfCombinations,
} from "./slip-payout.ts";
import { readTerms, shapeOfTerms } from "./slip-terms.ts";
import { combinationsOf, type Shape } from "./systems.ts";

/** A leg with what its outcome returns on average: the chances that its price was made from. */
export interface ValuedLeg {
  /** Thousandths. */
  readonly price: number;
  readonly chances: Chances | null;
}

export interface ValuedSlip {
  readonly shape: Shape;
  readonly isAccumulator: boolean;
  /** The legs; all selections of a builder are one. */
  readonly legs: readonly ValuedLeg[];
}

const million = 1_000_000;

/** Chances are cut to millionths, so that their sum never passes one. */
export function meanFactor({ price, chances }: { readonly price: number; readonly chances: Chances }): Factor {
  const cut = (chance: number) => Math.floor(chance * million + 1e-6);
  const { win, half_win: halfWin, refund, half_lose: halfLose } = chances;
  return expectedFactor(priceRatio(price), {
    win: cut(win),
    halfWin: cut(halfWin),
    refund: cut(refund),
    halfLose: cut(halfLose),
  });
}

/**
 * What a slip returns of its stake on average, with the largest boost: its theoretical loss is the rest. Legs of a slip are of different events,
 * so their means multiply. Undefined when a leg had no chances.
 */
export function returnedBySlip({ shape, isAccumulator, legs }: ValuedSlip): Ratio | undefined {
  const factors: Factor[] = [];
  for (const { price, chances } of legs) {
    if (!chances) return undefined;
    factors.push(meanFactor({ price, chances }));
  }
  const { numerator, denominator } = sumOfCombinations(shape, factors);
  const boosted = isAccumulator ? legs.filter(({ price }) => price >= boostFrom).length : 0;
  return {
    numerator: numerator * BigInt(100 + boostPercent(boosted)),
    denominator: denominator * 100n * BigInt(combinationsOf(shape)),
  };
}

/** What a slip counts of its stake for a bonus, in thousandths: by its edge, as every bet; 0 below the least price. */
export function bonusRateOf(slip: ValuedSlip): number {
  if (leastPriceOf(slip) < leastSlipPrice) return 0;
  const returned = returnedBySlip(slip);
  return returned ? rateOf(returned) : 0;
}

/** The lowest price of a combination, in thousandths, cut. */
function leastPriceOf({ shape: { bankers, others, groups }, legs }: ValuedSlip): number {
  const priceAt = (position: number) => BigInt(required(legs[position], "a leg of its shape").price);
  const product = (prices: readonly bigint[]) => prices.reduce((sum, price) => (sum * price) / 1000n, 1000n);
  const fixed = bankers.map(priceAt);
  const least = groups.flatMap(({ legs: of, folds }) => {
    const rising = of.map(leg => priceAt(required(others[leg], "a leg of its group"))).sort((a, b) => Number(a - b));
    return folds.map(fold => Number(product([...fixed, ...rising.slice(0, fold)])));
  });
  return Math.min(...least);
}

/** A builder as one leg, at its price and with the chance of all its selections. */
export const builderLeg = (price: number, chance: number | null): ValuedLeg => ({
  price,
  chances: chance === null ? null : { win: chance / million, half_win: 0, refund: 0, half_lose: 0 },
});

/** A slip as it was accepted: the terms stored with it, and its legs. Undefined when a leg had no chances. */
export function returnedByStored(stored: Json): Ratio | undefined {
  const { terms: storedTerms, legs } = stored as unknown as { terms: Json; legs: readonly ValuedLeg[] };
  const terms = readTerms(storedTerms);
  // The chance of a place is not stored.
  if (terms.eachWay) return undefined;
  const priced = terms.builder ? [builderLeg(fullPrice(terms.builder), terms.chance)] : legs;
  return returnedBySlip({ shape: shapeOfTerms(terms), isAccumulator: terms.kind === "accumulator", legs: priced });
}
