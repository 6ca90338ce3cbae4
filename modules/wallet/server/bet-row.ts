import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { gameOf, providerGames } from "#modules/ledger/shared/chart.ts";
import type { Bet, BetWagering, Journal, OpenRound, RoundStep } from "./port.ts";

/** The columns of `wallet.bets` that a {@link Bet} is built from. */
export interface BetRow {
  playerId: PlayerId;
  key: Uuid;
  game: number;
  currency: Currency;
  stake: Micros;
  payout: Micros;
  winCap: Micros;
  status: number;
  choice: string;
  outcome: string | null;
  rulesVersion: string;
  balanceAfter: Micros;
  settledBalance: Micros | null;
  seedNumber: number | null;
  clientSeed: string | null;
  nonce: number | null;
  gate: string | null;
  round: bigint | null;
  /** Stepwise rounds. */
  opening?: string | null;
  journal?: readonly string[] | null;
  grantNo: number | null;
  rate: number | null;
  fromBonus: Micros;
  paidBonus: Micros;
  counted: Micros;
  bonusAfter: Micros;
  settledBonus: Micros | null;
  placedAt: Date;
  settledAt: Date | null;
}

/** With the columns that distinguish a repeat from a conflict, and a bet decided at once from one that was open first. */
export interface StoredBetRow extends BetRow {
  requestHash: Buffer;
  settleKey: Uuid | null;
  settledSeq: bigint | null;
}

export const betColumns = `b.player_id AS "playerId", b.key, b.game, b.currency, b.stake, b.payout, b.win_cap AS "winCap",
  b.status, b.choice, b.outcome,
  b.rules_version AS "rulesVersion", b.balance_after AS "balanceAfter", b.settled_balance AS "settledBalance",
  b.seed_number AS "seedNumber", b.client_seed AS "clientSeed", b.nonce, b.gate, b.round, b.placed_at AS "placedAt",
  b.settled_at AS "settledAt", b.request_hash AS "requestHash", b.settle_key AS "settleKey", b.settled_seq AS "settledSeq",
  b.opening, coalesce(b.journal, o.journal) AS journal, b.grant_no AS "grantNo", b.rate, b.from_bonus AS "fromBonus",
  b.paid_bonus AS "paidBonus", b.counted, b.bonus_after AS "bonusAfter", b.settled_bonus AS "settledBonus"`;

/** Bets as {@link betColumns} read them, with the journal of an open round. */
export const betTables = "wallet.bets b LEFT JOIN wallet.open_rounds o ON o.player_id = b.player_id AND o.key = b.key";

/** That `b` of `wallet.all_bets` is the bet of this player and key. Of the archive it opens only the segments whose keys include it. */
export const isBet = (player: string, key: string): string =>
  `b.player_id = ${player} AND b.key = ${key} AND ${key} BETWEEN b.from_key AND b.upto_key`;

/** That the settled bet `b` is not of a provider's round that two operators voided since. */
export const isNotVoided = `NOT (b.game >= ${providerGames.least} AND strpos(b.outcome, '"voided"') > 0)`;

/** The bet `b` of a row before, in the archive or not. OFFSET 0 keeps the planner at one bet after the other: else it reads both tables and joins them. */
export const archivedToo = (player: string, key: string): string =>
  `CROSS JOIN LATERAL (SELECT * FROM wallet.all_bets b WHERE ${isBet(player, key)} OFFSET 0) b`;

/** The same with the journal of an open round, as {@link betTables}. */
export const archivedBetTables = (player: string, key: string): string =>
  `${archivedToo(player, key)} LEFT JOIN wallet.open_rounds o ON o.player_id = b.player_id AND o.key = b.key`;

const statuses = ["open", "settled", "voided"] as const;

export function betOf(row: BetRow): Bet {
  const outcome = row.outcome === null ? null : (JSON.parse(row.outcome) as Json);
  const isVoided = row.status === 1 && row.game >= providerGames.least && isVoidedOutcome(outcome);
  return {
    player: row.playerId,
    key: row.key,
    game: gameOf(row.game),
    currency: row.currency,
    stake: row.stake,
    payout: isVoided ? row.stake : row.payout,
    status: isVoided ? "voided" : (statuses[row.status] ?? "open"),
    choice: JSON.parse(row.choice) as Json,
    outcome,
    rulesVersion: row.rulesVersion,
    winCap: row.winCap,
    balanceAfter: row.balanceAfter,
    settledBalance: row.settledBalance,
    seed: seedOf(row),
    round: row.gate === null || row.round === null ? null : { bettingWindow: row.gate, number: row.round },
    ...journalOf(row),
    ...wageringOf(row),
    placedAt: row.placedAt,
    settledAt: row.settledAt,
  };
}

/** Of a bet in a settled round of a provider: two operators voided it. */
const isVoidedOutcome = (outcome: Json | null): boolean =>
  typeof outcome === "object" && outcome !== null && "voided" in outcome && outcome.voided === true;

/** The bet as the response to its placing showed it: one that was settled later was open then. */
export function placedBetOf(row: StoredBetRow): Bet {
  const bet = betOf(row);
  if (row.status === 1 && row.settledSeq === null) return bet;
  return asOpen(bet, 0);
}

/** The bet as it was while open; a stepwise round after its first `steps`. */
function asOpen({ journal, wagering, ...bet }: Bet, steps: number): Bet {
  const open = { status: "open", payout: micros(0n), outcome: null, settledBalance: null, settledAt: null } as const;
  return {
    ...bet,
    ...open,
    ...(journal && { journal: { ...journal, steps: journal.steps.slice(0, steps) } }),
    ...(wagering && { wagering: { ...wagering, paidBonus: micros(0n), counted: micros(0n), settledBonus: null } }),
  };
}

/** A bet that must be a stepwise round. */
export function openRoundOf(bet: Bet): OpenRound {
  return { ...bet, journal: required(bet.journal, "a round without a journal") };
}

/** The round as it was right after its first `steps`, still open. */
export function roundAfter(round: OpenRound, steps: number): OpenRound {
  return openRoundOf(asOpen(round, steps));
}

function journalOf({ opening = null, journal }: BetRow): { journal?: Journal } {
  if (opening === null) return {};
  const steps = (journal ?? []).map(step => JSON.parse(step) as RoundStep);
  return { journal: { opening: JSON.parse(opening) as Json, steps } };
}

function wageringOf(row: BetRow): { wagering?: BetWagering } {
  const { grantNo, rate, fromBonus, paidBonus, counted, bonusAfter, settledBonus } = row;
  if (grantNo === null || rate === null) return {};
  return { wagering: { grant: grantNo, rate, fromBonus, paidBonus, counted, bonusAfter, settledBonus } };
}

function seedOf(row: BetRow): Bet["seed"] {
  if (row.seedNumber === null || row.nonce === null || row.clientSeed === null) return null;
  return { number: row.seedNumber, clientSeed: row.clientSeed, nonce: row.nonce };
}
