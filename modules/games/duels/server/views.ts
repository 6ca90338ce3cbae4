import { nobleHashes } from "#kit/fair/noble.ts";
import { algorithm } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import type { BetIds, PublicFace } from "#modules/desk/server/index.ts";
import type { RoundRecord } from "#modules/desk/shared/contract.ts";
import type { BetweenFacts, BetweenRounds } from "#modules/fairness/server/index.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import type { BetweenProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { DuelRow } from "../shared/contract.ts";
import { duelsConfiguration, type Side, sideShown, winnerGets } from "../shared/rules.ts";
import type { LiveDuel } from "./live-duel.ts";
import type { StoredDuel } from "./store.ts";

/** What may be shown of duels and stakes: each view is built from an allow list. */

type Ids = Pick<BetweenRounds, "publicId">;

const configHash = configurationHash(nobleHashes, duelsConfiguration);
const shownState = { open: "open", drawing: "drawing", drawn: "drawing", refunding: "drawing" } as const;

/** The two lines of a duel's entry list. */
export function entriesOf(between: Ids, { number, stake, opener, joiner }: StoredDuel) {
  const joined = joiner ? between.publicId("duels", number, joiner) : "house";
  return [
    { seat: 1, player: between.publicId("duels", number, opener), stake },
    { seat: 2, player: joined, stake },
  ];
}

export function duelView(between: Ids, duel: Omit<LiveDuel, "openerBet" | "joinerBet" | "seat">): DuelRow {
  const { stored, close } = duel;
  const { number, state, joinedBy } = stored;
  const person = (player: PlayerId, { face, test }: PublicFace) => {
    return { id: between.publicId("duels", number, player), face, test };
  };
  return {
    id: `duels-${number}`,
    round: Number(number),
    state: state === "paid" || state === "refunded" ? state : shownState[state],
    currency: stored.currency,
    stake: formatAmount(stored.stake),
    side: stored.side,
    house: stored.house,
    opener: person(stored.opener, duel.opener),
    joiner: joinedBy && {
      by: joinedBy,
      player: stored.joiner && duel.joiner ? person(stored.joiner, duel.joiner) : null,
    },
    opened_at: stored.openedAt.toISOString(),
    ended_at: stored.endedAt?.toISOString() ?? null,
    commitment: duel.commitment,
    entries_hash: close?.entriesHash ?? null,
    beacon: close && {
      round: close.beacon.round,
      due_at: new Date(close.beacon.dueAt).toISOString(),
      test: close.beacon.test,
    },
    result: resultOf(stored),
    reason: state === "refunded" ? stored.reason : null,
  };
}

function resultOf({ state, side, stake, openerWon }: StoredDuel): DuelRow["result"] {
  if (state !== "paid" || openerWon === null) return null;
  const winner = openerWon ? "opener" : "joiner";
  return { side: sideShown(side, openerWon), winner, payout: formatAmount(winnerGets(stake)) };
}

/** The first answer to a stake, and the answer to every repeat: what was true when it was placed. */
export function placedView(
  ids: BetIds,
  between: Ids,
  bet: Bet,
  duel: Pick<StoredDuel, "number" | "side">,
  commitment: string,
) {
  const placed: Bet = { ...bet, payout: 0n as Bet["payout"], outcome: null, status: "open" };
  const facts: BetweenFacts = {
    ...{ round: Number(duel.number), commitment, secret: null, entries: [], entries_hash: null, beacon: null },
  };
  return {
    id: ids.seal(bet.player, bet.key),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: "0",
    multiplier: "0.00",
    status: placed.status,
    balance: formatAmount(bet.balanceAfter),
    proof: betProof(between, placed, facts, null, duel.side),
  };
}

/** The proof of a stake, with what is known of its duel. `duel` is null wherever the answer must never change. */
export function betProof(
  between: Ids,
  bet: Bet,
  facts: BetweenFacts,
  duel: StoredDuel | null,
  openersSide: Side,
): BetweenProof {
  const seat = (bet.choice as { seat: number }).seat;
  return {
    ...proofOf(bet.rulesVersion, facts),
    inputs: { side: openersSide, seat, player: between.publicId("duels", BigInt(facts.round), bet.player) },
    outcome: duel && outcomeOf(duel),
    currency: bet.currency,
    stake: formatAmount(bet.stake),
    payout: formatAmount(bet.payout),
  };
}

function proofOf(rulesVersion: string, facts: BetweenFacts) {
  return {
    kind: "between",
    game: "duels",
    version: algorithm,
    rules_version: rulesVersion,
    ...(rulesVersion === duelsConfiguration.version && { config_hash: configHash }),
    ...facts,
  } as const;
}

const outcomeOf = (duel: StoredDuel) => {
  const result = resultOf(duel);
  return result && { ...result };
};

/** The public record of a duel. */
export function roundRecordView(duel: StoredDuel, facts: BetweenFacts): RoundRecord {
  const proof = {
    ...proofOf(duel.rulesVersion, facts),
    inputs: { side: duel.side },
    outcome: outcomeOf(duel),
    currency: duel.currency,
  };
  return {
    id: `duels-${duel.number}`,
    kind: "round",
    game: "duels",
    status: duel.state === "paid" ? "settled" : duel.state === "refunded" ? "voided" : "open",
    player: null,
    test: false,
    multiplier: null,
    started_at: duel.openedAt.toISOString(),
    ended_at: duel.endedAt?.toISOString() ?? null,
    proof,
  };
}

export const factsOf = (facts: BetweenFacts | undefined): BetweenFacts =>
  must(facts, "a duel that was opened has its promise");
