import { int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Period, TopBoard } from "../shared/period.ts";

export interface RankedLine {
  readonly playerId: PlayerId;
  readonly key: Uuid | null;
  readonly currency: Currency | null;
  readonly amount: bigint | null;
}

export interface StoredLine extends RankedLine {
  readonly place: number;
}

export interface BoardOf {
  readonly board: TopBoard;
  readonly period: Period;
  /** First day of the period, days since 1970. */
  readonly begins: number;
}

/** The lines of a board as they are now, from the first place. */
export async function replaceLines(
  tx: Tx,
  { board, period, begins }: BoardOf,
  lines: readonly RankedLine[],
): Promise<void> {
  await tx.query("DELETE FROM top_players.lines WHERE board = $1 AND period = $2", [board, period]);
  await tx.query(
    `INSERT INTO top_players.lines (board, period, begins, place, player_id, key, currency, amount)
     SELECT $1, $2, date '1970-01-01' + $3::int, l.place, l.player_id, l.key, l.currency, l.amount
     FROM unnest($4::uuid[], $5::uuid[], $6::text[], $7::int8[]) WITH ORDINALITY AS l(player_id, key, currency, amount, place)`,
    [
      board,
      period,
      begins,
      uuidArray(lines.map(({ playerId }) => playerId)),
      uuidArray(lines.map(({ key }) => key)),
      textArray(lines.map(({ currency }) => currency)),
      int8Array(lines.map(({ amount }) => amount)),
    ],
  );
}

/** The first of a board, and the line of one player wherever it is. */
export async function linesOf(
  on: Queryable,
  { board, period, begins }: BoardOf,
  { limit, player }: { readonly limit: number; readonly player: PlayerId | undefined },
): Promise<readonly StoredLine[]> {
  const { rows } = await on.query<StoredLine>(
    `SELECT place, player_id AS "playerId", key, currency, amount FROM top_players.lines
     WHERE board = $1 AND period = $2 AND begins = date '1970-01-01' + $3::int AND (place <= $4 OR player_id = $5) ORDER BY place`,
    [board, period, begins, limit, player ?? null],
  );
  return rows;
}

export async function forgetPlayer(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM top_players.lines WHERE player_id = $1", [player]);
}
