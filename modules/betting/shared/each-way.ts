import type { Ratio } from "#kit/money/amount.ts";
import { entrantFactor } from "#modules/odds/shared/entrant-rules.ts";
import { type LegState, legResultOf } from "./leg-state.ts";
import { type Factor, factorOf, type LegResult, placePrice, priceRatio } from "./slip-payout.ts";

/** The terms of the place part of a bet: how many places pay, and 1/`part` of the winnings that they pay. */
export interface EachWay {
  readonly places: number;
  readonly part: number;
}

/** The market kind that is offered each-way: a bet on the winner and one with the same stake on a place. */
export const eachWayKind = "outright_winner";

/** The terms by number of entrants, from the most down. Below the last row, each-way is not offered. */
export const eachWayTable: readonly (EachWay & { readonly entrants: number })[] = [
  { entrants: 16, places: 4, part: 4 },
  { entrants: 8, places: 3, part: 5 },
  { entrants: 5, places: 2, part: 4 },
];

/** Undefined for too few entrants. */
export function eachWayOf(entrants: number): EachWay | undefined {
  const row = eachWayTable.find(each => entrants >= each.entrants);
  return row && { places: row.places, part: row.part };
}

/** The price of the place part of a price in thousandths. */
export function eachWayPrice(price: number, { part }: EachWay): Ratio {
  return placePrice(priceRatio(price), { numerator: 1n, denominator: BigInt(part) });
}

/** The result of the place part; undefined while the leg is open or the places are not known. What is void is void in both parts. */
export function placeResult(state: LegState, { places }: EachWay, entrant: string): LegResult | undefined {
  if (state.kind === "open") return undefined;
  if (state.result.voidHalves === 2) return state.result;
  const factor = entrantFactor(state, places, entrant);
  return factor && legResultOf(factor);
}

/** The factor of the place part; `open` counts while it has no result. */
export function placeFactor(
  { price, state, outcome }: { readonly price: number; readonly state: LegState; readonly outcome: string },
  terms: EachWay,
  open: Factor | undefined,
): Factor {
  const result = placeResult(state, terms, outcome);
  const ratio = eachWayPrice(price, terms);
  return result ? factorOf(ratio, result) : (open ?? ratio);
}
