import type { Queryable, Tx } from "#kit/db/db.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { OwnRound } from "../shared/calls.ts";
import type { SentBet } from "../shared/layout.ts";
import type { Placed } from "../shared/placed.ts";
import type { Move } from "../shared/turns.ts";

/** Players' parts of rounds, and what casinos were sent of them. */

export interface Seat {
  readonly casino: number;
  readonly player: string;
  readonly game: string;
}

export interface PlayerRow extends Seat {
  readonly id: string;
  readonly nick: string | null;
  readonly number: bigint;
  readonly currency: string;
  readonly publicId: string;
  readonly state: OwnRound["state"];
  readonly payout: bigint | null;
  readonly balance: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

const columnOf: Readonly<Record<keyof PlayerRow, string>> = {
  id: "id",
  casino: "casino",
  player: "player",
  nick: "nick",
  game: "game",
  number: "number",
  currency: "currency",
  publicId: "public_id",
  state: "state",
  payout: "payout",
  balance: "balance",
  startedAt: "started_at",
  endedAt: "ended_at",
};

const playerColumns = Object.entries(columnOf)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(", ");

export type NewPlayerRound = Omit<PlayerRow, "state" | "payout" | "balance" | "endedAt">;

export interface TxRow {
  readonly id: string;
  readonly casino: number;
  readonly round: string;
  readonly kind: "bet" | "win" | "rollback";
  readonly request: string | null;
  readonly layout: readonly SentBet[] | null;
  /** The move that a bet was made with; null for other bets. */
  readonly move: Move | null;
  readonly entry: number | null;
  readonly amount: bigint;
  readonly ref: string | null;
  readonly body: string;
  readonly state: "sent" | "ok" | "refused" | "unknown" | "rolled_back";
  readonly status: string | null;
  readonly balance: string | null;
  readonly attempts: number;
  readonly createdAt: Date;
}

const txColumns = `id, casino, round, kind, request, layout, move, entry, amount, ref, body, state, status, balance, attempts,
  created_at AS "createdAt"`;

export const placedOf = (layout: readonly SentBet[] | null): readonly Placed[] =>
  (layout ?? []).map(({ spot, amount }) => ({ spot, amount: parseDecimal(amount) }));

/** The player's part of a round, created where there is none, and locked until the transaction ends. */
export async function lockPlayerRound(tx: Tx, round: NewPlayerRound): Promise<PlayerRow> {
  const fields = Object.keys(round) as (keyof NewPlayerRound)[];
  await tx.query(
    `INSERT INTO tables.player_rounds (${fields.map(field => columnOf[field]).join(", ")}, state)
     VALUES (${fields.map((_, i) => `$${i + 1}`).join(", ")}, 'open') ON CONFLICT (casino, player, game, number) DO NOTHING`,
    fields.map(field => round[field]),
  );
  const { rows } = await tx.query<PlayerRow>(
    `SELECT ${playerColumns} FROM tables.player_rounds WHERE casino = $1 AND player = $2 AND game = $3 AND number = $4 FOR UPDATE`,
    [round.casino, round.player, round.game, round.number],
  );
  return rows[0] as PlayerRow;
}

export async function playerRoundById(from: Queryable, id: string): Promise<PlayerRow | undefined> {
  return (await from.query<PlayerRow>(`SELECT ${playerColumns} FROM tables.player_rounds WHERE id = $1`, [id])).rows[0];
}

export async function playerRoundOf(from: Queryable, seat: Seat, number: bigint): Promise<PlayerRow | undefined> {
  const { rows } = await from.query<PlayerRow>(
    `SELECT ${playerColumns} FROM tables.player_rounds WHERE casino = $1 AND player = $2 AND game = $3 AND number = $4`,
    [seat.casino, seat.player, seat.game, number],
  );
  return rows[0];
}

/** Everybody's part of a round, oldest first. */
export async function playersOf(from: Queryable, game: string, number: bigint): Promise<readonly PlayerRow[]> {
  const { rows } = await from.query<PlayerRow>(
    `SELECT ${playerColumns} FROM tables.player_rounds WHERE game = $1 AND number = $2 ORDER BY id`,
    [game, number],
  );
  return rows;
}

export async function openPlayerRounds(from: Queryable, casino: number, player: string): Promise<readonly PlayerRow[]> {
  const { rows } = await from.query<PlayerRow>(
    `SELECT ${playerColumns} FROM tables.player_rounds WHERE casino = $1 AND player = $2
       AND state IN ('open', 'drawn', 'voiding', 'disputed') ORDER BY started_at`,
    [casino, player],
  );
  return rows;
}

export async function txsOf(from: Queryable, rounds: readonly string[]): Promise<readonly TxRow[]> {
  const { rows } = await from.query<TxRow>(
    `SELECT ${txColumns} FROM tables.txs WHERE round = ANY ($1::uuid[]) ORDER BY created_at, id`,
    [[...rounds]],
  );
  return rows;
}

export async function betById(from: Queryable, id: string): Promise<TxRow | undefined> {
  return (await from.query<TxRow>(`SELECT ${txColumns} FROM tables.txs WHERE id = $1`, [id])).rows[0];
}

export interface NewTx {
  readonly id: string;
  readonly casino: number;
  readonly round: string;
  readonly kind: TxRow["kind"];
  readonly amount: bigint;
  readonly body: string;
  readonly at: Date;
  readonly request?: string;
  readonly layout?: readonly SentBet[];
  readonly move?: Move;
  readonly ref?: string;
  /** When it is sent (again) by the outbox; never, unless given. */
  readonly due?: Date;
}

export async function insertTxs(tx: Tx, list: readonly NewTx[]): Promise<void> {
  if (list.length === 0) return;
  const rows = list.map(({ id, casino, round, kind, amount, body, at, request, layout, move, ref, due }) => ({
    id,
    casino,
    round,
    kind,
    amount: String(amount),
    body,
    at: at.toISOString(),
    request: request ?? null,
    layout: layout ?? null,
    move: move ?? null,
    ref: ref ?? null,
    due: due?.toISOString() ?? null,
  }));
  await tx.query(
    `INSERT INTO tables.txs (id, casino, round, kind, request, layout, move, amount, ref, body, state, created_at, due_at)
     SELECT id, casino, round, kind, request, layout, move, amount, ref, body, 'sent', at, due
     FROM jsonb_to_recordset($1::jsonb) AS t(id uuid, casino smallint, round uuid, kind text, request uuid, layout jsonb, move jsonb,
       amount bigint, ref uuid, body text, at timestamptz, due timestamptz)`,
    [JSON.stringify(rows)],
  );
}

export interface TxEnd {
  readonly state: TxRow["state"];
  readonly status: string;
  readonly balance?: string | undefined;
  readonly at: Date;
}

/** From `sent` or `unknown` to its end. @returns false where it has ended before */
export async function endTx(from: Queryable, id: string, { state, status, balance, at }: TxEnd): Promise<boolean> {
  const { rowCount } = await from.query(
    `UPDATE tables.txs SET state = $2, status = $3, balance = $4, answered_at = $5, due_at = NULL
     WHERE id = $1 AND state IN ('sent', 'unknown')`,
    [id, state, status, balance ?? null, at],
  );
  return rowCount > 0;
}

export async function movePlayerRound(
  from: Queryable,
  id: string,
  states: readonly PlayerRow["state"][],
  changes: Partial<Pick<PlayerRow, "state" | "payout" | "balance" | "endedAt">>,
): Promise<void> {
  const fields = Object.keys(changes) as (keyof typeof changes)[];
  await from.query(
    `UPDATE tables.player_rounds SET ${fields.map((field, i) => `${columnOf[field]} = $${i + 3}`).join(", ")}
     WHERE id = $1 AND state = ANY ($2::text[])`,
    [id, [...states], ...fields.map(field => (changes[field] ?? null) as never)],
  );
}

/**
 * Txs whose time has come, each for one sender: they are due again at `until` unless they end before. A win waits for the rollbacks of its round:
 * a closing win settles every bet that the casino has.
 */
export async function leaseDue(
  tx: Tx,
  now: Date,
  until: Date,
  most: number,
  round: string | null = null,
): Promise<readonly TxRow[]> {
  const { rows } = await tx.query<TxRow>(
    `UPDATE tables.txs SET due_at = $2 WHERE id IN (
       SELECT t.id FROM tables.txs t WHERE t.due_at <= $1 AND ($4::uuid IS NULL OR t.round = $4)
         AND (t.kind <> 'win' OR NOT EXISTS (SELECT FROM tables.txs r WHERE r.round = t.round AND r.kind = 'rollback'
           AND r.state = 'sent'))
       ORDER BY t.due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING ${txColumns}`,
    [now, until, most, round],
  );
  return rows;
}

export async function retryTx(from: Queryable, id: string, due: Date): Promise<void> {
  await from.query("UPDATE tables.txs SET attempts = attempts + 1, due_at = $2 WHERE id = $1 AND due_at IS NOT NULL", [
    id,
    due,
  ]);
}

/** Bets that are no longer awaited. */
export async function abandonedBets(from: Queryable, before: Date): Promise<readonly TxRow[]> {
  const { rows } = await from.query<TxRow>(
    `SELECT ${txColumns} FROM tables.txs WHERE kind = 'bet' AND state = 'sent' AND created_at < $1 ORDER BY created_at LIMIT 100`,
    [before],
  );
  return rows;
}
