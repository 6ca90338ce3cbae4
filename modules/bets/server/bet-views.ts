import { formatAmount } from "#kit/money/amount.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { BetIds } from "./bet-id.ts";
import { paidMultiplier } from "./rows.ts";

/** A bet as shown to its player: each view is built from an allow list. */

type Words = Readonly<Record<string, unknown>>;

/** The game's own fields of its bet, named as in its calls: choice and outcome. */
export interface BetFacts<I extends Words = Words, O extends Words = Words> {
  readonly inputs: I;
  readonly outcome: O;
}

/** The answer to a bet. It contains nothing that changes later (no revealed seed), so that a repeat gets the same bytes. */
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

/** The fields of an own history row in every game. */
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
