import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

/** Every SQL statement of social. */

export interface NewAttempt {
  readonly stateHash: Uint8Array;
  readonly browserHash: Uint8Array;
  readonly provider: string;
  readonly origin: string;
  readonly player: PlayerId | null;
  readonly currency: Currency | null;
  readonly expiresAt: Date;
}

export async function insertAttempt(db: Queryable, attempt: NewAttempt): Promise<void> {
  await db.query(
    `INSERT INTO social.attempts (state_hash, browser_hash, provider, origin, player_id, currency, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      attempt.stateHash,
      attempt.browserHash,
      attempt.provider,
      attempt.origin,
      attempt.player,
      attempt.currency,
      attempt.expiresAt,
    ],
  );
}

export interface Attempt {
  readonly provider: string;
  readonly origin: string;
  readonly playerId: PlayerId | null;
  readonly currency: Currency | null;
  readonly subject: string | null;
  readonly email: string | null;
}

interface Key {
  readonly stateHash: Uint8Array;
  readonly browserHash: Uint8Array;
  readonly now: Date;
}

/** Advances an attempt of this browser; undefined when it does not exist, is too old, or already advanced. */
export async function moveAttempt(
  db: Queryable,
  { stateHash, browserHash, now }: Key,
  from: "open" | "first",
  to: "answered" | "done",
): Promise<Attempt | undefined> {
  const { rows } = await db.query<Attempt>(
    `UPDATE social.attempts SET status = $5
     WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > $3 AND status = $4
     RETURNING provider, origin, player_id AS "playerId", currency, subject, email`,
    [stateHash, browserHash, now, from, to],
  );
  return rows[0];
}

/** From here on the attempt waits for a new person's agreement. */
export async function awaitAgreement(
  db: Queryable,
  stateHash: Uint8Array,
  who: { readonly subject: string; readonly email: string | null },
): Promise<void> {
  await db.query("UPDATE social.attempts SET status = 'first', subject = $2, email = $3 WHERE state_hash = $1", [
    stateHash,
    who.subject,
    who.email,
  ]);
}

/** The page that opened the window of a pending sign-in. */
export async function originOfAttempt(db: Queryable, stateHash: Uint8Array, now: Date): Promise<string | undefined> {
  const { rows } = await db.query<{ origin: string }>(
    "SELECT origin FROM social.attempts WHERE state_hash = $1 AND expires_at > $2 AND status = 'open'",
    [stateHash, now],
  );
  return rows[0]?.origin;
}

export async function playerOf(db: Queryable, provider: string, subject: string): Promise<PlayerId | undefined> {
  const { rows } = await db.query<{ playerId: PlayerId }>(
    `SELECT player_id AS "playerId" FROM social.links WHERE provider = $1 AND subject = $2`,
    [provider, subject],
  );
  return rows[0]?.playerId;
}

/** False when the identity belongs to a player, or the player has another identity of that provider. */
export async function insertLink(
  tx: Tx,
  { provider, subject, player, now }: { provider: string; subject: string; player: PlayerId; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "INSERT INTO social.links (provider, subject, player_id, linked_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [provider, subject, player, now],
  );
  return rowCount === 1;
}

export interface LinkRow {
  readonly provider: string;
  readonly subject: string;
  readonly linkedAt: Date;
}

/** What recognizes the person at another registration. */
export const identifierOfLink = ({ provider, subject }: Pick<LinkRow, "provider" | "subject">): string =>
  `social:${provider}:${subject}`;

/** Oldest first; with `lock` the rows are locked until the transaction ends. */
export async function linksOf(db: Queryable, player: PlayerId, lock = false): Promise<readonly LinkRow[]> {
  const { rows } = await db.query<LinkRow>(
    `SELECT provider, subject, linked_at AS "linkedAt" FROM social.links WHERE player_id = $1 ORDER BY linked_at,
      provider${lock ? " FOR UPDATE" : ""}`,
    [player],
  );
  return rows;
}

export async function deleteLink(tx: Tx, player: PlayerId, provider: string): Promise<void> {
  await tx.query("DELETE FROM social.links WHERE player_id = $1 AND provider = $2", [player, provider]);
}

/** The stored data of a player's identities at providers. */
export async function personalData(db: Queryable, player: PlayerId): Promise<Json> {
  const links = await linksOf(db, player);
  return links.map(({ provider, subject, linkedAt }) => ({ provider, subject, linked_at: linkedAt.toISOString() }));
}

export async function forgetPlayer(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM social.links WHERE player_id = $1", [player]);
  await tx.query("DELETE FROM social.attempts WHERE player_id = $1", [player]);
}

export async function sweep(db: Queryable, now: Date): Promise<void> {
  await db.query("DELETE FROM social.attempts WHERE expires_at <= $1", [now]);
}
