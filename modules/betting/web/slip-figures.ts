import type { Micros } from "#kit/money/amount.ts";
import { readPrice } from "../shared/read-slip.ts";
import { exactReturn, priceRatio, truncated } from "../shared/slip-payout.ts";
import { combinationsOf, type Shape, shapeOf } from "../shared/systems.ts";

/** How the selections are combined: all of them, or every combination of so many. */
export type Folds = number | "all";

/** What the call names this. */
export function kindOf(count: number, folds: Folds) {
  if (count === 1) return { kind: "single" as const };
  return folds === "all" ? { kind: "accumulator" as const } : { kind: "system" as const, folds: [folds] };
}

export interface SlipFigures {
  readonly bets: number;
  /** Of all bets together. */
  readonly stake: Micros;
  /** The highest return, if every selection wins. */
  readonly possible: Micros;
}

/** Undefined for a price that is none. */
export function figuresOf(prices: readonly string[], folds: Folds, unit: bigint): SlipFigures | undefined {
  const shape = shapeFor(prices.length, folds);
  const known = prices.flatMap(price => readPrice(price) ?? []);
  if (!shape || known.length < prices.length) return undefined;
  const bets = combinationsOf(shape);
  const stake = (unit * BigInt(bets)) as Micros;
  return { bets, stake, possible: truncated(exactReturn({ shape, stake, factors: known.map(priceRatio) })) };
}

function shapeFor(count: number, folds: Folds): Shape | undefined {
  return shapeOf(
    Object.assign({ folds: undefined, bankers: Array.from({ length: count }, () => false) }, kindOf(count, folds)),
  );
}
