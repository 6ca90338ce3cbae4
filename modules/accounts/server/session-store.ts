import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement about sessions and their tokens. */

/** Where a session was created, and where it was last seen. */
export interface Visit {
  readonly hostname: string;
  readonly ip: string;
  readonly userAgent: string;
}

export interface NewSession {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly salt: Uint8Array;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly visit: Visit;
  /** The session of the original login that this one was carried over from; null for a login of its own. */
  readonly root: Uuid | null;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { visit } = session;
  await tx.query(
    `INSERT INTO accounts.sessions
       (id, player_id, salt, rotated_at, created_at, expires_at, made_on, hostname, ip, user_agent, seen_at, root_id)
     VALUES ($1, $2, $3, $4, $4, $5, $6, $6, $7, $8, $4, $9)`,
    [
      session.id,
      session.player,
      session.salt,
      session.now,
      session.expiresAt,
      visit.hostname,
      visit.ip,
      visit.userAgent,
      session.root,
    ],
  );
}

/** Whether the player has opened a session other than this one. The first one is that of the registration. */
export async function hadSessionBefore(tx: Tx, player: PlayerId, session: Uuid): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT 1 FROM accounts.sessions WHERE player_id = $1 AND id <> $2 LIMIT 1", [
    player,
    session,
  ]);
  return rowCount > 0;
}

export async function insertAccessToken(
  db: Queryable,
  hash: Uint8Array,
  session: Uuid,
  expiresAt: Date,
): Promise<void> {
  await db.query("INSERT INTO accounts.access_tokens (hash, session_id, expires_at) VALUES ($1, $2, $3)", [
    hash,
    session,
    expiresAt,
  ]);
}

export interface TokenRow {
  readonly sessionId: Uuid;
  readonly playerId: PlayerId;
  readonly currency: Currency | null;
  readonly isTest: boolean;
  readonly expiresAt: Date;
}

/** The player of a valid token whose session is active. */
export async function sessionOfToken(db: Queryable, hash: Uint8Array, now: Date): Promise<TokenRow | undefined> {
  const { rows } = await db.query<TokenRow>(
    `SELECT t.session_id AS "sessionId", s.player_id AS "playerId", p.currency, p.is_test AS "isTest",
      t.expires_at AS "expiresAt"
     FROM accounts.access_tokens t
     JOIN accounts.sessions s ON s.id = t.session_id
     JOIN accounts.players p ON p.id = s.player_id
     WHERE t.hash = $1 AND t.expires_at > $2 AND s.ended_at IS NULL AND s.expires_at > $2`,
    [hash, now],
    "accounts.session_of_token",
  );
  return rows[0];
}

export interface SessionRow {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly salt: Uint8Array;
  readonly generation: number;
  readonly rotatedAt: Date;
  readonly rootId: Uuid | null;
}

/** An active session, locked until the transaction ends. */
export async function lockSession(tx: Tx, id: Uuid, now: Date): Promise<SessionRow | undefined> {
  const { rows } = await tx.query<SessionRow>(
    `SELECT id, player_id AS "playerId", salt, generation, rotated_at AS "rotatedAt", root_id AS "rootId" FROM accounts.sessions
     WHERE id = $1 AND ended_at IS NULL AND expires_at > $2 FOR UPDATE`,
    [id, now],
  );
  return rows[0];
}

/** Whether a session is over. One that lives does not end until `tx` ends. */
export async function isSessionOver(tx: Tx, id: Uuid, now: Date): Promise<boolean> {
  const { rows } = await tx.query<{ over: boolean }>(
    "SELECT ended_at IS NOT NULL OR expires_at <= $2 AS over FROM accounts.sessions WHERE id = $1 FOR SHARE",
    [id, now],
  );
  return rows[0]?.over === true;
}

export async function rotateSession(tx: Tx, id: Uuid, now: Date, expiresAt: Date): Promise<void> {
  await tx.query(
    "UPDATE accounts.sessions SET generation = generation + 1, rotated_at = $2, expires_at = $3, seen_at = $2 WHERE id = $1",
    [id, now, expiresAt],
  );
}

/** Why a session ended. */
export type EndReason = "logout" | "replay" | "mirror" | "password" | "takeover" | "locked" | "operator";

/** The active sessions that were opened on a host name. */
export async function sessionsMadeOn(tx: Tx, hostname: string): Promise<readonly Uuid[]> {
  const { rows } = await tx.query<{ id: Uuid }>(
    "SELECT id FROM accounts.sessions WHERE made_on = $1 AND ended_at IS NULL FOR UPDATE",
    [hostname],
  );
  return rows.map(({ id }) => id);
}

export async function countSessionsMadeOn(db: Queryable, hostname: string): Promise<number> {
  const { rows } = await db.query<{ sessions: number }>(
    "SELECT count(*)::int AS sessions FROM accounts.sessions WHERE made_on = $1 AND ended_at IS NULL",
    [hostname],
  );
  return rows[0]?.sessions ?? 0;
}

/** The active sessions of this one's family: itself, its origin, and those carried over. */
export async function openFamily(tx: Tx, session: Uuid): Promise<readonly Uuid[]> {
  const { rows } = await tx.query<{ id: Uuid }>(
    `SELECT id FROM accounts.sessions WHERE ended_at IS NULL
       AND coalesce(root_id, id) = (SELECT coalesce(root_id, id) FROM accounts.sessions WHERE id = $1) ORDER BY id`,
    [session],
  );
  return rows.map(({ id }) => id);
}

/** True when it was active until now. */
export async function closeSession(tx: Tx, id: Uuid, reason: EndReason, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE accounts.sessions SET ended_at = $2, end_reason = $3 WHERE id = $1 AND ended_at IS NULL",
    [id, now, reason],
  );
  await tx.query("DELETE FROM accounts.access_tokens WHERE session_id = $1", [id]);
  return rowCount > 0;
}

export async function recordVisit(db: Queryable, id: Uuid, visit: Visit, now: Date): Promise<void> {
  await db.query("UPDATE accounts.sessions SET hostname = $2, ip = $3, user_agent = $4, seen_at = $5 WHERE id = $1", [
    id,
    visit.hostname,
    visit.ip,
    visit.userAgent,
    now,
  ]);
}

/** The player's previous login, before the one this session belongs to; null when there was none in 90 days. */
export async function loginBefore(db: Queryable, session: Uuid): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `SELECT max(former.created_at) AS at
     FROM accounts.sessions own
     JOIN accounts.sessions root ON root.id = coalesce(own.root_id, own.id)
     JOIN accounts.sessions former ON former.player_id = own.player_id AND former.root_id IS NULL
       AND (former.created_at, former.id) < (root.created_at, root.id)
     WHERE own.id = $1`,
    [session],
  );
  return rows[0]?.at ?? null;
}

export interface LivingSession {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly hostname: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  /** The same id for all sessions of one family: the first session's. */
  readonly family: Uuid;
}

/** A player's active sessions, the last seen first. */
export async function livingSessions(db: Queryable, player: PlayerId, now: Date): Promise<readonly LivingSession[]> {
  const { rows } = await db.query<LivingSession>(
    `SELECT id, player_id AS "playerId", hostname, ip, user_agent AS "userAgent", created_at AS "createdAt", seen_at AS "seenAt",
      coalesce(root_id, id) AS family FROM accounts.sessions
     WHERE player_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY seen_at DESC, id DESC`,
    [player, now],
  );
  return rows;
}
