import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";

/** Every SQL statement about codes. */

export interface CodeRow {
  readonly id: Uuid;
  readonly hash: Uint8Array;
  readonly address: string | null;
}

/** Replaces the former code. */
export async function putCode(
  tx: Tx,
  code: { subject: Uint8Array; id: Uuid; hash: Uint8Array; address: string | null; expiresAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO accounts.codes AS c (subject, id, hash, address, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (subject) DO UPDATE SET id = $2, hash = $3, address = $4, tries = 0, expires_at = $5`,
    [code.subject, code.id, code.hash, code.address, code.expiresAt],
  );
}

/** Counts an attempt before the comparison, and locks the code until the transaction ends. Undefined: there is no valid code. */
export async function tryCode(tx: Tx, subject: Uint8Array, mostTries: number, now: Date): Promise<CodeRow | undefined> {
  const { rows } = await tx.query<CodeRow>(
    `UPDATE accounts.codes SET tries = tries + 1 WHERE subject = $1 AND tries < $2 AND expires_at > $3
     RETURNING id, hash, address`,
    [subject, mostTries, now],
  );
  return rows[0];
}

export async function deleteCode(tx: Tx, subject: Uint8Array): Promise<void> {
  await tx.query("DELETE FROM accounts.codes WHERE subject = $1", [subject]);
}

/** One at a time per identifier, until the transaction ends. */
export async function lockIdentifier(tx: Tx, identifier: Buffer): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [identifier.readBigInt64BE()]);
}

/** Times at which messages were sent to an identifier since a moment, newest first. */
export async function sendsSince(
  tx: Tx,
  identifier: Uint8Array,
  since: Date,
): Promise<readonly { readonly purpose: string; readonly sentAt: Date }[]> {
  const { rows } = await tx.query<{ purpose: string; sentAt: Date }>(
    `SELECT purpose, sent_at AS "sentAt" FROM accounts.code_sends WHERE identifier = $1 AND sent_at > $2 ORDER BY sent_at DESC`,
    [identifier, since],
  );
  return rows;
}

export async function recordSend(tx: Tx, identifier: Uint8Array, purpose: string, now: Date): Promise<void> {
  await tx.query("INSERT INTO accounts.code_sends (identifier, purpose, sent_at) VALUES ($1, $2, $3)", [
    identifier,
    purpose,
    now,
  ]);
}

export async function sweepCodes(db: Queryable, now: Date): Promise<void> {
  await db.query("DELETE FROM accounts.codes WHERE expires_at <= $1", [now]);
  await db.query("DELETE FROM accounts.code_sends WHERE sent_at <= $1", [new Date(now.getTime() - 86_400_000)]);
}
