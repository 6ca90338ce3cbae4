import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

/** Every SQL statement of factors. */

export interface TotpRow {
  readonly secret: Uint8Array;
  readonly confirmed: boolean;
  readonly lastStep: bigint;
}

export async function totpOf(db: Queryable, player: PlayerId): Promise<TotpRow | undefined> {
  const { rows } = await db.query<TotpRow>(
    `SELECT secret, confirmed_at IS NOT NULL AS confirmed, last_step AS "lastStep" FROM factors.totp WHERE player_id = $1`,
    [player],
  );
  return rows[0];
}

/** Replaces a secret that was never confirmed; false when app codes are on. */
export async function putTotp(db: Queryable, player: PlayerId, secret: Uint8Array): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO factors.totp AS t (player_id, secret) VALUES ($1, $2)
     ON CONFLICT (player_id) DO UPDATE SET secret = excluded.secret WHERE t.confirmed_at IS NULL`,
    [player, secret],
  );
  return rowCount === 1;
}

/** Consumes a time step; false when it or a later one was used, also by a concurrent call. */
export async function takeStep(db: Queryable, player: PlayerId, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE factors.totp SET last_step = $2 WHERE player_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2",
    [player, step],
  );
  return rowCount === 1;
}

/** Switches on, with the step of the code that confirmed it; false when it is already on. */
export async function confirmTotpRow(tx: Tx, player: PlayerId, step: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE factors.totp SET confirmed_at = $3, last_step = $2 WHERE player_id = $1 AND confirmed_at IS NULL",
    [player, step, now],
  );
  return rowCount === 1;
}

/** False when there was no confirmed one. */
export async function deleteTotp(tx: Tx, player: PlayerId): Promise<boolean> {
  const { rows } = await tx.query<{ wasOn: boolean }>(
    `DELETE FROM factors.totp WHERE player_id = $1 RETURNING confirmed_at IS NOT NULL AS "wasOn"`,
    [player],
  );
  await tx.query("DELETE FROM factors.recovery_codes WHERE player_id = $1", [player]);
  return rows[0]?.wasOn === true;
}

export async function replaceRecoveryCodes(tx: Tx, player: PlayerId, hashes: readonly Uint8Array[]): Promise<void> {
  await tx.query("DELETE FROM factors.recovery_codes WHERE player_id = $1", [player]);
  await tx.query("INSERT INTO factors.recovery_codes (player_id, hash) SELECT $1, unnest($2::bytea[])", [
    player,
    hashes,
  ]);
}

/** True for one of two concurrent uses of the same code. */
export async function takeRecoveryCode(db: Queryable, player: PlayerId, hash: Uint8Array): Promise<boolean> {
  const { rowCount } = await db.query("DELETE FROM factors.recovery_codes WHERE player_id = $1 AND hash = $2", [
    player,
    hash,
  ]);
  return rowCount === 1;
}

export async function recoveryCodesLeft(db: Queryable, player: PlayerId): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM factors.recovery_codes WHERE player_id = $1",
    [player],
  );
  return rows[0]?.n ?? 0;
}

export interface PasskeyRow {
  readonly id: string;
  readonly playerId: PlayerId;
  readonly rpId: string;
  readonly publicKey: Uint8Array;
  readonly counter: bigint;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

const passkeyColumns = `id, player_id AS "playerId", rp_id AS "rpId", public_key AS "publicKey", counter, transports, name,
  created_at AS "createdAt", used_at AS "usedAt"`;

export async function passkeysOf(db: Queryable, player: PlayerId): Promise<readonly PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>(
    `SELECT ${passkeyColumns} FROM factors.passkeys WHERE player_id = $1 ORDER BY created_at, id`,
    [player],
  );
  return rows;
}

export async function passkeyOf(db: Queryable, id: string): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query<PasskeyRow>(`SELECT ${passkeyColumns} FROM factors.passkeys WHERE id = $1`, [id]);
  return rows[0];
}

/** False when that passkey is already registered. */
export async function insertPasskey(db: Queryable, row: Omit<PasskeyRow, "usedAt">): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO factors.passkeys (id, player_id, rp_id, public_key, counter, transports, name, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [row.id, row.playerId, row.rpId, row.publicKey, row.counter, row.transports, row.name, row.createdAt],
  );
  return rowCount === 1;
}

export async function markPasskeyUsed(db: Queryable, id: string, counter: bigint, now: Date): Promise<void> {
  await db.query("UPDATE factors.passkeys SET counter = $2, used_at = $3 WHERE id = $1", [id, counter, now]);
}

export async function deletePasskey(db: Queryable, player: PlayerId, id: string): Promise<boolean> {
  const { rowCount } = await db.query("DELETE FROM factors.passkeys WHERE player_id = $1 AND id = $2", [player, id]);
  return rowCount === 1;
}

export interface Question {
  readonly hash: Uint8Array;
  readonly purpose: "add" | "proof" | "login" | "step";
  readonly player: PlayerId | null;
  readonly rpId: string;
}

export async function insertQuestion(db: Queryable, question: Question, expiresAt: Date): Promise<void> {
  await db.query(
    "INSERT INTO factors.questions (hash, purpose, player_id, rp_id, expires_at) VALUES ($1, $2, $3, $4, $5)",
    [question.hash, question.purpose, question.player, question.rpId, expiresAt],
  );
}

/** Consumes a challenge: true once, only for its own purpose. */
export async function takeQuestion(db: Queryable, question: Question, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `DELETE FROM factors.questions WHERE hash = $1 AND purpose = $2 AND player_id IS NOT DISTINCT FROM $3
       AND rp_id = $4 AND expires_at > $5`,
    [question.hash, question.purpose, question.player, question.rpId, now],
  );
  return rowCount === 1;
}

export async function putProof(db: Queryable, session: Uuid, until: Date): Promise<void> {
  await db.query(
    `INSERT INTO factors.proofs (session_id, until) VALUES ($1, $2)
     ON CONFLICT (session_id) DO UPDATE SET until = $2, spent_for = NULL`,
    [session, until],
  );
}

/** Uses a proof up for one action; false when there is none. */
export async function spendProof(tx: Tx, session: Uuid, subject: Uuid, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE factors.proofs SET spent_for = $2 WHERE session_id = $1 AND until > $3 AND spent_for IS NULL",
    [session, subject, now],
  );
  return rowCount === 1;
}

/** The action did not happen: its proof is valid again for the rest of its time. */
export async function restoreProof(tx: Tx, session: Uuid, subject: Uuid): Promise<void> {
  await tx.query("UPDATE factors.proofs SET spent_for = NULL WHERE session_id = $1 AND spent_for = $2", [
    session,
    subject,
  ]);
}

export async function hasProof(db: Queryable, session: Uuid, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    "SELECT 1 FROM factors.proofs WHERE session_id = $1 AND until > $2 AND spent_for IS NULL",
    [session, now],
  );
  return rowCount === 1;
}

/** When a session was last used, as far as recorded. */
export async function activeAt(db: Queryable, session: Uuid): Promise<Date | undefined> {
  const { rows } = await db.query<{ activeAt: Date }>(
    `SELECT active_at AS "activeAt" FROM factors.activity WHERE session_id = $1`,
    [session],
  );
  return rows[0]?.activeAt;
}

export async function putActivity(db: Queryable, session: Uuid, at: Date): Promise<void> {
  await db.query(
    `INSERT INTO factors.activity AS a (session_id, active_at) VALUES ($1, $2)
     ON CONFLICT (session_id) DO UPDATE SET active_at = greatest(a.active_at, $2)`,
    [session, at],
  );
}

/** Counts a try as wrong before the check. Undefined when it may proceed, else when the window began. */
export async function takeTry(
  db: Queryable,
  player: PlayerId,
  limit: { readonly most: number; readonly windowMs: number },
  now: Date,
): Promise<Date | undefined> {
  const begin = new Date(now.getTime() - limit.windowMs);
  const { rowCount } = await db.query(
    `INSERT INTO factors.tries AS t (player_id, failures, since) VALUES ($1, 1, $2)
     ON CONFLICT (player_id) DO UPDATE SET
       failures = CASE WHEN t.since <= $3 THEN 1 ELSE t.failures + 1 END,
       since = CASE WHEN t.since <= $3 THEN $2 ELSE t.since END
     WHERE t.failures < $4 OR t.since <= $3`,
    [player, now, begin, limit.most],
  );
  if (rowCount === 1) return undefined;
  const { rows } = await db.query<{ since: Date }>("SELECT since FROM factors.tries WHERE player_id = $1", [player]);
  return rows[0]?.since ?? now;
}

export async function forgetTries(db: Queryable, player: PlayerId): Promise<void> {
  await db.query("DELETE FROM factors.tries WHERE player_id = $1", [player]);
}

/** The stored data of a player's factors, without secrets. */
export async function personalData(db: Queryable, player: PlayerId): Promise<Json> {
  const passkeys = await db.query<{ known: Json }>(
    "SELECT to_jsonb(p) - 'public_key' - 'player_id' AS known FROM factors.passkeys p WHERE player_id = $1 ORDER BY created_at",
    [player],
  );
  const totp = await db.query<{ since: Date | null }>(
    "SELECT confirmed_at AS since FROM factors.totp WHERE player_id = $1",
    [player],
  );
  return {
    passkeys: passkeys.rows.map(({ known }) => known),
    app_codes_since: totp.rows[0]?.since?.toISOString() ?? null,
    recovery_codes_left: await recoveryCodesLeft(db, player),
  };
}

export async function forgetPlayer(tx: Tx, player: PlayerId): Promise<void> {
  await deleteTotp(tx, player);
  await tx.query("DELETE FROM factors.passkeys WHERE player_id = $1", [player]);
  await tx.query("DELETE FROM factors.tries WHERE player_id = $1", [player]);
}

export async function sweep(db: Queryable, now: Date, windowMs: number): Promise<void> {
  await db.query("DELETE FROM factors.questions WHERE expires_at <= $1", [now]);
  await db.query("DELETE FROM factors.proofs WHERE until <= $1", [now]);
  // Longer than any session lives without a refresh.
  await db.query("DELETE FROM factors.activity WHERE active_at <= $1", [new Date(now.getTime() - 31 * 86_400_000)]);
  await db.query("DELETE FROM factors.tries WHERE since <= $1", [new Date(now.getTime() - windowMs)]);
}
