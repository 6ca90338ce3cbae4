import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { WrittenMessage } from "../shared/contract.ts";

/** Every SQL statement of support. */

export interface MessageRow {
  readonly id: Uuid;
  readonly playerId: PlayerId | null;
  readonly email: string | null;
  readonly locale: Locale;
  readonly page: string | null;
  readonly text: string;
  readonly writtenAt: Date;
  readonly answer: string | null;
  readonly answeredAt: Date | null;
}

const columns = `id, player_id AS "playerId", email, locale, page, text, written_at AS "writtenAt", answer,
  answered_at AS "answeredAt"`;

/** The writer whose messages of a day are counted: a player, or a guest's address. */
export type Writer = { readonly player: PlayerId } | { readonly subscriber: string };

/** Messages of this writer since `since`. Concurrent writers wait for each other's transaction, so that none is missed. */
export async function countSince(tx: Tx, writer: Writer, since: Date): Promise<number> {
  const [column, value] = "player" in writer ? ["player_id", writer.player] : ["subscriber", writer.subscriber];
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('support.messages:' || $1, 0))", [value]);
  const { rows } = await tx.query<{ n: bigint }>(
    `SELECT count(*) AS n FROM support.messages WHERE ${column} = $1 AND written_at > $2`,
    [value, since],
  );
  return Number(rows[0]?.n ?? 0n);
}

export async function insertMessage(
  tx: Tx,
  row: Omit<MessageRow, "answer" | "answeredAt"> & { readonly subscriber: string | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO support.messages (id, player_id, email, locale, page, text, written_at, subscriber)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.id, row.playerId, row.email, row.locale, row.page, row.text, row.writtenAt, row.subscriber],
  );
}

/** Clears addresses older than a day. */
export async function forgetSubscribers(on: Queryable, before: Date): Promise<void> {
  await on.query("UPDATE support.messages SET subscriber = NULL WHERE subscriber IS NOT NULL AND written_at <= $1", [
    before,
  ]);
}

/** The last fifty of a player, oldest first. */
export async function messagesOf(db: Queryable, player: PlayerId): Promise<WrittenMessage[]> {
  const { rows } = await db.query<MessageRow>(
    `SELECT ${columns} FROM (SELECT * FROM support.messages WHERE player_id = $1 ORDER BY written_at DESC, id DESC LIMIT 50) m
     ORDER BY written_at, id`,
    [player],
  );
  return rows.map(viewOf);
}

/** The answered row; null when there is no open one. */
export async function writeAnswer(tx: Tx, id: Uuid, answer: string, now: Date): Promise<MessageRow | null> {
  const { rows } = await tx.query<MessageRow>(
    `UPDATE support.messages SET answer = $2, answered_at = $3 WHERE id = $1 AND answer IS NULL RETURNING ${columns}`,
    [id, answer, now],
  );
  return rows[0] ?? null;
}

/** Open messages, oldest first, and then the last answered ones. */
export async function messagesToSee(db: Queryable, limit: number): Promise<readonly MessageRow[]> {
  const { rows } = await db.query<MessageRow>(
    `SELECT ${columns} FROM support.messages ORDER BY answered_at IS NOT NULL, CASE WHEN answered_at IS NULL THEN written_at END,
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

export function viewOf({ id, text, writtenAt, answer, answeredAt }: MessageRow): WrittenMessage {
  return {
    id,
    text,
    answer,
    written_at: writtenAt.toISOString(),
    answered_at: answeredAt?.toISOString() ?? null,
  };
}
