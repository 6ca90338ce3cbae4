import type { Queryable, SqlValue, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { AttachmentState, AttachmentType } from "../shared/attachment.ts";
import type { Visitor } from "./conversation-store.ts";

/** Statements about files. */

export interface AttachmentRow {
  readonly id: Uuid;
  readonly name: string;
  readonly type: AttachmentType;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly state: AttachmentState;
}

/** The file of the message `m`, as one value; null for a message without one. */
export const attachmentOfMessage = `(SELECT jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'size', a.size, 'width', a.width,
  'height', a.height, 'state', a.state) FROM support.attachments a WHERE a.conversation_id = m.conversation_id AND a.message_number = m.number)`;

export async function insertAttachment(
  tx: Tx,
  at: { readonly conversation: Uuid; readonly number: number; readonly now: Date },
  { id, name, type, size, width, height, state }: AttachmentRow,
  content: Uint8Array,
): Promise<void> {
  await tx.query("INSERT INTO support.attachments VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)", [
    id,
    at.conversation,
    at.number,
    name,
    type,
    size,
    width,
    height,
    state,
    content,
    at.now,
  ]);
}

export interface StoredFile {
  readonly id: Uuid;
  readonly name: string;
  readonly type: AttachmentType;
  readonly state: AttachmentState;
  readonly content: Uint8Array | null;
}

const stored = "a.id, a.name, a.type, a.state, a.content";

export async function attachmentById(db: Queryable, id: Uuid): Promise<StoredFile | undefined> {
  const { rows } = await db.query<StoredFile>(`SELECT ${stored} FROM support.attachments a WHERE a.id = $1`, [id]);
  return rows[0];
}

/** The state of a file, for any operator (null) or for the visitor whose conversation it is in. */
export async function stateOfAttachment(
  db: Queryable,
  id: Uuid,
  visitor: Visitor | null,
): Promise<AttachmentState | undefined> {
  const [condition, values] = ownership(visitor);
  const { rows } = await db.query<{ state: AttachmentState }>(
    `SELECT a.state FROM support.attachments a JOIN support.conversations c ON c.id = a.conversation_id WHERE a.id = $1 AND ${condition}`,
    [id, ...values],
  );
  return rows[0]?.state;
}

function ownership(visitor: Visitor | null): [string, SqlValue[]] {
  if (!visitor) return ["true", []];
  return "player" in visitor
    ? ["c.player_id = $2", [visitor.player]]
    : ["c.guest_hash = $2 AND c.player_id IS NULL", [visitor.guest]];
}

/** Stores the result of a scan and deletes the content of a bad file. Returns its message; undefined if the file was scanned before or is gone. */
export async function storeScanResult(
  tx: Tx,
  id: Uuid,
  state: "clean" | "bad",
): Promise<{ readonly conversation: Uuid; readonly number: number } | undefined> {
  const { rows } = await tx.query<{ conversation: Uuid; number: number }>(
    `UPDATE support.attachments SET state = $2, content = CASE WHEN $2 = 'clean' THEN content END WHERE id = $1 AND state = 'waiting'
     RETURNING conversation_id AS conversation, message_number AS number`,
    [id, state],
  );
  return rows[0];
}

export async function insertLink(db: Queryable, tokenHash: Uint8Array, attachment: Uuid, until: Date): Promise<void> {
  await db.query("INSERT INTO support.file_links VALUES ($1, $2, $3)", [tokenHash, attachment, until]);
}

/** Uses a link up: returns its file, undefined if it was used before or has expired. */
export async function takeLink(db: Queryable, tokenHash: Uint8Array, now: Date): Promise<StoredFile | undefined> {
  const { rows } = await db.query<StoredFile>(
    `WITH used AS (DELETE FROM support.file_links WHERE token_hash = $1 RETURNING attachment_id, until)
     SELECT ${stored} FROM used JOIN support.attachments a ON a.id = used.attachment_id WHERE used.until > $2`,
    [tokenHash, now],
  );
  return rows[0];
}

export async function deleteLinks(db: Queryable, before: Date): Promise<void> {
  await db.query("DELETE FROM support.file_links WHERE until <= $1", [before]);
}

/** Files of one writer since a time. */
export async function countFiles(
  db: Queryable,
  writer: { readonly player: PlayerId } | { readonly subscriber: string },
  since: Date,
): Promise<number> {
  const [column, value] =
    "player" in writer ? ["c.player_id", writer.player] : ["c.player_id IS NULL AND c.subscriber", writer.subscriber];
  const { rows } = await db.query<{ n: bigint }>(
    `SELECT count(*) AS n FROM support.conversations c JOIN support.chat_messages m ON m.conversation_id = c.id
       JOIN support.attachments a ON a.conversation_id = m.conversation_id AND a.message_number = m.number
     WHERE ${column} = $1 AND c.last_at > $2 AND m.author = 'visitor' AND a.at > $2`,
    [value, since],
  );
  return Number(rows[0]?.n ?? 0n);
}
