import type { Micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { DecidedMarket, LockedLeg } from "#modules/odds/server/index.ts";
import type { Slip } from "#modules/wallet/server/index.ts";
import { type EachWay, eachWayPrice, placeFactor, placeResult } from "../shared/each-way.ts";
import { type JudgedSlip, possibleReturn } from "../shared/judge-slip.ts";
import {
  type BuilderPrices,
  builderFactor,
  cashOutOffer,
  exactReturn,
  expectedFactor,
  type Factor,
  factorOf,
  legResults,
  priceRatio,
} from "../shared/slip-payout.ts";
import { meanFactor } from "../shared/slip-value.ts";
import type { JointChance, OpenSelection } from "./builder-chances.ts";
import { judgedSlip, stateOfLeg } from "./slip-facts.ts";

/** What an offer is computed from. */
export interface OfferFacts {
  readonly markets: ReadonlyMap<bigint, DecidedMarket>;
  /** The legs as a bet on them would be accepted now; of a slip each-way, then their places. */
  readonly legs: readonly LockedLeg[];
  readonly now: number;
  /** The chance of several open selections of a builder. */
  readonly joint: JointChance;
}

/**
 * What a cash-out of the whole slip pays: its return with the mean factor of every open leg, less the margin. None for a slip that has
 * ended, and while a leg has no price, no chances, or a result that is not confirmed.
 */
export function offerOf(slip: Slip, { markets, legs, now, joint }: OfferFacts): Micros | undefined {
  if (slip.status !== "open" || slip.freeBet) return undefined;
  const states = slip.legs.map(leg => stateOfLeg(slip, leg, markets.get(leg.market), now));
  const judged = judgedSlip(slip, states);
  if (judged.legs.some(({ state }) => state.kind === "decided" && state.isEarly)) return undefined;
  const factors = judged.builder
    ? factorsOfBuilder(judged, judged.builder, legs, openSelections(slip, judged, legs), joint)
    : factorsOfLegs(judged, legs);
  const places = judged.eachWay ? placesOf(judged, judged.eachWay, legs) : undefined;
  if (!factors || places === null) return undefined;
  return cashOutOffer(
    exactReturn({ shape: judged.shape, stake: judged.stake, factors, places }),
    possibleReturn(judged),
  );
}

/** The selections of a builder whose joint chance its offer needs; empty where one chance or none is enough. */
export function selectionsToQuote(
  slip: Slip,
  { markets, legs, now }: Pick<OfferFacts, "markets" | "legs" | "now">,
): readonly OpenSelection[] {
  const states = slip.legs.map(leg => stateOfLeg(slip, leg, markets.get(leg.market), now));
  const judged = judgedSlip(slip, states);
  const open = judged.builder && slip.status === "open" ? openSelections(slip, judged, legs) : [];
  const isOffered = judged.legs.every(({ state }, at) => state.kind !== "open" || legs[at]?.refusal === null);
  return open.length > 1 && isOffered ? open : [];
}

function openSelections(slip: Slip, { legs: judged }: JudgedSlip, legs: readonly LockedLeg[]): OpenSelection[] {
  return slip.legs.flatMap(({ event, kind, spec, outcome }, at) =>
    judged[at]?.state.kind === "open" ? [{ event, kind, spec, outcome, marketN: legs[at]?.marketN ?? 0n }] : [],
  );
}

function factorsOfLegs({ legs: judged }: JudgedSlip, legs: readonly LockedLeg[]): readonly Factor[] | undefined {
  const factors = judged.map(({ price, state }, position) =>
    state.kind === "open" ? openFactor(price, legs[position]) : factorOf(priceRatio(price), state.result),
  );
  return factors.every(factor => factor !== undefined) ? factors : undefined;
}

/** The place parts: one that is open needs the chance of a place, which a market of as many places has. Null without it. */
function placesOf(
  { legs: judged }: JudgedSlip,
  eachWay: readonly EachWay[],
  legs: readonly LockedLeg[],
): readonly Factor[] | null {
  const factors = judged.map((leg, position) => {
    const terms = required(eachWay[position], "terms of each leg");
    if (placeResult(leg.state, terms, leg.outcome)) return placeFactor(leg, terms, undefined);
    const place = legs[judged.length + position];
    if (!place?.p || place.refusal !== null) return null;
    const win = Math.floor(place.p.win * 1_000_000 + 1e-6);
    return expectedFactor(eachWayPrice(leg.price, terms), { win, halfWin: 0, refund: 0, halfLose: 0 });
  });
  return factors.every(factor => factor !== null) ? factors : null;
}

function openFactor(price: number, leg: LockedLeg | undefined): Factor | undefined {
  return leg?.p && leg.refusal === null ? meanFactor({ price, chances: leg.p }) : undefined;
}

/** What a builder returns if its open selections win, times the chance that all of them do. */
function factorsOfBuilder(
  { legs: judged }: JudgedSlip,
  prices: BuilderPrices,
  legs: readonly LockedLeg[],
  open: readonly OpenSelection[],
  joint: JointChance,
): readonly Factor[] | undefined {
  if (judged.some(({ state }, at) => state.kind === "open" && legs[at]?.refusal !== null)) return undefined;
  const single = legs.find((_, at) => judged[at]?.state.kind === "open")?.p;
  const chance = open.length > 1 ? joint(open) : single && Math.floor(single.win * 1_000_000 + 1e-6);
  if (chance === undefined || chance === null) return undefined;
  const results = judged.map(({ state }) => (state.kind === "open" ? legResults.won : state.result));
  const { numerator, denominator } = builderFactor(prices, results);
  return [{ numerator: numerator * BigInt(chance), denominator: denominator * 1_000_000n }];
}
