import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { MessageKind, ReportReason, Room, ShownBet } from "../shared/contract.ts";
import { ourAuthor } from "./our-author.ts";

/** Every SQL statement of the rooms. */

export interface MessageRow {
  readonly id: Uuid;
  readonly room: Room;
  readonly number: bigint;
  readonly author: PlayerId;
  readonly text: string;
  readonly at: Date;
  readonly removed: bigint | null;
  readonly why: ReportReason | null;
  readonly kind: MessageKind;
  /** The rain or tip that it shows. */
  readonly subject: Uuid | null;
  /** The number of the last change of what it shows. */
  readonly changed: bigint | null;
  /** The bet that its author showed with it. */
  readonly bet: ShownBet | null;
}

const columns = `m.id, m.room, m.number, m.author_id AS author, m.text, m.written_at AS at, m.removed, m.removed_why AS why, m.kind, m.subject, m.changed, m.bet`;

/** The next number of a room, locked until `tx` ends. */
async function nextNumber(tx: Tx, room: Room): Promise<bigint> {
  const { rows } = await tx.query<{ number: bigint }>(
    `INSERT INTO community_chat.rooms (room, last_number) VALUES ($1, 1)
     ON CONFLICT (room) DO UPDATE SET last_number = community_chat.rooms.last_number + 1 RETURNING last_number AS number`,
    [room],
  );
  return rows[0]?.number ?? 0n;
}

export async function lastNumber(db: Queryable, room: Room): Promise<bigint> {
  const { rows } = await db.query<{ number: bigint }>(
    "SELECT last_number AS number FROM community_chat.rooms WHERE room = $1",
    [room],
  );
  return rows[0]?.number ?? 0n;
}

type NewMessage = Pick<MessageRow, "id" | "room" | "author" | "text" | "at"> & {
  readonly key: Uuid;
  readonly kind?: MessageKind;
  readonly subject?: Uuid;
  readonly bet?: ShownBet | null;
};

