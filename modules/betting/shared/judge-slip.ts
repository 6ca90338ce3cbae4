import { type Micros, micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { type EachWay, placeFactor } from "./each-way.ts";
import type { LegCause, LegState } from "./leg-state.ts";
import {
  accumulatorBoost,
  type BuilderPrices,
  builderFactor,
  type Factor,
  factorOf,
  legResults,
  nothing,
  one,
  type PricedSlip,
  priceRatio,
  slipPayout,
} from "./slip-payout.ts";
import type { Shape } from "./systems.ts";

/** A slip that may be settled. */
export interface JudgedSlip {
  readonly shape: Shape;
  readonly isAccumulator: boolean;
  /** The prices of a builder, whose legs have one factor together. */
  readonly builder: BuilderPrices | null;
  readonly freeBet: boolean;
  /** The place part of each leg; null for a bet to win alone. */
  readonly eachWay: readonly EachWay[] | null;
  /** What is open of the stake: without the parts that were cashed out. */
  readonly stake: Micros;
  readonly isCashedOutInPart: boolean;
  readonly legs: readonly { readonly price: number; readonly outcome: string; readonly state: LegState }[];
}

export type Judgement =
  | { readonly kind: "open"; readonly isDisputed: boolean }
  | { readonly kind: "voided"; readonly causes: readonly LegCause[] }
  | {
      readonly kind: "settled";
      readonly payout: Micros;
      readonly boost: Micros;
      /** Positions of the legs whose result is seen and not confirmed. */
      readonly early: readonly number[];
    };

/** A slip ends once its return cannot change: payouts never fall when a factor rises, so both ends of what is open are compared. */
export function judgeSlip(slip: JudgedSlip): Judgement {
  const { legs } = slip;
  if (legs.every(({ state }) => state.kind === "decided" && state.result.voidHalves === 2))
    return { kind: "voided", causes: legs.flatMap(({ state }) => (state.kind === "decided" ? [state.cause] : [])) };
  const payout = slipPayout(priced(slip, nothing));
  if (payout !== slipPayout(priced(slip, undefined))) return { kind: "open", isDisputed: isDisputed(slip) };
  const early = legs.flatMap(({ state }, position) => (state.kind === "decided" && state.isEarly ? [position] : []));
  return { kind: "settled", payout, boost: boostOf(slip), early };
}

function isDisputed({ legs }: JudgedSlip): boolean {
  return legs.some(({ state }) => state.kind === "open" && state.isDisputed === true);
}

/** The largest return that is still possible. */
export function possibleReturn(slip: JudgedSlip): Micros {
  return slipPayout(priced(slip, undefined));
}

/** `open`: the factor of open legs, nothing or one; their price without it. */
function priced(slip: JudgedSlip, open: Factor | undefined): PricedSlip {
  const { shape, stake, freeBet, isCashedOutInPart: cashedOut } = slip;
  return { shape, stake, factors: factorsOf(slip, open), places: placesOf(slip, open), freeBet, cashedOut };
}

function placesOf({ eachWay, legs }: JudgedSlip, open: Factor | undefined): readonly Factor[] | undefined {
  return eachWay?.map((terms, position) => placeFactor(required(legs[position], "a leg for its terms"), terms, open));
}

function factorsOf({ builder, legs }: JudgedSlip, open: Factor | undefined): readonly Factor[] {
  if (builder) {
    const result = open === undefined ? legResults.won : open === nothing ? legResults.lost : legResults.void;
    return [
      builderFactor(
        builder,
        legs.map(({ state }) => (state.kind === "decided" ? state.result : result)),
      ),
    ];
  }
  return legs.map(({ price, state }) =>
    state.kind === "decided" ? factorOf(priceRatio(price), state.result) : (open ?? priceRatio(price)),
  );
}

function boostOf(slip: JudgedSlip): Micros {
  const results = slip.legs.flatMap(({ price, state }) =>
    state.kind === "decided" ? [{ price, result: state.result }] : [],
  );
  if (!slip.isAccumulator || results.length < slip.legs.length) return micros(0n);
  return accumulatorBoost(priced(slip, one), results);
}
