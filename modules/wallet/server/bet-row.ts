import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { gameOf } from "#modules/ledger/shared/chart.ts";
import type { Bet, Journal, OpenRound, RoundStep } from "./port.ts";

/** The columns of `wallet.bets` that a {@link Bet} is built from. */
export interface BetRow {
  player_id: PlayerId;
  key: Uuid;
  game: number;
  currency: Currency;
  stake: Micros;
  payout: Micros;
  win_cap: Micros;
  status: number;
  choice: string;
  outcome: string | null;
  rules_version: string;
  balance_after: Micros;
  settled_balance: Micros | null;
  seed_number: number | null;
  client_seed: string | null;
  nonce: number | null;
  gate: string | null;
  round: bigint | null;
  /** Stepwise rounds. */
  opening?: string | null;
  journal?: readonly string[] | null;
  placed_at: Date;
  settled_at: Date | null;
}

/** With the columns that distinguish a repeat from a conflict, and a bet decided at once from one that was open first. */
export interface StoredBetRow extends BetRow {
  request_hash: Buffer;
  settle_key: Uuid | null;
  settled_seq: bigint | null;
}

export const betColumns = `b.player_id, b.key, b.game, b.currency, b.stake, b.payout, b.win_cap, b.status, b.choice, b.outcome,
  b.rules_version, b.balance_after, b.settled_balance, b.seed_number, b.client_seed, b.nonce, b.gate, b.round, b.placed_at,
  b.settled_at, b.request_hash, b.settle_key, b.settled_seq, b.opening, coalesce(b.journal, o.journal) AS journal`;

/** Bets as {@link betColumns} read them, with the journal of an open round. */
export const betTables = "wallet.bets b LEFT JOIN wallet.open_rounds o ON o.player_id = b.player_id AND o.key = b.key";

const statuses = ["open", "settled", "voided"] as const;

export function betOf(row: BetRow): Bet {
  return {
    player: row.player_id,
    key: row.key,
    game: gameOf(row.game),
    currency: row.currency,
    stake: row.stake,
    payout: row.payout,
    status: statuses[row.status] ?? "open",
    choice: JSON.parse(row.choice) as Json,
    outcome: row.outcome === null ? null : (JSON.parse(row.outcome) as Json),
    rulesVersion: row.rules_version,
    winCap: row.win_cap,
    balanceAfter: row.balance_after,
    settledBalance: row.settled_balance,
    seed: seedOf(row),
    round: row.gate === null || row.round === null ? null : { bettingWindow: row.gate, number: row.round },
    ...journalOf(row),
    placedAt: row.placed_at,
    settledAt: row.settled_at,
  };
}

/** The bet as the response to its placing showed it: one that was settled later was open then. */
export function placedBetOf(row: StoredBetRow): Bet {
  const bet = betOf(row);
  if (row.status === 1 && row.settled_seq === null) return bet;
  return asOpen(bet, 0);
}

/** The bet as it was while open; a stepwise round after its first `steps`. */
function asOpen({ journal, ...bet }: Bet, steps: number): Bet {
  const open = { status: "open", payout: micros(0n), outcome: null, settledBalance: null, settledAt: null } as const;
  return { ...bet, ...open, ...(journal && { journal: { ...journal, steps: journal.steps.slice(0, steps) } }) };
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

function seedOf(row: BetRow): Bet["seed"] {
  if (row.seed_number === null || row.nonce === null || row.client_seed === null) return null;
  return { number: row.seed_number, clientSeed: row.client_seed, nonce: row.nonce };
}
