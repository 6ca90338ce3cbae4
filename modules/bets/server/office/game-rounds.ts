import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { RoundsTable } from "../../shared/rounds-table.ts";

/** A shared round of any game. */
export interface GameRound {
  readonly number: bigint;
  readonly state: string;
  readonly rulesVersion: string;
  readonly openedAt: Date;
  readonly endedAt: Date | null;
  /** The game's own columns, as text. */
  readonly facts: Readonly<Record<string, string | null>>;
}

interface RoundsPage {
  readonly onlyVoided: boolean;
  /** The last round of the former page. */
  readonly after: bigint | undefined;
  readonly limit: number;
}

/**
 * A page of rounds, newest first: by number, or voided ones by the time at which they ended. The names of tables and columns are
 * registrations of games. Fails with `validation_failed` if `after` is not a voided round.
 */
export async function readGameRounds(
  on: Queryable,
  { table, voided, columns }: RoundsTable,
  { onlyVoided, after, limit }: RoundsPage,
): Promise<readonly GameRound[]> {
  const facts = columns.flatMap(column => [`'${column}'`, `${column}::text`]).join(", ");
  const select = `SELECT number, state, rules_version AS "rulesVersion", opened_at AS "openedAt", ended_at AS "endedAt",
    json_build_object(${facts}) AS facts FROM ${table}`;
  if (!onlyVoided) {
    const { rows } = await on.query<GameRound>(
      `${select} WHERE $1::bigint IS NULL OR number < $1 ORDER BY number DESC LIMIT $2`,
      [after ?? null, limit],
    );
    return rows;
  }
  const position = after === undefined ? undefined : await endOf(on, { table, voided }, after);
  const { rows } = await on.query<GameRound>(
    `${select} WHERE state = '${voided}' ${position === undefined ? "" : "AND (ended_at, number) < ($2::timestamptz, $3)"}
     ORDER BY ended_at DESC, number DESC LIMIT $1`,
    position === undefined ? [limit] : [limit, position, after ?? null],
  );
  return rows;
}

/** Text, because a JavaScript date has no microseconds. */
async function endOf(
  on: Queryable,
  { table, voided }: Pick<RoundsTable, "table" | "voided">,
  number: bigint,
): Promise<string> {
  const { rows } = await on.query<{ at: string }>(
    `SELECT ended_at::text AS at FROM ${table} WHERE number = $1 AND state = '${voided}'`,
    [number],
  );
  return rows[0]?.at ?? fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
}

export interface RoundCounts {
  readonly open: number;
  /** Voided rounds among those that ended in the period. */
  readonly voided: number;
  readonly lastAt: Date | null;
}

export async function countGameRounds(
  on: Queryable,
  { table, paid, voided }: RoundsTable,
  from: Date,
  to: Date,
): Promise<RoundCounts> {
  // The list of states is that of the index of open rounds.
  const { rows } = await on.query<{ open: bigint; voided: bigint; lastAt: Date | null }>(
    `SELECT (SELECT count(*) FROM ${table} WHERE state NOT IN ('${paid}', '${voided}')) AS open,
            (SELECT count(*) FROM ${table} WHERE state = '${voided}' AND ended_at >= $1 AND ended_at < $2) AS voided,
            (SELECT opened_at FROM ${table} ORDER BY number DESC LIMIT 1) AS "lastAt"`,
    [from, to],
  );
  const [row] = rows;
  return { open: Number(row?.open ?? 0n), voided: Number(row?.voided ?? 0n), lastAt: row?.lastAt ?? null };
}

/** One round by its number. */
export async function readGameRound(
  on: Queryable,
  { table }: RoundsTable,
  number: bigint,
): Promise<Pick<GameRound, "number" | "state"> | undefined> {
  const { rows } = await on.query<Pick<GameRound, "number" | "state">>(
    `SELECT number, state FROM ${table} WHERE number = $1`,
    [number],
  );
  return rows[0];
}
