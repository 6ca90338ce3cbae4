import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import type { ProviderTx } from "./port.ts";

export interface TxRow {
  readonly playerId: PlayerId;
  readonly key: Uuid;
  readonly kind: number;
  readonly requestHash: Buffer;
  readonly round: Uuid;
  readonly ref: Uuid | null;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly pot: Micros | null;
  readonly balanceAfter: Micros;
  readonly at: Date;
}

/** Accepted wins and rollbacks of these (player, key) pairs, by player: at most one pair a player. */
export async function findTxs(
  on: Queryable,
  pairs: readonly { readonly player: PlayerId; readonly key: Uuid }[],
): Promise<ReadonlyMap<PlayerId, TxRow>> {
  const { rows } = await on.query<TxRow>(
    `SELECT t.player_id AS "playerId", t.key, t.kind, t.request_hash AS "requestHash", t.round, t.ref, t.currency, t.amount, t.pot,
       t.balance_after AS "balanceAfter", t.at
     FROM unnest($1::uuid[], $2::uuid[]) AS i(player_id, key)
     JOIN wallet.provider_txs t ON t.player_id = i.player_id AND t.key = i.key`,
    [uuidArray(pairs.map(({ player }) => player)), uuidArray(pairs.map(({ key }) => key))],
    "wallet.find-provider-txs",
  );
  return new Map(rows.map(row => [row.playerId, row]));
}

interface AnyTx {
  readonly playerId: PlayerId;
  readonly key: Uuid;
  readonly kind: number;
  readonly round: Uuid | null;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly pot: Micros | null;
  readonly state: ProviderTx["state"];
  readonly at: Date;
}

/** Bets beside wins and rollbacks, as one list. A bet of a round that is unknown (a tombstone) has none. */
const everyTx = `
  SELECT b.player_id, b.key, 1 AS kind, NULL::uuid AS round, b.game, b.currency, b.stake AS amount, NULL::bigint AS pot,
    CASE WHEN b.status <> 2 THEN 'ok' WHEN b.outcome::json ->> 'refused' IS NOT NULL THEN 'refused' ELSE 'rolled_back' END AS state,
    CASE WHEN b.status = 2 THEN b.settled_at ELSE b.placed_at END AS at
  FROM wallet.bets b
  UNION ALL
  SELECT player_id, key, kind, round, game, currency, amount, pot, 'ok', at FROM wallet.provider_txs`;

const txColumns = `t.player_id AS "playerId", t.key, t.kind, t.round, t.currency, t.amount, t.pot, t.state, t.at`;
const kinds: Readonly<Record<number, ProviderTx["kind"]>> = { 1: "bet", 2: "win", 4: "rollback" };

const txOf = ({ playerId, kind, round, ...row }: AnyTx): ProviderTx => ({
  player: playerId,
  key: row.key,
  kind: kinds[kind] ?? "bet",
  round: round ?? row.key,
  currency: row.currency,
  amount: row.amount,
  pot: row.pot,
  state: row.state,
  at: row.at,
});

export async function readTxs(
  on: Queryable,
  pairs: readonly { readonly player: PlayerId; readonly key: Uuid }[],
): Promise<readonly ProviderTx[]> {
  const { rows } = await on.query<AnyTx>(
    `SELECT ${txColumns} FROM unnest($1::uuid[], $2::uuid[]) AS i(player_id, key)
     CROSS JOIN LATERAL (${everyTx}) t WHERE t.player_id = i.player_id AND t.key = i.key`,
    [uuidArray(pairs.map(({ player }) => player)), uuidArray(pairs.map(({ key }) => key))],
  );
  return rows.map(txOf);
}

/** Reads every bet: for the job that reconciles, once an hour. */
export async function readTxsInSpan(on: Queryable, game: string, from: Date, to: Date): Promise<readonly ProviderTx[]> {
  const { rows } = await on.query<AnyTx>(
    `SELECT ${txColumns} FROM (${everyTx}) t WHERE t.game = $1 AND t.at >= $2 AND t.at < $3 ORDER BY t.at, t.key`,
    [gameNumber(game), from, to],
  );
  return rows.map(txOf);
}
