import type { Queryable, Tx } from "#kit/db/db.ts";
import { required } from "#kit/std/invariant.ts";
import type { FlagValue } from "../shared/flag.ts";

/** Every SQL statement about flags. */

export interface FlagPlace {
  readonly flag: string;
  /** ISO 3166-1 alpha-2, or `everywhere`. */
  readonly region: string;
}

export interface StoredFlag extends FlagPlace {
  /** Not validated: the flag's declared type may have changed since the value was stored. */
  readonly value: unknown;
  readonly until: Date;
  readonly number: bigint;
  readonly reason: string;
  readonly askedBy: string;
  readonly setBy: string;
  readonly setAt: Date;
}

export interface NewFlagValue extends FlagPlace {
  /** Null restores the default. */
  readonly set: { readonly value: FlagValue; readonly until: Date } | null;
  readonly reason: string;
  readonly askedBy: string;
  readonly setBy: string;
  readonly at: Date;
}

export interface FlagChange extends FlagPlace {
  readonly number: bigint;
  readonly value: unknown;
  readonly until: Date | null;
  readonly reason: string;
  readonly askedBy: string;
  readonly setBy: string;
  readonly at: Date;
}

const columns = `flag, region, value, until, number, reason, asked_by AS "askedBy", set_by AS "setBy", set_at AS "setAt"`;

export async function storedFlags(db: Queryable): Promise<readonly StoredFlag[]> {
  const { rows } = await db.query<StoredFlag>(
    `SELECT ${columns} FROM flags.set_values ORDER BY flag, region LIMIT 10000`,
  );
  return rows;
}

export async function storedFlag(on: Queryable, { flag, region }: FlagPlace): Promise<StoredFlag | undefined> {
  const { rows } = await on.query<StoredFlag>(
    `SELECT ${columns} FROM flags.set_values WHERE flag = $1 AND region = $2`,
    [flag, region],
  );
  return rows[0];
}

/** The number of the latest change of a flag in a region; 0 if there is none. */
export async function lastChange(on: Queryable, { flag, region }: FlagPlace): Promise<bigint> {
  const { rows } = await on.query<{ number: bigint }>(
    "SELECT number FROM flags.changes WHERE flag = $1 AND region = $2 ORDER BY number DESC LIMIT 1",
    [flag, region],
  );
  return rows[0]?.number ?? 0n;
}

export async function writeFlag(tx: Tx, row: NewFlagValue): Promise<void> {
  const { flag, region, set, reason, askedBy, setBy, at } = row;
  const value = set === null ? null : JSON.stringify(set.value);
  const { rows } = await tx.query<{ number: bigint }>(
    `INSERT INTO flags.changes (flag, region, value, until, reason, asked_by, set_by, at)
     VALUES ($1, $2, $3::jsonb, $4, $5, $6, $7, $8) RETURNING number`,
    [flag, region, value, set?.until ?? null, reason, askedBy, setBy, at],
  );
  if (set === null) {
    await tx.query("DELETE FROM flags.set_values WHERE flag = $1 AND region = $2", [flag, region]);
    return;
  }
  await tx.query(
    `INSERT INTO flags.set_values (flag, region, value, until, number, reason, asked_by, set_by, set_at)
     VALUES ($1, $2, $3::jsonb, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (flag, region) DO UPDATE SET value = $3::jsonb, until = $4, number = $5, reason = $6, asked_by = $7,
       set_by = $8, set_at = $9`,
    [flag, region, value, set.until, required(rows[0], "the change").number, reason, askedBy, setBy, at],
  );
}

/** The latest changes of all flags, newest first. */
export async function flagChanges(db: Queryable, limit: number): Promise<readonly FlagChange[]> {
  const { rows } = await db.query<FlagChange>(
    `SELECT number, flag, region, value, until, reason, asked_by AS "askedBy", set_by AS "setBy", at FROM flags.changes
     ORDER BY number DESC LIMIT $1`,
    [limit],
  );
  return rows;
}