/** Inserts a message, by a player unless it says otherwise. */
export async function insertMessage(
  tx: Tx,
  { id, room, author, text, at, key, kind = "player", subject = undefined, bet = null }: NewMessage,
): Promise<MessageRow> {
  const number = await nextNumber(tx, room);
  await tx.query(
    `INSERT INTO community_chat.messages (id, room, number, author_id, key, text, written_at, kind, subject, bet)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, room, number, author, key, text, at, kind, subject ?? null, bet],
  );
  const unchanged = { removed: null, why: null, changed: null };
  return { id, room, number, author, text, at, kind, subject: subject ?? null, bet, ...unchanged };
}

/** The message of a rain or tip; undefined once it was deleted. */
export async function messageOfSubject(tx: Tx, subject: Uuid): Promise<MessageRow | undefined> {
  // A rain's own id is the key of its message.
  return messageByKey(tx, ourAuthor, subject);
}

/** What the message shows has changed: it takes the next number of its room. */
export async function markChanged(tx: Tx, { id, room }: MessageRow): Promise<void> {
  const number = await nextNumber(tx, room);
  await tx.query("UPDATE community_chat.messages SET changed = $2 WHERE id = $1", [id, number]);
}

/** Oldest first. */
export async function newestMessages(db: Queryable, room: Room, limit: number): Promise<readonly MessageRow[]> {
  const { rows } = await db.query<MessageRow>(
    `SELECT ${columns} FROM community_chat.messages m WHERE room = $1 ORDER BY number DESC LIMIT $2`,
    [room, limit],
  );
  return rows.toReversed();
}

/** Written, removed or changed after a number, in the order of messages. */
export async function changesAfter(db: Queryable, room: Room, after: bigint): Promise<readonly MessageRow[]> {
  const { rows } = await db.query<MessageRow>(
    `SELECT ${columns} FROM community_chat.messages m WHERE room = $1 AND number > $2
     UNION SELECT ${columns} FROM community_chat.messages m WHERE room = $1 AND removed > $2
     UNION SELECT ${columns} FROM community_chat.messages m WHERE room = $1 AND changed > $2 ORDER BY number`,
    [room, after],
  );
  return rows;
}

export async function messageById(
  db: Queryable,
  id: string,
  lock: "" | "FOR UPDATE" = "",
): Promise<MessageRow | undefined> {
  const { rows } = await db.query<MessageRow>(
    `SELECT ${columns} FROM community_chat.messages m WHERE id = $1 ${lock}`,
    [id],
  );
  return rows[0];
}

export async function messageByKey(db: Queryable, author: PlayerId, key: Uuid): Promise<MessageRow | undefined> {
  const { rows } = await db.query<MessageRow>(
    `SELECT ${columns} FROM community_chat.messages m WHERE author_id = $1 AND key = $2`,
    [author, key],
  );
  return rows[0];
}

export async function lastOf(
  db: Queryable,
  author: PlayerId,
): Promise<{ readonly text: string; readonly at: Date } | undefined> {
  const { rows } = await db.query<{ text: string; at: Date }>(
    `SELECT text, written_at AS at FROM community_chat.messages WHERE author_id = $1 ORDER BY written_at DESC LIMIT 1`,
    [author],
  );
  return rows[0];
}

/** The end of a player's mute, with their row locked until `tx` ends. */
export async function lockMember(tx: Tx, player: PlayerId): Promise<Date | null> {
  const { rows } = await tx.query<{ until: Date | null }>(
    `INSERT INTO community_chat.members (player_id) VALUES ($1)
     ON CONFLICT (player_id) DO UPDATE SET muted_until = community_chat.members.muted_until RETURNING muted_until AS until`,
    [player],
  );
  return rows[0]?.until ?? null;
}

export async function mutedUntil(db: Queryable, player: PlayerId): Promise<Date | null> {
  const { rows } = await db.query<{ until: Date | null }>(
    "SELECT muted_until AS until FROM community_chat.members WHERE player_id = $1",
    [player],
  );
  return rows[0]?.until ?? null;
}

export async function setMute(tx: Tx, player: PlayerId, until: Date | null): Promise<void> {
  await tx.query("UPDATE community_chat.members SET muted_until = $2 WHERE player_id = $1", [player, until]);
}

export async function markRemoved(tx: Tx, { id, room }: MessageRow, why: ReportReason, at: Date): Promise<void> {
  const number = await nextNumber(tx, room);
  await tx.query("UPDATE community_chat.messages SET removed = $2, removed_why = $3, removed_at = $4 WHERE id = $1", [
    id,
    number,
    why,
    at,
  ]);
}

export async function insertReport(
  tx: Tx,
  report: { readonly message: Uuid; readonly player: PlayerId; readonly reason: ReportReason; readonly at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO community_chat.reports (message_id, player_id, reason, reported_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [report.message, report.player, report.reason, report.at],
  );
}

export async function reportsSince(db: Queryable, player: PlayerId, since: Date): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM community_chat.reports WHERE player_id = $1 AND reported_at > $2",
    [player, since],
  );
  return rows[0]?.n ?? 0;
}

export async function closeReports(tx: Tx, message: Uuid, at: Date): Promise<number> {
  const { rowCount } = await tx.query(
    "UPDATE community_chat.reports SET closed_at = $2 WHERE message_id = $1 AND closed_at IS NULL",
    [message, at],
  );
  return rowCount;
}

export interface QueueRow extends MessageRow {
  readonly reports: number;
  readonly reasons: readonly ReportReason[];
  readonly mutedUntil: Date | null;
}

/** Messages that wait for a moderator, the most reported first, then the latest of a room or of all. */
export async function moderationQueue(db: Queryable, room: Room | null, limit: number): Promise<readonly QueueRow[]> {
  const { rows } = await db.query<QueueRow>(
    `SELECT ${columns}, coalesce(r.reports, 0) AS reports, coalesce(r.reasons, '[]'::jsonb) AS reasons, b.muted_until AS "mutedUntil"
     FROM community_chat.messages m
     LEFT JOIN community_chat.members b ON b.player_id = m.author_id
     LEFT JOIN LATERAL (
       SELECT count(*)::int AS reports, jsonb_agg(DISTINCT reason) AS reasons FROM community_chat.reports
       WHERE message_id = m.id AND closed_at IS NULL
     ) r ON true
     WHERE ($1::text IS NULL OR m.room = $1)
     ORDER BY coalesce(r.reports, 0) DESC, m.written_at DESC LIMIT $2`,
    [room, limit],
  );
  return rows;
}

export async function deleteMessagesBefore(db: Queryable, before: Date): Promise<void> {
  await db.query("DELETE FROM community_chat.messages WHERE written_at <= $1", [before]);
}

export async function forgetPlayer(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM community_chat.messages WHERE author_id = $1", [player]);
  await tx.query("DELETE FROM community_chat.reports WHERE player_id = $1", [player]);
  await tx.query("DELETE FROM community_chat.members WHERE player_id = $1", [player]);
}

export async function personalData(db: Queryable, player: PlayerId): Promise<Json> {
  const { rows } = await db.query<{ known: Json }>(
    `SELECT jsonb_build_object('room', room, 'text', text, 'written_at', written_at, 'removed_why', removed_why, 'bet', bet) AS known
     FROM community_chat.messages WHERE author_id = $1 ORDER BY written_at`,
    [player],
  );
  const { rows: given } = await db.query<{ known: Json }>(
    `SELECT jsonb_build_object('rain', rain_id, 'collected_at', collected_at, 'got', got::text, 'refused', refused) AS known
     FROM community_chat.collections WHERE player_id = $1 UNION ALL
     SELECT jsonb_build_object('tip', id, 'given_at', given_at, 'amount', amount::text, 'currency', currency)
     FROM community_chat.tips WHERE player_id = $1`,
    [player],
  );
  return { messages: rows.map(({ known }) => known), given: given.map(({ known }) => known) };
}
