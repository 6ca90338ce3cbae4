import { nobleHashes } from "#kit/fair/noble.ts";
import { algorithm } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { BetIds } from "#modules/bets/server/index.ts";
import type { RoundRecord } from "#modules/bets/shared/contract.ts";
import { asPlaced, placedView } from "#modules/engines/shared-rounds/server/index.ts";
import type { MultiplayerDraws, MultiplayerFacts } from "#modules/fairness/server/index.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import type { MultiplayerProof } from "#modules/fairness/shared/proof.ts";
import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { LiveRound, MultiplayerRound, Reason } from "./multiplayer-round.ts";

/** Public views of multiplayer rounds and their stakes: each is built from an allow list. */

type Ids = Pick<MultiplayerDraws, "publicId">;

/** The game's fields in a proof. */
export interface MultiplayerProofSpec<R extends MultiplayerRound> {
  readonly name: string;
  readonly versions: RuleVersions<Rules>;
  /** What the hash of the configuration covers, for a round under its own rules. */
  readonly configuration: (round: R) => object;
  /** What was agreed when the round was opened; never changes. */
  readonly inputs: (round: Pick<R, keyof R>) => Record<string, unknown>;
  /** Null until the round is paid. */
  readonly outcome: (round: R) => Record<string, unknown> | null;
}

export type MultiplayerViews<R extends MultiplayerRound> = ReturnType<typeof createMultiplayerViews<R>>;

export function createMultiplayerViews<R extends MultiplayerRound>(
  proofs: MultiplayerProofSpec<R>,
  ids: BetIds,
  draws: Ids,
) {
  const { name } = proofs;

  function proofOf(round: R, facts: MultiplayerFacts) {
    const known = proofs.versions.find(round.rulesVersion) !== undefined;
    return {
      kind: "between",
      game: name,
      version: algorithm,
      rules_version: round.rulesVersion,
      ...(known && { config_hash: configurationHash(nobleHashes, proofs.configuration(round)) }),
      ...facts,
    } as const;
  }

  /** The proof of a stake, with the stored facts of its round. */
  function betProof(
    bet: Bet,
    round: R,
    facts: MultiplayerFacts,
    outcome: MultiplayerProof["outcome"],
  ): MultiplayerProof {
    const { seat } = bet.choice as { seat: number };
    return {
      ...proofOf(round, facts),
      inputs: { ...proofs.inputs(round), seat, player: draws.publicId(name, round.number, bet.player) },
      outcome,
      currency: bet.currency,
      stake: formatAmount(bet.stake),
      payout: formatAmount(bet.payout),
    };
  }

  return {
    betProof: (bet: Bet, round: R, facts: MultiplayerFacts) => betProof(bet, round, facts, proofs.outcome(round)),

    /** The first answer to a stake, and the answer to every repeat: the state when it was placed. */
    placed: (bet: Bet, round: R, commitment: string) =>
      placedView(ids, bet, betProof(asPlaced(bet), round, openFacts(round.number, commitment), null)),

    /** The public record of a round. */
    record(round: R, facts: MultiplayerFacts): RoundRecord {
      return {
        id: `${name}-${round.number}`,
        kind: "round",
        game: name,
        status: round.state === "paid" ? "settled" : round.state === "refunded" ? "voided" : "open",
        player: null,
        test: false,
        multiplier: null,
        started_at: round.openedAt.toISOString(),
        ended_at: round.endedAt?.toISOString() ?? null,
        proof: {
          ...proofOf(round, facts),
          inputs: proofs.inputs(round),
          outcome: proofs.outcome(round),
          currency: round.currency,
        },
      };
    },

    /** The fields of every round's row: `seats` are the taken ones, `person` is null for the casino. */
    row({
      stored,
      publicProfiles,
      commitment,
      close,
    }: Pick<LiveRound<R>, "stored" | "publicProfiles" | "commitment" | "close">) {
      const { number, state } = stored;
      const person = (seat: number, player: PlayerId) => {
        const { face, test } = publicProfiles.get(seat) ?? { face: null, test: false };
        return { id: draws.publicId(name, number, player), face, test };
      };
      return {
        id: `${name}-${number}`,
        round: Number(number),
        state: shownState(state),
        currency: stored.currency,
        stake: formatAmount(stored.stake),
        seats: stored.seats.map(({ seat, player }) => ({ seat, person: player && person(seat, player) })),
        opened_at: stored.openedAt.toISOString(),
        ended_at: stored.endedAt?.toISOString() ?? null,
        commitment,
        entries_hash: close?.entriesHash ?? null,
        beacon: close && {
          round: close.beacon.round,
          due_at: new Date(close.beacon.dueAt).toISOString(),
          test: close.beacon.test,
        },
        reason: (state === "refunded" ? stored.reason : null) as Reason | null,
      };
    },
  };
}

/** What is public of a round that takes stakes. */
export const openFacts = (number: bigint, commitment: string): MultiplayerFacts => ({
  round: Number(number),
  commitment,
  secret: null,
  entries: [],
  entries_hash: null,
  beacon: null,
});

/** A decision is not shown before it is paid. */
function shownState(state: MultiplayerRound["state"]): "open" | "drawing" | "paid" | "refunded" {
  return state === "drawn" || state === "refunding" ? "drawing" : state;
}
