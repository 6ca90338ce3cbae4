import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { MessageChannel, MessagePurpose } from "../../shared/operator-messages.ts";
import type { MessageTexts } from "../message-texts.ts";

/** Every SQL statement of operators' messages to players. */

export interface NewMessage {
  readonly id: Uuid;
  readonly purpose: MessagePurpose;
  readonly texts: MessageTexts;
  readonly reason: string;
  readonly operatorId: Uuid;
  readonly operatorName: string;
  readonly players: number;
  readonly playersSha256: Uint8Array;
  readonly askedAt: Date;
}

/** False if it exists. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<boolean> {
  const { id, purpose, texts, reason, operatorId, operatorName, players, playersSha256, askedAt } = message;
  const { rowCount } = await tx.query(
    `INSERT INTO notifications.messages (id, purpose, texts, reason, operator_id, operator_name, players, players_sha256, asked_at)
     VALUES ($1, $2, $3::jsonb, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`,
    [id, purpose, JSON.stringify(texts), reason, operatorId, operatorName, players, playersSha256, askedAt],
  );
  return rowCount === 1;
}

export interface NewRecipient {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly channel: MessageChannel;
  /** Why the message is not sent; null for one that is to be sent. */
  readonly why: string | null;
}

export async function insertRecipients(
  tx: Tx,
  message: Uuid,
  recipients: readonly NewRecipient[],
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO notifications.recipients (id, message_id, player_id, channel, state, why, decided_at)
     SELECT r.id, $1, r.player, r.channel, CASE WHEN r.why IS NULL THEN 'waiting' ELSE 'dropped' END, r.why,
       CASE WHEN r.why IS NOT NULL THEN $3::timestamptz END
     FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, player uuid, channel text, why text)`,
    [message, JSON.stringify(recipients), now],
  );
}

/** What is sent to one recipient. */
export interface RecipientRow {
  readonly id: Uuid;
  readonly message: Uuid;
  readonly player: PlayerId;
  readonly channel: MessageChannel;
  readonly purpose: MessagePurpose;
  readonly texts: MessageTexts;
  readonly askedAt: Date;
}

/** Undefined if it was decided before. */
export async function lockWaiting(tx: Tx, id: Uuid): Promise<RecipientRow | undefined> {
  const { rows } = await tx.query<RecipientRow>(
    `SELECT r.id, r.message_id AS message, r.player_id AS player, r.channel, m.purpose, m.texts, m.asked_at AS "askedAt"
     FROM notifications.recipients r JOIN notifications.messages m ON m.id = r.message_id
     WHERE r.id = $1 AND r.state = 'waiting' FOR UPDATE OF r`,
    [id],
  );
  return rows[0];
}

/** `why`: what kept it back; null if it was sent. */
export async function markDecided(tx: Tx, id: Uuid, why: string | null, at: Date): Promise<void> {
  await tx.query(
    `UPDATE notifications.recipients SET state = CASE WHEN $2::text IS NULL THEN 'sent' ELSE 'dropped' END, why = $2, decided_at = $3 WHERE id = $1`,
    [id, why, at],
  );
}

export interface SentMessage {
  readonly id: Uuid;
  readonly purpose: MessagePurpose;
  readonly channel: MessageChannel;
  readonly state: "waiting" | "sent" | "dropped";
  readonly why: string | null;
  readonly texts: MessageTexts;
  readonly reason: string;
  readonly operator: string;
  readonly players: number;
  readonly askedAt: Date;
  readonly decidedAt: Date | null;
}

/** The last hundred to a player, newest first. */
export async function messagesTo(db: Queryable, player: PlayerId): Promise<readonly SentMessage[]> {
  const { rows } = await db.query<SentMessage>(
    `SELECT m.id, m.purpose, r.channel, r.state, r.why, m.texts, m.reason, m.operator_name AS operator, m.players,
       m.asked_at AS "askedAt", r.decided_at AS "decidedAt"
     FROM notifications.recipients r JOIN notifications.messages m ON m.id = r.message_id
     WHERE r.player_id = $1 ORDER BY r.message_id DESC, r.channel LIMIT 100`,
    [player],
  );
  return rows;
}

/** What the copy of a player's data has of messages: those that reached them. */
export async function messagesData(db: Queryable, player: PlayerId): Promise<readonly Json[]> {
  const { rows } = await db.query<{ known: Json }>(
    `SELECT jsonb_build_object('purpose', m.purpose, 'channel', r.channel, 'texts', m.texts, 'sent_at', r.decided_at) AS known
     FROM notifications.recipients r JOIN notifications.messages m ON m.id = r.message_id
     WHERE r.player_id = $1 AND r.state = 'sent' ORDER BY r.decided_at, r.id`,
    [player],
  );
  return rows.map(({ known }) => known);
}

/** What was written to this player alone; what went to others too says nothing about one of them. */
export async function redactMessages(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query(
    `UPDATE notifications.messages m SET texts = '{}', reason = '' FROM notifications.recipients r
     WHERE r.message_id = m.id AND r.player_id = $1 AND m.players = 1`,
    [player],
  );
}
