import type { Queryable, Tx } from "#kit/db/db.ts";
import type { StoredPasskey } from "#kit/http/passkeys.ts";
import type { Uuid } from "#kit/std/brand.ts";

/** Every SQL statement about operators' passkeys. */

export interface PasskeyRow extends StoredPasskey {
  readonly name: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

const columns = `id, rp_id AS "rpId", public_key AS "publicKey", counter, transports, name, created_at AS "createdAt", used_at AS "usedAt"`;

export async function passkeysOf(db: Queryable, operator: Uuid): Promise<readonly PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>(
    `SELECT ${columns} FROM operators.passkeys WHERE operator_id = $1 ORDER BY created_at, id`,
    [operator],
  );
  return rows;
}

/** How many each operator has. */
export async function passkeyCounts(db: Queryable): Promise<ReadonlyMap<Uuid, number>> {
  const { rows } = await db.query<{ operator: Uuid; n: number }>(
    "SELECT operator_id AS operator, count(*)::int AS n FROM operators.passkeys GROUP BY operator_id",
  );
  return new Map(rows.map(({ operator, n }) => [operator, n]));
}

/** False when that passkey is registered already. */
export async function insertPasskey(
  tx: Tx,
  operator: Uuid,
  { id, rpId, publicKey, counter, transports, name, createdAt }: Omit<PasskeyRow, "usedAt">,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO operators.passkeys (id, operator_id, rp_id, public_key, counter, transports, name, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [id, operator, rpId, publicKey, counter, transports, name, createdAt],
  );
  return rowCount > 0;
}

export async function deletePasskey(tx: Tx, operator: Uuid, id: string): Promise<void> {
  await tx.query("DELETE FROM operators.passkeys WHERE operator_id = $1 AND id = $2", [operator, id]);
}

/** A use of a passkey whose signature was right. */
export interface PasskeyUse {
  readonly id: string;
  readonly operator: Uuid;
  readonly counterBefore: bigint;
  readonly counter: bigint;
}

/** False when the passkey was removed or used since its counter was read. */
export async function takeUse(
  tx: Tx,
  { id, operator, counterBefore, counter }: PasskeyUse,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE operators.passkeys SET counter = $4, used_at = $5 WHERE id = $1 AND operator_id = $2 AND counter = $3",
    [id, operator, counterBefore, counter, now],
  );
  return rowCount > 0;
}

/** What a challenge is for. */
export interface ChallengeUse {
  readonly purpose: "add" | "step_up" | "login" | "invitation";
  readonly operator: Uuid;
  /** The session, the sign-in or the invitation that it was made in. */
  readonly boundTo: string;
}

export async function insertPasskeyChallenge(
  db: Queryable,
  {
    hash,
    rpId,
    expiresAt,
    ...use
  }: ChallengeUse & { readonly hash: Uint8Array; readonly rpId: string; readonly expiresAt: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO operators.passkey_challenges (hash, purpose, operator_id, bound_to, rp_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [hash, use.purpose, use.operator, use.boundTo, rpId, expiresAt],
  );
}

/** Uses a challenge up: true once, only for what it was made for. */
export async function takePasskeyChallenge(
  db: Queryable,
  { hash, rpId, now, ...use }: ChallengeUse & { readonly hash: Uint8Array; readonly rpId: string; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `DELETE FROM operators.passkey_challenges
     WHERE hash = $1 AND purpose = $2 AND operator_id = $3 AND bound_to = $4 AND rp_id = $5 AND expires_at > $6`,
    [hash, use.purpose, use.operator, use.boundTo, rpId, now],
  );
  return rowCount > 0;
}

export async function sweepPasskeyChallenges(db: Queryable, now: Date): Promise<void> {
  await db.query("DELETE FROM operators.passkey_challenges WHERE expires_at <= $1", [now]);
}
