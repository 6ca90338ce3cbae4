import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { nameKey } from "../shared/name-key.ts";
import type { Contact } from "./contact.ts";

/** Every SQL statement of accounts except those of sessions. */

export interface PlayerRow {
  readonly id: PlayerId;
  readonly publicId: Uint8Array;
  readonly name: string;
  readonly avatar: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly phoneVerified: boolean;
  readonly registerMethod: "email" | "phone" | "social";
  readonly isTest: boolean;
  readonly currency: Currency | null;
  readonly locale: Locale | null;
  readonly timezone: string | null;
  readonly isAvatarHidden: boolean;
  readonly isStatisticsHidden: boolean;
  readonly hasPassword: boolean;
}

export interface NewPlayer {
  readonly id: PlayerId;
  readonly publicId: Uint8Array;
  readonly name: string;
  readonly contact: Contact | null;
  readonly through?: { readonly isContactVerified: boolean };
  readonly test: boolean;
  readonly currency: Currency;
  readonly locale: Locale | null;
  readonly timezone: string | null;
  readonly now: Date;
}

/** False when the name or the contact is taken; waits for a concurrent registration of the same contact. */
export async function insertPlayer(tx: Tx, player: NewPlayer): Promise<boolean> {
  const { contact, through } = player;
  const email = contact?.kind === "email" ? contact : null;
  const phone = contact?.kind === "phone" ? contact.key : null;
  const method = through ? "social" : (contact?.kind ?? "social");
  const { rowCount } = await tx.query(
    `INSERT INTO accounts.players
       (id, public_id, name, email, email_key, email_verified, phone, register_method, is_test, currency, locale, timezone, agreed_at, registered_at, name_key)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14)
     ON CONFLICT DO NOTHING`,
    [
      player.id,
      player.publicId,
      player.name,
      email?.address ?? null,
      email?.key ?? null,
      email !== null && through?.isContactVerified === true,
      phone,
      method,
      player.test,
      player.currency,
      player.locale,
      player.timezone,
      player.now,
      nameKey(player.name),
    ],
  );
  return rowCount === 1;
}

/** Sets the player's password, also if there was none. */
export async function putCredential(tx: Tx, player: PlayerId, hash: string, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO accounts.credentials (player_id, password_hash, changed_at) VALUES ($1, $2, $3)
     ON CONFLICT (player_id) DO UPDATE SET password_hash = $2, changed_at = $3`,
    [player, hash, now],
  );
}

/** True when there was one. */
export async function deleteCredential(tx: Tx, player: PlayerId): Promise<boolean> {
  const { rowCount } = await tx.query("DELETE FROM accounts.credentials WHERE player_id = $1", [player]);
  return rowCount > 0;
}

/** The hash of the player's password; null if there is none. */
export async function passwordHashOf(db: Queryable, player: PlayerId): Promise<string | null> {
  const { rows } = await db.query<{ passwordHash: string }>(
    `SELECT password_hash AS "passwordHash" FROM accounts.credentials WHERE player_id = $1`,
    [player],
  );
  return rows[0]?.passwordHash ?? null;
}

export async function playersOf(db: Queryable, ids: readonly PlayerId[]): Promise<readonly PlayerRow[]> {
  const { rows } = await db.query<PlayerRow>(
    `SELECT p.id, p.public_id AS "publicId", p.name, p.avatar, p.email, p.email_verified AS "emailVerified", p.phone,
      p.phone_verified AS "phoneVerified", p.register_method AS "registerMethod", p.is_test AS "isTest", p.currency, p.locale,
            p.timezone, p.is_avatar_hidden AS "isAvatarHidden", p.is_statistics_hidden AS "isStatisticsHidden",
            c.player_id IS NOT NULL AS "hasPassword"
     FROM accounts.players p LEFT JOIN accounts.credentials c ON c.player_id = p.id
     WHERE p.id = ANY ($1::uuid[])`,
    [ids],
  );
  return rows;
}

export interface SettingsChange {
  readonly locale: Locale | null;
  readonly timezone: string | null;
  readonly avatarHidden: boolean | null;
  readonly statisticsHidden: boolean | null;
  readonly currency: Currency | null;
}

/** Null leaves a setting unchanged. */
export async function updateSettings(tx: Tx, player: PlayerId, change: SettingsChange): Promise<void> {
  await tx.query(
    `UPDATE accounts.players SET
       locale = coalesce($2, locale), timezone = coalesce($3, timezone), currency = coalesce($6, currency),
       is_avatar_hidden = coalesce($4, is_avatar_hidden), is_statistics_hidden = coalesce($5, is_statistics_hidden)
     WHERE id = $1`,
    [player, change.locale, change.timezone, change.avatarHidden, change.statisticsHidden, change.currency],
  );
}

/** `failures`: including this one. `since`: when the window began. */
export type LoginAttempt =
  | { readonly kind: "taken"; readonly failures: number }
  | { readonly kind: "refused"; readonly since: Date };

/** Counts a login as failed before the password check, so that parallel guesses cannot pass the limit. */
export async function takeLoginAttempt(
  db: Queryable,
  identifier: Uint8Array,
  limit: { most: number; windowMs: number },
  now: Date,
): Promise<LoginAttempt> {
  const windowBegin = new Date(now.getTime() - limit.windowMs);
  const taken = await db.query<{ failures: number }>(
    `INSERT INTO accounts.login_attempts AS a (identifier, failures, since) VALUES ($1, 1, $2)
     ON CONFLICT (identifier) DO UPDATE SET
       failures = CASE WHEN a.since <= $3 THEN 1 ELSE a.failures + 1 END,
       since = CASE WHEN a.since <= $3 THEN $2 ELSE a.since END
     WHERE a.failures < $4 OR a.since <= $3
     RETURNING failures`,
    [identifier, now, windowBegin, limit.most],
  );
  const [row] = taken.rows;
  if (row) return { kind: "taken", failures: row.failures };
  const { rows } = await db.query<{ since: Date }>("SELECT since FROM accounts.login_attempts WHERE identifier = $1", [
    identifier,
  ]);
  return { kind: "refused", since: rows[0]?.since ?? now };
}

/** A right password resets the count of failures. */
export async function forgetLoginAttempts(db: Queryable, identifier: Uint8Array): Promise<void> {
  await db.query("DELETE FROM accounts.login_attempts WHERE identifier = $1", [identifier]);
}

/** Uncounts one attempt whose password was not checked. */
export async function releaseLoginAttempt(db: Queryable, identifier: Uint8Array): Promise<void> {
  await db.query(
    `WITH gone AS (DELETE FROM accounts.login_attempts WHERE identifier = $1 AND failures = 1)
     UPDATE accounts.login_attempts SET failures = failures - 1 WHERE identifier = $1 AND failures > 1`,
    [identifier],
  );
}

/** Removes expired rows: access tokens, counted failures, and sessions that ended or expired 90 days ago. */
export async function sweep(db: Queryable, now: Date, windowMs: number): Promise<void> {
  await db.query("DELETE FROM accounts.access_tokens WHERE expires_at <= $1", [now]);
  await db.query("DELETE FROM accounts.login_attempts WHERE since <= $1", [new Date(now.getTime() - windowMs)]);
  const longAgo = new Date(now.getTime() - 90 * 86_400_000);
  await db.query("DELETE FROM accounts.sessions WHERE expires_at <= $1 OR ended_at <= $1", [longAgo]);
}
