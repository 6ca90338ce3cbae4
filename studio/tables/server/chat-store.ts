import type { Queryable, Tx } from "#kit/db/db.ts";
import type { ChatMessage } from "../shared/chat.ts";

/** A player at a table of a casino. */
export interface ChatPlayer {
  readonly casino: number;
  readonly player: string;
}

export interface ChatPlayerRow extends ChatPlayer {
  readonly author: string;
  readonly shown: boolean;
  readonly ignored: readonly string[];
  readonly mutedUntil: Date | null;
}

export interface ChatRoom {
  readonly game: string;
  readonly language: string;
}

interface MessageRow {
  readonly id: string;
  readonly author: string;
  readonly nick: string;
  readonly text: string;
  readonly at: Date;
}

const messageColumns = "id, author, nick, text, at";
const viewOf = ({ id, author, nick, text, at }: MessageRow): ChatMessage => {
  return { id, author, nick, text, at: at.getTime() };
};

const playerColumns = `casino, player, author, shown, ignored, muted_until AS "mutedUntil"`;

/** The player's row, locked: one message of theirs at a time. @param author of a player without a row */
export async function lockChatPlayer(tx: Tx, { casino, player }: ChatPlayer, author: string): Promise<ChatPlayerRow> {
  const { rows } = await tx.query<ChatPlayerRow>(
    `INSERT INTO tables.chat_players (casino, player, author) VALUES ($1, $2, $3)
     ON CONFLICT (casino, player) DO UPDATE SET shown = chat_players.shown RETURNING ${playerColumns}`,
    [casino, player, author],
  );
  return rows[0] as ChatPlayerRow;
}

export async function changeChatPlayer(
  tx: Tx,
  { casino, player }: ChatPlayer,
  { shown, ignored }: Pick<ChatPlayerRow, "shown" | "ignored">,
): Promise<void> {
  await tx.query("UPDATE tables.chat_players SET shown = $3, ignored = $4 WHERE casino = $1 AND player = $2", [
    casino,
    player,
    shown,
    ignored,
  ]);
}

/** The player's newest message at any table. */
export async function lastMessageOf(
  from: Queryable,
  { casino, player }: ChatPlayer,
): Promise<{ readonly text: string; readonly at: Date } | undefined> {
  const { rows } = await from.query<{ text: string; at: Date }>(
    "SELECT text, at FROM tables.chat_messages WHERE casino = $1 AND player = $2 ORDER BY at DESC LIMIT 1",
    [casino, player],
  );
  return rows[0];
}

export interface NewMessage extends ChatRoom, ChatPlayer, MessageRow {}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  await lockChanges(tx);
  await tx.query(
    `INSERT INTO tables.chat_messages (id, game, language, casino, player, author, nick, text, at, change)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, nextval('tables.chat_changes'))`,
    [
      message.id,
      message.game,
      message.language,
      message.casino,
      message.player,
      message.author,
      message.nick,
      message.text,
      message.at,
    ],
  );
}

/** Readers ask for what is above the last change they have: a lower one may not come after a higher one. */
async function lockChanges(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('tables.chat_changes'))");
}

/** The newest messages of a room that were not removed, the oldest first. */
export async function newestMessages(
  from: Queryable,
  { game, language }: ChatRoom,
  count: number,
): Promise<readonly ChatMessage[]> {
  const { rows } = await from.query<MessageRow>(
    `SELECT ${messageColumns} FROM tables.chat_messages WHERE game = $1 AND language = $2 AND removed_at IS NULL
     ORDER BY at DESC, change DESC LIMIT $3`,
    [game, language, count],
  );
  return rows.reverse().map(viewOf);
}

export interface ChatChange extends ChatRoom {
  readonly change: bigint;
  readonly message: ChatMessage;
  readonly isRemoved: boolean;
}

export async function lastChange(from: Queryable): Promise<bigint> {
  const { rows } = await from.query<{ last: bigint }>(
    "SELECT coalesce(max(change), 0)::bigint AS last FROM tables.chat_messages",
  );
  return rows[0]?.last ?? 0n;
}

