import type { Uuid } from "#kit/std/brand.ts";
import { transferSql } from "#modules/ledger/server/index.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { isBet, isNotVoided } from "./bet-row.ts";
import { voidKinds } from "./played-sql.ts";

/** A bet that was paid or lost, with real money in its stake. */
export interface EndedBetRow {
  readonly playerId: string;
  readonly currency: string;
  /** The number of the transfer that ended it. */
  readonly seq: bigint;
  readonly game: number;
  /** Of a shared round. */
  readonly round: bigint | null;
  readonly stake: bigint;
  /** The real money of the stake. */
  readonly real: bigint;
  readonly payout: bigint;
  readonly rulesVersion: string;
  readonly choice: string;
  readonly settledAt: Date;
  readonly key: Uuid;
  readonly placedAt: Date;
  /** The player's seeds that decided it; null in a shared round. */
  readonly seedNumber: number | null;
  readonly clientSeed: string | null;
  readonly nonce: number | null;
}

const columns = `b.player_id AS "playerId", b.currency, coalesce(b.settled_seq, b.seq) AS seq, b.game, b.round, b.stake, b.stake - b.from_bonus AS real,
  b.payout, b.rules_version AS "rulesVersion", b.choice, b.settled_at AS "settledAt", b.key,
  b.placed_at AS "placedAt", b.seed_number AS "seedNumber", b.client_seed AS "clientSeed", b.nonce`;
const isEnded = `b.status = 1 AND b.stake > b.from_bonus AND ${isNotVoided}`;

/** Fragments of statements that read ended bets. Void and refunded ones, those of rounds that operators voided, and stakes of bonus money alone, are none. */
export const endedBetsSql = {
  /** Those that ended between two numbers of their wallets: `moved` has player_id, currency, begin, upto. */
  since: (moved: string): string => `
    SELECT ${columns} FROM ${moved} m
    CROSS JOIN LATERAL (
      SELECT t.reference FROM ${transferSql.all} t WHERE t.player_id = m.player_id AND t.currency = m.currency AND t.seq > m.begin AND t.seq <= m.upto AND ${transferSql.within("m.begin", "m.upto")}
        AND t.kind IN (${kindNumbers.stake}, ${kindNumbers.settle}) AND t.credit BETWEEN 2001 AND 2999 OFFSET 0
    ) t
    CROSS JOIN LATERAL (
      SELECT * FROM wallet.all_bets b WHERE ${isBet("m.player_id", "t.reference")} AND ${isEnded} OFFSET 0
    ) b`,

  /** Players one of whose rounds was voided between two numbers of their wallets, and its game: what was read of its bets before counts no more. */
  voided: (moved: string): string => `
    SELECT DISTINCT m.player_id AS "playerId", greatest(t.debit, t.credit) - 2000 AS game FROM ${moved} m
    CROSS JOIN LATERAL (
      SELECT t.debit, t.credit FROM ${transferSql.all} t WHERE t.player_id = m.player_id AND t.currency = m.currency AND t.seq > m.begin AND t.seq <= m.upto AND ${transferSql.within("m.begin", "m.upto")}
        AND t.kind IN (${voidKinds.map(kind => kindNumbers[kind]).join(", ")}) OFFSET 0
    ) t`,

  /** All of some players: a plain query over bets. */
  of: (players: string): string =>
    `SELECT ${columns} FROM wallet.all_bets b WHERE b.player_id = ANY(${players}) AND ${isEnded}`,

  /** A condition: a row has another bet than the ended one of its own seeds with this player, key, real stake and game. */
  isNotOfSeeds: (row: string): string => `NOT EXISTS (
    SELECT FROM wallet.all_bets b WHERE ${isBet(`${row}.player_id`, `${row}.bet_key`)} AND ${isEnded} AND b.nonce IS NOT NULL
      AND b.stake - b.from_bonus = ${row}.stake AND b.game = ${row}.game)`,
} as const;
