import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { EntryKind } from "../../shared/kinds.ts";

/** Every SQL statement of push. */

export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

interface NewSubscription extends Subscription {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly session: Uuid;
  readonly userAgent: string;
  readonly locale: Locale;
  readonly now: Date;
}

/** A browser has one subscription: the next player who signs in there takes it over. All but the newest `most` of the player's are deleted. */
export async function insertSubscription(tx: Tx, added: NewSubscription, most: number): Promise<void> {
  const { id, player, session, endpoint, p256dh, auth, userAgent, locale, now } = added;
  await tx.query(
    `INSERT INTO notifications.push_subscriptions (id, player_id, session_id, endpoint, p256dh, auth, user_agent, locale, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (endpoint) DO UPDATE SET id = excluded.id, player_id = excluded.player_id, session_id = excluded.session_id,
       p256dh = excluded.p256dh, auth = excluded.auth, user_agent = excluded.user_agent, locale = excluded.locale, created_at = excluded.created_at`,
    [id, player, session, endpoint, p256dh, auth, userAgent, locale, now],
  );
  await tx.query(
    `DELETE FROM notifications.push_subscriptions WHERE player_id = $1 AND id NOT IN (
       SELECT id FROM notifications.push_subscriptions WHERE player_id = $1 ORDER BY id DESC LIMIT $2)`,
    [player, most],
  );
}

interface DeviceRow {
  readonly id: Uuid;
  readonly session: Uuid;
  readonly userAgent: string;
  readonly createdAt: Date;
}

/** Newest first. */
export async function devicesOf(db: Queryable, player: PlayerId): Promise<readonly DeviceRow[]> {
  const { rows } = await db.query<DeviceRow>(
    `SELECT id, session_id AS session, user_agent AS "userAgent", created_at AS "createdAt"
     FROM notifications.push_subscriptions WHERE player_id = $1 ORDER BY id DESC`,
    [player],
  );
  return rows;
}

interface BrowserRow extends Subscription {
  readonly id: Uuid;
  readonly session: Uuid;
  readonly locale: Locale;
}

export async function subscriptionsOf(db: Queryable, player: PlayerId): Promise<readonly BrowserRow[]> {
  const { rows } = await db.query<BrowserRow>(
    `SELECT id, session_id AS session, endpoint, p256dh, auth, locale FROM notifications.push_subscriptions WHERE player_id = $1 ORDER BY id`,
    [player],
  );
  return rows;
}

export async function deleteDevice(db: Queryable, player: PlayerId, id: Uuid): Promise<boolean> {
  const { rowCount } = await db.query("DELETE FROM notifications.push_subscriptions WHERE player_id = $1 AND id = $2", [
    player,
    id,
  ]);
  return rowCount > 0;
}

export async function deleteOfSession(db: Queryable, session: Uuid): Promise<void> {
  await db.query("DELETE FROM notifications.push_subscriptions WHERE session_id = $1", [session]);
}

export async function deleteOfPlayer(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM notifications.push_subscriptions WHERE player_id = $1", [player]);
}

export interface PendingPush extends Subscription {
  readonly player: PlayerId;
  readonly session: Uuid;
  readonly locale: Locale;
  readonly kind: EntryKind;
  readonly enteredAt: Date;
}

/** An entry and the subscription it goes to, unless one of them is gone or the entry has been read. */
export async function readPendingPush(
  db: Queryable,
  entry: Uuid,
  subscription: Uuid,
): Promise<PendingPush | undefined> {
  const { rows } = await db.query<PendingPush>(
    `SELECT s.player_id AS player, s.session_id AS session, s.endpoint, s.p256dh, s.auth, s.locale, e.kind, e.created_at AS "enteredAt"
     FROM notifications.push_subscriptions s JOIN notifications.entries e ON e.player_id = s.player_id
     WHERE s.id = $2 AND e.id = $1 AND e.read_at IS NULL`,
    [entry, subscription],
  );
  return rows[0];
}

export interface KeyRow {
  readonly publicKey: string;
  readonly sealed: Uint8Array;
}

/** Stores the key pair unless there is one, and returns the stored one. */
export async function storeFirstKey(db: Queryable, made: KeyRow, now: Date): Promise<KeyRow> {
  await db.query(
    "INSERT INTO notifications.push_key (public_key, private_key, made_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [made.publicKey, made.sealed, now],
  );
  return (await readKey(db)) ?? made;
}

export async function readKey(db: Queryable): Promise<KeyRow | undefined> {
  const { rows } = await db.query<KeyRow>(
    `SELECT public_key AS "publicKey", private_key AS sealed FROM notifications.push_key`,
  );
  return rows[0];
}