export async function changesAfter(from: Queryable, change: bigint): Promise<readonly ChatChange[]> {
  const { rows } = await from.query<MessageRow & ChatRoom & { change: bigint; removedAt: Date | null }>(
    `SELECT ${messageColumns}, game, language, change, removed_at AS "removedAt" FROM tables.chat_messages
     WHERE change > $1 ORDER BY change LIMIT 500`,
    [change],
  );
  return rows.map(({ game, language, change, removedAt, ...row }) => {
    return { game, language, change, message: viewOf(row), isRemoved: removedAt !== null };
  });
}

/** @returns whether there is such a message that was not removed */
export async function insertReport(
  from: Queryable,
  { casino, player }: ChatPlayer,
  room: ChatRoom,
  message: string,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await from.query(
    `WITH found AS (SELECT id FROM tables.chat_messages
       WHERE id = $1 AND game = $2 AND language = $3 AND removed_at IS NULL AND (casino, player) <> ($4, $5))
     INSERT INTO tables.chat_reports (message, casino, player, at) SELECT id, $4, $5, $6 FROM found
     ON CONFLICT (message, casino, player) DO UPDATE SET at = chat_reports.at`,
    [message, room.game, room.language, casino, player, at],
  );
  return rowCount > 0;
}

/** How many messages a player has reported since. */
export async function reportsSince(from: Queryable, { casino, player }: ChatPlayer, since: Date): Promise<number> {
  const { rows } = await from.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM tables.chat_reports WHERE casino = $1 AND player = $2 AND at > $3",
    [casino, player, since],
  );
  return rows[0]?.count ?? 0;
}

export async function deleteMessagesBefore(from: Queryable, before: Date): Promise<void> {
  await from.query("DELETE FROM tables.chat_messages WHERE at < $1", [before]);
}

/** End of the mute of a player who is muted without an end. */
export const noEnd = new Date("9999-01-01T00:00:00Z");

/** A message as an operator of its player's casino sees it. */
export interface ModeratedMessage {
  readonly id: string;
  readonly game: string;
  readonly language: string;
  readonly player: string;
  readonly nick: string;
  readonly text: string;
  readonly at: Date;
  readonly reports: number;
  readonly removedAt: Date | null;
  readonly mutedUntil: Date | null;
}

/** Messages of a casino's own players, the newest first. */
export async function messagesOfCasino(
  from: Queryable,
  casino: number,
  { onlyReported, before, limit }: { onlyReported: boolean; before: string | undefined; limit: number },
): Promise<readonly ModeratedMessage[]> {
  const { rows } = await from.query<ModeratedMessage>(
    `SELECT m.id, m.game, m.language, m.player, m.nick, m.text, m.at, m.removed_at AS "removedAt",
       p.muted_until AS "mutedUntil",
       (SELECT count(*)::int FROM tables.chat_reports r WHERE r.message = m.id) AS reports
     FROM tables.chat_messages m JOIN tables.chat_players p USING (casino, player)
     WHERE m.casino = $1 AND ($2 = false OR EXISTS (SELECT FROM tables.chat_reports r WHERE r.message = m.id))
       AND ($3::uuid IS NULL OR (m.at, m.id) < (SELECT b.at, b.id FROM tables.chat_messages b WHERE b.id = $3))
     ORDER BY m.at DESC, m.id DESC LIMIT $4`,
    [casino, onlyReported, before ?? null, limit],
  );
  return rows;
}

/** @returns whether the casino's players have such a message; removed again is the same */
export async function removeMessage(tx: Tx, casino: number, message: string, at: Date): Promise<boolean> {
  await lockChanges(tx);
  const { rowCount } = await tx.query(
    `UPDATE tables.chat_messages SET removed_at = coalesce(removed_at, $3),
       change = CASE WHEN removed_at IS NULL THEN nextval('tables.chat_changes') ELSE change END
     WHERE id = $2 AND casino = $1`,
    [casino, message, at],
  );
  return rowCount > 0;
}

/** @param until null lets the player write again. @returns whether the player has ever written */
export async function muteChatPlayer(
  from: Queryable,
  { casino, player }: ChatPlayer,
  until: Date | null,
): Promise<boolean> {
  const { rowCount } = await from.query(
    "UPDATE tables.chat_players SET muted_until = $3 WHERE casino = $1 AND player = $2",
    [casino, player, until],
  );
  return rowCount > 0;
}
