import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import { gameOf } from "#modules/ledger/shared/chart.ts";
import type { Bet } from "./port.ts";

/** A row of `wallet.bets`, as far as a {@link Bet} is made from it. */
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
  placed_at: Date;
  settled_at: Date | null;
}

/** With what tells a repeat from a conflict, and a bet decided at once from one that was open first. */
export interface StoredBetRow extends BetRow {
  request_hash: Buffer;
  settle_key: Uuid | null;
  settled_seq: bigint | null;
}

export const betColumns = `b.player_id, b.key, b.game, b.currency, b.stake, b.payout, b.win_cap, b.status, b.choice, b.outcome,
  b.rules_version, b.balance_after, b.settled_balance, b.seed_number, b.client_seed, b.nonce, b.gate, b.round, b.placed_at,
  b.settled_at, b.request_hash, b.settle_key, b.settled_seq`;

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
    round: row.gate === null || row.round === null ? null : { gate: row.gate, number: row.round },
    placedAt: row.placed_at,
    settledAt: row.settled_at,
  };
}

/** The bet as the answer to its placing showed it: one that was settled later was open then. */
export function placedBetOf(row: StoredBetRow): Bet {
  const bet = betOf(row);
  if (row.settled_seq === null) return bet;
  return { ...bet, status: "open", payout: micros(0n), outcome: null, settledBalance: null, settledAt: null };
}

function seedOf(row: BetRow): Bet["seed"] {
  if (row.seed_number === null || row.nonce === null || row.client_seed === null) return null;
  return { number: row.seed_number, clientSeed: row.client_seed, nonce: row.nonce };
}
