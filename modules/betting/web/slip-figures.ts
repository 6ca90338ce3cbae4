import { type Micros, microsPerMinor, type Ratio } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { StakeLimits } from "#modules/bets/shared/stakes.ts";
import { type EachWay, eachWayPrice } from "../shared/each-way.ts";
import { readPrice } from "../shared/read-slip.ts";
import { slipLimits } from "../shared/slip-limits.ts";
import {
  accumulatorBoost,
  boostFrom,
  boostPercent,
  exactReturn,
  legResults,
  priceRatio,
  sumOfCombinations,
  truncated,
} from "../shared/slip-payout.ts";
import { combinationsOf, fullSystems, type Shape, type SlipKind, shapeOf } from "../shared/systems.ts";

/** How selections are combined. `single` with several selections is a bet on each of them; `of_2` is every combination of two. */
export type Choice = Exclude<SlipKind, "system"> | `of_${number}`;

/** What the call names this. */
export function kindOf(choice: Choice) {
  const folds = foldsOf(choice);
  return folds === undefined ? { kind: choice as SlipKind } : { kind: "system" as const, folds: [folds] };
}

/** How many selections a combination has; undefined for a kind with a name. */
export function foldsOf(choice: Choice): number | undefined {
  return choice.startsWith("of_") ? Number(choice.slice("of_".length)) : undefined;
}

/** Systems of so many selections, by name and as k of n. A banker is in every combination, so only the others are counted. */
export function systemsOf(count: number, bankers: number): readonly Choice[] {
  const others = count - bankers;
  const least = bankers > 0 ? 1 : 2;
  const some = Array.from({ length: Math.max(0, others - least) }, (_, index) => `of_${index + least}` as const);
  if (bankers > 0) return some;
  const named = (Object.keys(fullSystems) as (keyof typeof fullSystems)[]).filter(
    name => fullSystems[name].legs === count,
  );
  return count === 6 ? [...some, ...named, "alphabet"] : [...some, ...named];
}

export interface SlipFigures {
  readonly bets: number;
  /** Stake of all bets together. */
  readonly stake: Micros;
  /** The highest return, if every selection wins; without the boost. */
  readonly possible: Micros;
  /** Price of an accumulator: the product of its prices, truncated to two places. */
  readonly price?: string;
  /** For an accumulator that wins as a whole: what is added to its return. */
  readonly boost?: { readonly percent: number; readonly amount: Micros };
}

interface FiguresOf {
  readonly freeBet?: boolean;
  /** Each-way: the terms of the place part, by leg. */
  readonly eachWay?: readonly EachWay[] | undefined;
}

/** Undefined for a price that is none, and for a system that there is not. */
export function figuresOf(
  prices: readonly string[],
  choice: Choice,
  bankers: readonly boolean[],
  unit: bigint,
  { freeBet = false, eachWay }: FiguresOf = {},
): SlipFigures | undefined {
  const read = prices.flatMap(price => readPrice(price) ?? []);
  const factors = read.map(priceRatio);
  if (factors.length < prices.length || factors.length === 0) return undefined;
  const places = eachWay?.map((terms, position) => eachWayPrice(read[position] ?? 0, terms));
  const parts = places ? 2n : 1n;
  if (choice === "single") {
    const shape = shapeFor("single", [false]);
    if (!shape) return undefined;
    const stake = (unit * parts) as Micros;
    const returns = factors.map((factor, position) =>
      truncated(
        exactReturn({ shape, stake, factors: [factor], places: places?.slice(position, position + 1), freeBet }),
      ),
    );
    return {
      bets: factors.length * Number(parts),
      stake: (stake * BigInt(factors.length)) as Micros,
      possible: returns.reduce((a, b) => a + b, 0n) as Micros,
    };
  }
  const shape = shapeFor(choice, bankers);
  if (!shape) return undefined;
  const bets = combinationsOf(shape) * Number(parts);
  const stake = (unit * BigInt(bets)) as Micros;
  const slip = { shape, stake, factors, places, freeBet };
  const figures = { bets, stake, possible: truncated(exactReturn(slip)) };
  if (choice !== "accumulator" || places) return figures;
  const legs = read.map(price => ({ price, result: legResults.won }));
  const amount = accumulatorBoost(slip, legs);
  const percent = boostPercent(read.filter(price => price >= boostFrom).length);
  const price = hundredths(sumOfCombinations(shape, factors));
  return Object.assign(figures, { price }, amount > 0n && { boost: { percent, amount } });
}

function hundredths({ numerator, denominator }: Ratio): string {
  const whole = (numerator * 100n) / denominator;
  return `${whole / 100n}.${String(whole % 100n).padStart(2, "0")}`;
}

/** How many bets of its unit a slip is; undefined for a system that there is not. */
export function betsOf(choice: Choice, bankers: readonly boolean[]): number | undefined {
  if (choice === "single" || choice === "builder") return 1;
  const shape = shapeFor(choice, bankers);
  return shape && combinationsOf(shape);
}

function shapeFor(choice: Choice, bankers: readonly boolean[]): Shape | undefined {
  return shapeOf(Object.assign({ folds: undefined, bankers }, kindOf(choice)));
}

/** The smallest and largest unit of a slip of so many bets: whole minor units. */
export function unitLimits(currency: Currency, bets: number): StakeLimits {
  const { minUnit, minSlip, ceiling } = slipLimits[currency];
  const step = microsPerMinor * BigInt(bets);
  const least = ((minSlip + step - 1n) / step) * microsPerMinor;
  return { min: (least > minUnit ? least : minUnit) as Micros, max: ((ceiling / step) * microsPerMinor) as Micros };
}
