import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { beginning, type Content, type Entry, hashOf } from "./entry.ts";

/** Every SQL statement of the audit log. */

const columns = `number, at, operator_id AS "operatorId", operator_name AS "operatorName", role, action, subject, reason, before,
  after, address, request_id AS "requestId", previous, hash`;

/** One writer at a time in the whole deployment: the end of the chain is read and written under this lock. */
const chainLock = 7_311_401n;

/** Appends an entry. The transaction locks the end of the chain from here on, so this is its last statement. */
export async function append(tx: Tx, content: Content): Promise<Entry> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [chainLock]);
  const last = await lastEntry(tx);
  const number = (last?.number ?? 0n) + 1n;
  const previous = last?.hash ?? beginning;
  const entry = { ...content, number, previous, hash: hashOf(number, content, previous) };
  await tx.query(
    `INSERT INTO audit.entries (number, at, operator_id, operator_name, role, action, subject, reason, before, after,
       address, request_id, previous, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      number,
      content.at,
      content.operatorId,
      content.operatorName,
      content.role,
      content.action,
      content.subject,
      content.reason,
      content.before,
      content.after,
      content.address,
      content.requestId,
      previous,
      entry.hash,
    ],
  );
  return entry;
}

export async function lastEntry(db: Queryable): Promise<Pick<Entry, "number" | "hash"> | undefined> {
  const { rows } = await db.query<Pick<Entry, "number" | "hash">>(
    "SELECT number, hash FROM audit.entries ORDER BY number DESC LIMIT 1",
  );
  return rows[0];
}

/** The hash of one entry; undefined if there is none of that number. */
export async function hashAt(db: Queryable, number: bigint): Promise<Uint8Array | undefined> {
  const { rows } = await db.query<{ hash: Uint8Array }>("SELECT hash FROM audit.entries WHERE number = $1", [number]);
  return rows[0]?.hash;
}

/** The entries after a number in their order, at most `limit`. */
export async function entriesAfter(db: Queryable, number: bigint, limit: number): Promise<readonly Entry[]> {
  const { rows } = await db.query<Entry>(
    `SELECT ${columns} FROM audit.entries WHERE number > $1 ORDER BY number LIMIT $2`,
    [number, limit],
  );
  return rows;
}

export interface EntryFilter {
  readonly before: bigint | null;
  readonly subject: string | null;
  /** Part of a name. */
  readonly operator: string | null;
  /** Prefix of an action. */
  readonly action: string | null;
  readonly hash: Uint8Array | null;
}

/** Newest first. */
export async function findEntries(db: Queryable, filter: EntryFilter, limit: number): Promise<readonly Entry[]> {
  const { rows } = await db.query<Entry>(
    `SELECT ${columns} FROM audit.entries WHERE ($1::bigint IS NULL OR number < $1) AND ($2::text IS NULL OR subject = $2)
       AND ($3::text IS NULL OR strpos(lower(operator_name), lower($3)) > 0)
       AND ($4::text IS NULL OR starts_with(action, $4)) AND ($6::bytea IS NULL OR hash = $6)
     ORDER BY number DESC LIMIT $5`,
    [filter.before, filter.subject, filter.operator, filter.action, limit, filter.hash],
  );
  return rows;
}

/** The entry of a hash, by its index. */
export async function entryOfHash(
  db: Queryable,
  hash: Uint8Array,
): Promise<Pick<Entry, "number" | "action"> | undefined> {
  const { rows } = await db.query<Pick<Entry, "number" | "action">>(
    "SELECT number, action FROM audit.entries WHERE hash = $1",
    [hash],
  );
  return rows[0];
}

/** Actors of a subject's entries, by the index of the subject, whose entries are few. */
export async function actorsOf(
  on: Queryable,
  subject: string,
  actions: readonly string[],
  since: Date,
): Promise<readonly Uuid[]> {
  const { rows } = await on.query<{ operatorId: Uuid }>(
    `SELECT DISTINCT operator_id AS "operatorId" FROM audit.entries
     WHERE subject = $1 AND action = ANY ($2) AND at >= $3 AND operator_id IS NOT NULL`,
    [subject, [...actions], since],
  );
  return rows.map(({ operatorId }) => operatorId);
}
