import type { Micros } from "#kit/money/amount.ts";
import type { DecidedMarket, LockedLeg } from "#modules/odds/server/index.ts";
import type { Slip } from "#modules/wallet/server/index.ts";
import { possibleReturn } from "../shared/judge-slip.ts";
import { cashOutOffer, exactReturn, type Factor, factorOf, priceRatio } from "../shared/slip-payout.ts";
import { meanFactor } from "../shared/slip-value.ts";
import { judgedSlip, stateOfLeg } from "./slip-facts.ts";

/**
 * What a cash-out of the whole slip pays: its return with the mean factor of every open leg, less the margin. None for a slip that has
 * ended, for a builder, and while a leg has no price, no chances, or a result that is not confirmed.
 */
export function offerOf(
  slip: Slip,
  markets: ReadonlyMap<bigint, DecidedMarket>,
  legs: readonly LockedLeg[],
  now: number,
): Micros | undefined {
  if (slip.status !== "open" || slip.freeBet) return undefined;
  const states = slip.legs.map(leg => stateOfLeg(slip, leg, markets.get(leg.market), now));
  const judged = judgedSlip(slip, states);
  // The rest of a builder would need a new joint price.
  if (judged.builder) return undefined;
  const factors: Factor[] = [];
  for (const [position, { price, state }] of judged.legs.entries()) {
    const factor =
      state.kind === "open"
        ? openFactor(price, legs[position])
        : state.isEarly
          ? undefined
          : factorOf(priceRatio(price), state.result);
    if (!factor) return undefined;
    factors.push(factor);
  }
  return cashOutOffer(exactReturn({ shape: judged.shape, stake: judged.stake, factors }), possibleReturn(judged));
}

function openFactor(price: number, leg: LockedLeg | undefined): Factor | undefined {
  return leg?.p && leg.refusal === null ? meanFactor({ price, chances: leg.p }) : undefined;
}
