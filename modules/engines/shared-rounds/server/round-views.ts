import { formatAmount } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { type BetIds, paidMultiplier } from "#modules/bets/server/index.ts";
import type { RoundRecord } from "#modules/bets/shared/contract.ts";
import type { ChainProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { EndedRound, RoundRow } from "./round-store.ts";

/** What may be shown of shared rounds and their bets, in every game: each view is built from an allow list. */

/** The round of a bet on a shared round. */
export function roundOf({ round }: Pick<Bet, "round">): bigint {
  return required(round, "a bet on a shared round has a round").number;
}

/** The bet as it was when it was placed: the first answer, and the answer to every repeat, contain nothing that came later. */
export function asPlaced(bet: Bet): Bet {
  return { ...bet, payout: 0n as Bet["payout"], outcome: null, status: "open" };
}

/** The first answer to a bet. */
export function placedView<Proof>(ids: BetIds, bet: Bet, proof: Proof) {
  return {
    id: ids.seal(bet.player, bet.key),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: "0",
    multiplier: "0.00",
    status: asPlaced(bet).status,
    balance: formatAmount(bet.balanceAfter),
    proof,
  };
}

/** What the list of a player's own bets says of every bet. */
export function ownBetFields(ids: BetIds, bet: Bet) {
  return {
    id: ids.seal(bet.player, bet.key),
    at: bet.placedAt.toISOString(),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
    multiplier: paidMultiplier(bet),
    status: bet.status,
  };
}

/** The money in the proof of a bet. */
export function provenMoney({ currency, stake, payout }: Bet) {
  return { currency, stake: formatAmount(stake), payout: formatAmount(payout) };
}

/** What the list of past rounds says of every round. */
export function pastRoundFields(sequence: string, round: EndedRound<string>) {
  return {
    id: `${sequence}-${round.number}`,
    round: Number(round.number),
    status: round.state,
    rules_version: round.rulesVersion,
    link: toHex(round.link),
    ended_at: round.endedAt.toISOString(),
  };
}

/** The public record of a round, with its result and link once they are published. */
export function roundRecord(
  { game, sequence }: { readonly game: string; readonly sequence: string },
  round: RoundRow<string>,
  multiplier: string | null,
  proof: ChainProof,
): RoundRecord {
  return {
    id: `${sequence}-${round.number}`,
    kind: "round",
    game,
    status: round.state === "settled" || round.state === "voided" ? round.state : "open",
    player: null,
    test: false,
    multiplier,
    started_at: (round.startedAt ?? round.openedAt).toISOString(),
    ended_at: round.endedAt?.toISOString() ?? null,
    proof,
  };
}
