import { algorithm } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { BetIds, PublicProfileOf } from "#modules/bets/server/index.ts";
import type { RoundRecord } from "#modules/bets/shared/contract.ts";
import { openFacts } from "#modules/engines/multiplayer/server/index.ts";
import { asPlaced, placedView, roundOf } from "#modules/engines/shared-rounds/server/index.ts";
import type { MultiplayerDraws, MultiplayerFacts } from "#modules/fairness/server/index.ts";
import type { MultiplayerProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { PastRoomRound } from "../shared/contract.ts";
import type { RoundRow, StoredEntry } from "./store.ts";

/** What may be shown of rounds and stakes: each view is built from an allow list. */

/** What views of proofs need. */
export interface ProofNeeds {
  readonly draws: Pick<MultiplayerDraws, "publicId">;
  /** Undefined for rules of a version that this process does not run. */
  readonly configHashOf: (rulesVersion: string) => string | undefined;
}

const colourOf = (bet: Bet) => (bet.choice as { colour: string }).colour;

/** The first answer to a stake, and the answer to every repeat: what was true when it was placed. */
export function placedStakeView(ids: BetIds, needs: ProofNeeds, bet: Bet, commitment: string) {
  const proof = betProof(needs, asPlaced(bet), openFacts(roundOf(bet), commitment), null, undefined);
  return placedView(ids, bet, proof);
}

/** The proof of a stake, with what is known of its round. `round` is null wherever the answer must never change. */
export function betProof(
  needs: ProofNeeds,
  bet: Bet,
  facts: MultiplayerFacts,
  round: RoundRow | null,
  seat: number | undefined,
): MultiplayerProof {
  return {
    ...proofOf(needs, bet.rulesVersion, facts),
    inputs: {
      colour: colourOf(bet),
      player: needs.draws.publicId("rooms", roundOf(bet), bet.player),
      ...(seat !== undefined && { seat }),
    },
    outcome: round && outcomeOf(round),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
  };
}

function proofOf({ configHashOf }: ProofNeeds, rulesVersion: string, facts: MultiplayerFacts) {
  const configHash = configHashOf(rulesVersion);
  return {
    kind: "between",
    game: "rooms",
    version: algorithm,
    rules_version: rulesVersion,
    ...(configHash !== undefined && { config_hash: configHash }),
    ...facts,
  } as const;
}

function outcomeOf({ state, ticket, winnerSeat, payout }: RoundRow) {
  if (state !== "paid" || ticket === null || payout === null) return null;
  return { ticket: String(ticket), seat: winnerSeat, payout: formatAmount(payout) };
}

/** The public record of a round. */
export function roundRecordView(needs: ProofNeeds, round: RoundRow, facts: MultiplayerFacts): RoundRecord {
  return {
    id: `rooms-${round.number}`,
    kind: "round",
    game: "rooms",
    status: round.state === "paid" ? "settled" : round.state === "refunded" ? "voided" : "open",
    player: null,
    test: false,
    multiplier: null,
    started_at: round.openedAt.toISOString(),
    ended_at: round.endedAt?.toISOString() ?? null,
    proof: { ...proofOf(needs, round.rulesVersion, facts), outcome: outcomeOf(round), currency: round.currency },
  };
}

/** A finished round with the face of its winner as it may be shown now. */
export async function pastRoundView(
  { publicProfileOf, draws }: { publicProfileOf: PublicProfileOf; draws: Pick<MultiplayerDraws, "publicId"> },
  round: RoundRow,
  entries: readonly StoredEntry[],
): Promise<PastRoomRound> {
  const winner = entries.find(({ seat }) => seat === round.winnerSeat)?.player;
  const held = entries.reduce((sum, { player, stake }) => (player === winner ? sum + stake : sum), 0n);
  const paid = round.state === "paid";
  return {
    id: `rooms-${round.number}`,
    round: Number(round.number),
    colour: round.colour,
    currency: round.currency,
    status: paid ? "paid" : "refunded",
    reason: round.reason,
    pot: formatAmount(round.pot ?? 0n),
    players: round.players ?? 0,
    ticket: paid ? String(round.ticket) : null,
    seat: paid ? round.winnerSeat : null,
    payout: paid ? formatAmount(round.payout ?? 0n) : null,
    winner: winner
      ? {
          id: draws.publicId("rooms", round.number, winner),
          face: (await publicProfileOf(winner)).face,
          held: formatAmount(held),
        }
      : null,
    ended_at: required(round.endedAt, "an ended round has a time").toISOString(),
  };
}
