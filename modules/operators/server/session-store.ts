import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Role } from "../shared/permissions.ts";

/** Every SQL statement about operators' sessions and sign-in challenges. */

export async function insertChallenge(
  db: Queryable,
  challenge: { hash: Uint8Array; operator: Uuid; hostname: string; expiresAt: Date },
): Promise<void> {
  await db.query("INSERT INTO operators.challenges VALUES ($1, $2, $3, $4)", [
    challenge.hash,
    challenge.operator,
    challenge.hostname,
    challenge.expiresAt,
  ]);
}

export async function challengeOf(
  db: Queryable,
  hash: Uint8Array,
  hostname: string,
  now: Date,
): Promise<Uuid | undefined> {
  const { rows } = await db.query<{ operatorId: Uuid }>(
    `SELECT operator_id AS "operatorId" FROM operators.challenges WHERE token_hash = $1 AND hostname = $2 AND expires_at > $3`,
    [hash, hostname, now],
  );
  return rows[0]?.operatorId;
}

export async function deleteChallenges(tx: Tx, operator: Uuid): Promise<void> {
  await tx.query("DELETE FROM operators.challenges WHERE operator_id = $1", [operator]);
}

export interface NewSession {
  readonly id: Uuid;
  readonly operator: Uuid;
  readonly hash: Uint8Array;
  readonly hostname: string;
  readonly address: string;
  /** The normalised address used for limits. */
  readonly network: string;
  /** SHA-256 of the browser's own cookie. */
  readonly device: Uint8Array;
  readonly userAgent: string;
  readonly now: Date;
  /** The code of the console that opened it; null for the app. Such a session has not proved the app. */
  readonly emergency: Uuid | null;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { id, operator, hash, hostname, address, network, device, userAgent, now, emergency } = session;
  await tx.query(
    `INSERT INTO operators.sessions (id, operator_id, token_hash, hostname, address, user_agent, opened_at, seen_at, active_at, proved_at, network, device, emergency_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7, CASE WHEN $10::uuid IS NULL THEN $7::timestamptz ELSE '-infinity'::timestamptz END, $8, $9, $10)`,
    [id, operator, hash, hostname, address, userAgent.slice(0, 300), now, network, device, emergency],
  );
}

export interface LivingSession {
  readonly id: Uuid;
  readonly operatorId: Uuid;
  readonly name: string;
  readonly role: Role;
  /** Never in a session of a code of the console, unless the app was proved in it. */
  readonly isProved: boolean;
  readonly emergencyId: Uuid | null;
  /** Where the operator last gave a second factor; null for sessions of the former version. */
  readonly network: string | null;
}

/** A session ends after this much inactivity, or at this age. */
export interface SessionLimits {
  readonly quietMs: number;
  readonly lifeMs: number;
}

/**
 * The session of a token under this host name, marked as seen. It ends so long after the last act of its operator (`isActivity`), whatever its
 * pages read meanwhile.
 */
export async function seeSession(
  db: Queryable,
  token: { hash: Uint8Array; hostname: string; now: Date; isActivity: boolean; provedMs: number } & SessionLimits,
): Promise<LivingSession | undefined> {
  const { hash, hostname, now, isActivity, quietMs, lifeMs, provedMs } = token;
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await db.query<LivingSession>(
    `UPDATE operators.sessions s SET seen_at = $3, active_at = CASE WHEN $6 THEN $3 ELSE active_at END FROM operators.operators o
     WHERE s.token_hash = $1 AND s.hostname = $2 AND s.ended_at IS NULL AND s.active_at > $4 AND s.opened_at > $5
       AND o.id = s.operator_id AND o.disabled_at IS NULL
       AND NOT EXISTS (SELECT FROM operators.emergencies e WHERE e.id = s.emergency_id AND e.expires_at <= $3)
     RETURNING s.id, s.operator_id AS "operatorId", o.name, o.role, s.proved_at > $7 AS "isProved", s.network,
       s.emergency_id AS "emergencyId"`,
    [hash, hostname, now, ago(quietMs), ago(lifeMs), isActivity, ago(provedMs)],
  );
  return rows[0];
}

/** The sessions among these that have not ended, with the role of their operator now. */
export async function standingSessions(
  db: Queryable,
  ids: readonly Uuid[],
  now: Date,
  { quietMs, lifeMs }: SessionLimits,
): Promise<ReadonlyMap<Uuid, Role>> {
  const { rows } = await db.query<{ id: Uuid; role: Role }>(
    `SELECT s.id, o.role FROM operators.sessions s JOIN operators.operators o ON o.id = s.operator_id
     WHERE s.id = ANY ($1) AND s.ended_at IS NULL AND s.active_at > $3 AND s.opened_at > $4 AND o.disabled_at IS NULL
       AND NOT EXISTS (SELECT FROM operators.emergencies e WHERE e.id = s.emergency_id AND e.expires_at <= $2)`,
    [[...ids], now, new Date(now.getTime() - quietMs), new Date(now.getTime() - lifeMs)],
  );
  return new Map(rows.map(({ id, role }) => [id, role]));
}

export interface SessionRow {
  readonly id: Uuid;
  readonly operatorId: Uuid;
  readonly address: string;
  readonly userAgent: string;
  readonly openedAt: Date;
  readonly activeAt: Date;
}

const sessionColumns = `id, operator_id AS "operatorId", address, user_agent AS "userAgent", opened_at AS "openedAt", active_at AS "activeAt"`;

/** The sessions of an operator that have not ended, the last opened first. */
export async function livingSessions(
  db: Queryable,
  operator: Uuid,
  now: Date,
  { quietMs, lifeMs }: SessionLimits,
): Promise<readonly SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `SELECT ${sessionColumns} FROM operators.sessions
     WHERE operator_id = $1 AND ended_at IS NULL AND active_at > $2 AND opened_at > $3 ORDER BY opened_at DESC, id DESC`,
    [operator, new Date(now.getTime() - quietMs), new Date(now.getTime() - lifeMs)],
  );
  return rows;
}

export async function sessionById(db: Queryable, id: Uuid): Promise<SessionRow | undefined> {
  const { rows } = await db.query<SessionRow>(`SELECT ${sessionColumns} FROM operators.sessions WHERE id = $1`, [id]);
  return rows[0];
}

/** The operator gave a second factor here and now. */
export async function proveSession(tx: Tx, id: Uuid, network: string, now: Date): Promise<void> {
  await tx.query("UPDATE operators.sessions SET proved_at = $3, network = $2 WHERE id = $1", [id, network, now]);
}

export async function endSession(tx: Tx, id: Uuid, now: Date): Promise<void> {
  await tx.query("UPDATE operators.sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL", [id, now]);
}

export async function endSessionsOf(tx: Tx, operator: Uuid, now: Date): Promise<void> {
  await tx.query("UPDATE operators.sessions SET ended_at = $2 WHERE operator_id = $1 AND ended_at IS NULL", [
    operator,
    now,
  ]);
}

export async function sweepChallenges(db: Queryable, now: Date): Promise<void> {
  await db.query("DELETE FROM operators.challenges WHERE expires_at <= $1", [now]);
}
