import { formatAmount } from "#kit/money/amount.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { BetIds } from "./bet-id.ts";
import { paidMultiplier } from "./rows.ts";

/** What may be shown of a bet to who made it: each view is built from an allow list. */

type Words = Readonly<Record<string, unknown>>;

/** What a game wrote into its bet, in the words of its calls: what was chosen, and what was drawn. */
export interface BetFacts<I extends Words = Words, O extends Words = Words> {
  readonly inputs: I;
  readonly outcome: O;
}

/** The answer to a bet. It says nothing that changes later, so that a repeat gets the same bytes: no revealed seed is in it. */
export function betView<O extends Words>(ids: BetIds, bet: Bet, outcome: O, proof: SeedsProof) {
  return {
    id: ids.seal(bet.player, bet.key),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    status: bet.status,
    balance: formatAmount(bet.balanceAfter),
    outcome,
    proof,
  };
}

/** What a line of the player's own history says of a bet in every game. */
export function historyView(ids: BetIds, bet: Bet) {
  return {
    id: ids.seal(bet.player, bet.key),
    at: bet.placedAt.toISOString(),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
  };
}
