import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { WrittenMessage } from "../shared/contract.ts";

/** Every SQL statement of support. */

export interface MessageRow {
  readonly id: Uuid;
  readonly player_id: PlayerId | null;
  readonly email: string | null;
  readonly locale: Locale;
  readonly page: string | null;
  readonly text: string;
  readonly written_at: Date;
  readonly answer: string | null;
  readonly answered_at: Date | null;
}

export async function insertMessage(tx: Tx, row: Omit<MessageRow, "answer" | "answered_at">): Promise<void> {
  await tx.query(
    `INSERT INTO support.messages (id, player_id, email, locale, page, text, written_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.player_id, row.email, row.locale, row.page, row.text, row.written_at],
  );
}

/** The last fifty of a player, the oldest first. */
export async function messagesOf(db: Queryable, player: PlayerId): Promise<WrittenMessage[]> {
  const { rows } = await db.query<MessageRow>(
    `SELECT * FROM (SELECT * FROM support.messages WHERE player_id = $1 ORDER BY written_at DESC, id DESC LIMIT 50) m
     ORDER BY written_at, id`,
    [player],
  );
  return rows.map(viewOf);
}

/** The answered row; null when there is none that waits for an answer. */
export async function writeAnswer(tx: Tx, id: Uuid, answer: string, now: Date): Promise<MessageRow | null> {
  const { rows } = await tx.query<MessageRow>(
    "UPDATE support.messages SET answer = $2, answered_at = $3 WHERE id = $1 AND answer IS NULL RETURNING *",
    [id, answer, now],
  );
  return rows[0] ?? null;
}

/** Messages that wait for an answer, the oldest first, and then the last that were answered. */
export async function messagesToSee(db: Queryable, limit: number): Promise<readonly MessageRow[]> {
  const { rows } = await db.query<MessageRow>(
    `SELECT * FROM support.messages ORDER BY answered_at IS NOT NULL, CASE WHEN answered_at IS NULL THEN written_at END,
       answered_at DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>(
    "SELECT count(*) AS n FROM support.messages WHERE answered_at IS NULL",
  );
  return Number(rows[0]?.n ?? 0n);
}

export async function forgetAddresses(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("UPDATE support.messages SET email = NULL WHERE player_id = $1", [player]);
}

export function viewOf({ id, text, written_at, answer, answered_at }: MessageRow): WrittenMessage {
  return {
    ...{ id, text, answer },
    written_at: written_at.toISOString(),
    answered_at: answered_at?.toISOString() ?? null,
  };
}
