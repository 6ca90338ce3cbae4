import type { Queryable, SqlValue, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { MessageView } from "../shared/contract.ts";
import { type AttachmentRow, attachmentOfMessage } from "./attachment-store.ts";
import type { Visitor } from "./conversation-store.ts";

/** Statements about messages. */

export interface MessageRow {
  readonly conversationId: Uuid;
  readonly number: number;
  readonly author: MessageView["author"];
  readonly kind: MessageView["kind"];
  readonly operatorName: string | null;
  readonly text: string;
  readonly at: Date;
  /** The file that the message is. */
  readonly attachment: AttachmentRow | null;
  /** `mail` for a message by mail, `mail_other` from another address than the visitor's; null in the chat. */
  readonly via: "mail" | "mail_other" | null;
}

const columns = `m.conversation_id AS "conversationId", m.number, m.author, m.kind, m.operator_name AS "operatorName", m.text, m.at, m.via,
  ${attachmentOfMessage} AS attachment`;

export interface NewMessage {
  readonly conversation: Uuid;
  readonly author: MessageView["author"];
  readonly kind: MessageView["kind"];
  readonly operator: { readonly id: Uuid; readonly name: string } | null;
  readonly text: string;
  readonly key: Uuid;
  readonly now: Date;
  readonly via?: MessageRow["via"];
}

/** Adds a message under the next number; the conversation is locked by this transaction. */
export async function insertMessage(tx: Tx, given: NewMessage): Promise<MessageRow> {
  const { conversation, author, kind, operator, text, key, now, via = null } = given;
  const { rows } = await tx.query<MessageRow>(
    `WITH numbered AS (
       UPDATE support.conversations SET last_number = last_number + 1, last_at = $8 WHERE id = $1 RETURNING last_number
     )
     INSERT INTO support.chat_messages AS m (conversation_id, number, author, kind, operator_id, operator_name, text, key, at, via)
     SELECT $1, last_number, $2, $3, $4, $5, $6, $7, $8, $9 FROM numbered RETURNING ${columns}`,
    [conversation, author, kind, operator?.id ?? null, operator?.name ?? null, text, key, now, via],
  );
  return rows[0] as MessageRow;
}

/** The message that was written with this key before. */
export async function messageByKey(db: Queryable, conversation: Uuid, key: Uuid): Promise<MessageRow | undefined> {
  const { rows } = await db.query<MessageRow>(
    `SELECT ${columns} FROM support.chat_messages m WHERE m.conversation_id = $1 AND m.key = $2`,
    [conversation, key],
  );
  return rows[0];
}

export async function messageByNumber(
  db: Queryable,
  conversation: Uuid,
  number: number,
): Promise<MessageRow | undefined> {
  const { rows } = await db.query<MessageRow>(
    `SELECT ${columns} FROM support.chat_messages m WHERE m.conversation_id = $1 AND m.number = $2`,
    [conversation, number],
  );
  return rows[0];
}

/** The last messages of a conversation, oldest first. */
export async function messagesOf(db: Queryable, conversation: Uuid, limit = 300): Promise<readonly MessageRow[]> {
  const { rows } = await db.query<MessageRow>(
    `SELECT * FROM (SELECT ${columns} FROM support.chat_messages m WHERE m.conversation_id = $1 ORDER BY m.number DESC LIMIT $2) AS m
     ORDER BY m.number`,
    [conversation, limit],
  );
  return rows;
}

/** The last `limit` messages of a visitor's other conversations, oldest first. */
export async function earlierMessages(
  db: Queryable,
  visitor: Visitor,
  except: Uuid,
  limit: number,
): Promise<readonly MessageRow[]> {
  const [condition, value]: [string, SqlValue] =
    "player" in visitor
      ? ["c.player_id = $1", visitor.player]
      : ["c.guest_hash = $1 AND c.player_id IS NULL", visitor.guest];
  const { rows } = await db.query<MessageRow>(
    `SELECT * FROM (
       SELECT ${columns} FROM support.conversations c JOIN support.chat_messages m ON m.conversation_id = c.id
       WHERE ${condition} AND c.id <> $2 AND m.kind = 'said' ORDER BY m.at DESC, m.number DESC LIMIT $3
     ) AS m ORDER BY m.at, m.number`,
    [value, except, limit],
  );
  return rows;
}

/** Messages of a conversation that arrived by mail since a time. */
export async function countMailsSince(db: Queryable, conversation: Uuid, since: Date): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>(
    "SELECT count(*) AS n FROM support.chat_messages WHERE conversation_id = $1 AND via IS NOT NULL AND at > $2",
    [conversation, since],
  );
  return Number(rows[0]?.n ?? 0n);
}

/** Everything a player and operators wrote to each other, for the player's data export. */
export async function messagesOfPlayer(db: Queryable, player: PlayerId): Promise<readonly MessageRow[]> {
  const { rows } = await db.query<MessageRow>(
    `SELECT ${columns} FROM support.conversations c JOIN support.chat_messages m ON m.conversation_id = c.id
     WHERE c.player_id = $1 AND m.kind = 'said' ORDER BY m.at, m.number`,
    [player],
  );
  return rows;
}

export function messageView({ number, author, kind, operatorName, text, at, attachment }: MessageRow): MessageView {
  const name = operatorName && firstName(operatorName);
  return { number, author, kind, name, text, at: at.toISOString(), attachment };
}

/** What was said, or the name of the file that was sent. */
export function spokenText({ text, attachment }: MessageRow): string {
  return attachment ? `[${attachment.name}]` : text;
}

/** Visitors see operators' first names only. */
export function firstName(name: string): string {
  return name.split(/\s/, 1)[0] ?? name;
}

/** What was written in conversations that were merged into this one, the last 20 of them. */
export async function mergedMessages(
  db: Queryable,
  into: Uuid,
): Promise<readonly { readonly id: Uuid; readonly messages: readonly MessageRow[] }[]> {
  const { rows } = await db.query<{ id: Uuid }>(
    "SELECT id FROM support.conversations WHERE merged_into = $1 ORDER BY opened_at DESC LIMIT 20",
    [into],
  );
  return Promise.all(rows.map(async ({ id }) => ({ id, messages: await messagesOf(db, id) })));
}
