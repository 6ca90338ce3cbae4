import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement about operators' notes on players, and whom they mention. */

export interface NoteRow {
  readonly id: Uuid;
  readonly author: string;
  readonly text: string;
  readonly writtenAt: Date;
  readonly pinnedAt: Date | null;
}

/** The pinned ones first, the latest first. */
export async function notesOf(db: Queryable, player: PlayerId): Promise<readonly NoteRow[]> {
  const { rows } = await db.query<NoteRow>(
    `SELECT id, author, text, written_at AS "writtenAt", pinned_at AS "pinnedAt" FROM accounts.notes WHERE player_id = $1
     ORDER BY pinned_at DESC NULLS LAST, written_at DESC, id DESC LIMIT 100`,
    [player],
  );
  return rows;
}

export async function insertNote(
  tx: Tx,
  { id, player, author, text, writtenAt }: Omit<NoteRow, "pinnedAt"> & { readonly player: PlayerId },
  mentioned: readonly Uuid[],
): Promise<void> {
  await tx.query("INSERT INTO accounts.notes (id, player_id, author, text, written_at) VALUES ($1, $2, $3, $4, $5)", [
    id,
    player,
    author,
    text,
    writtenAt,
  ]);
  if (mentioned.length === 0) return;
  await tx.query(
    "INSERT INTO accounts.mentions (note_id, player_id, operator_id) SELECT $1, $2, each FROM unnest($3::uuid[]) AS each",
    [id, player, mentioned],
  );
}

/** @returns whether it changed; undefined without such a note of the player */
export async function pinNote(
  tx: Tx,
  note: { readonly id: Uuid; readonly player: PlayerId },
  pinnedAt: Date | null,
): Promise<boolean | undefined> {
  const { rows } = await tx.query<{ isPinned: boolean }>(
    `SELECT pinned_at IS NOT NULL AS "isPinned" FROM accounts.notes WHERE id = $1 AND player_id = $2 FOR UPDATE`,
    [note.id, note.player],
  );
  if (!rows[0] || rows[0].isPinned === (pinnedAt !== null)) return rows[0] && false;
  await tx.query("UPDATE accounts.notes SET pinned_at = $3 WHERE id = $1 AND player_id = $2", [
    note.id,
    note.player,
    pinnedAt,
  ]);
  return true;
}

export interface MentionRow extends Omit<NoteRow, "pinnedAt"> {
  readonly player: PlayerId;
  readonly doneAt: Date | null;
}

/** Notes that mention an operator, newest first. */
export async function mentionsOf(
  db: Queryable,
  { operator, before, limit }: { operator: Uuid; before: Uuid | null; limit: number },
): Promise<readonly MentionRow[]> {
  const { rows } = await db.query<MentionRow>(
    `SELECT n.id, n.player_id AS player, n.author, n.text, n.written_at AS "writtenAt", m.done_at AS "doneAt"
     FROM accounts.mentions m JOIN accounts.notes n ON n.id = m.note_id AND n.player_id = m.player_id
     WHERE m.operator_id = $1 AND ($2::uuid IS NULL OR m.note_id < $2) ORDER BY m.note_id DESC LIMIT $3`,
    [operator, before, limit],
  );
  return rows;
}

export async function countOpenMentions(db: Queryable, operator: Uuid): Promise<number> {
  const { rows } = await db.query<{ open: number }>(
    "SELECT count(*)::int AS open FROM accounts.mentions WHERE operator_id = $1 AND done_at IS NULL",
    [operator],
  );
  return rows[0]?.open ?? 0;
}

/** @returns the player of the note if it was open, null if it was done; undefined where the note does not mention the operator */
export async function closeMention(
  tx: Tx,
  { operator, note, now }: { operator: Uuid; note: Uuid; now: Date },
): Promise<PlayerId | null | undefined> {
  const { rows } = await tx.query<{ player: PlayerId; doneAt: Date | null }>(
    `SELECT player_id AS player, done_at AS "doneAt" FROM accounts.mentions WHERE operator_id = $1 AND note_id = $2 FOR UPDATE`,
    [operator, note],
  );
  const [found] = rows;
  if (!found || found.doneAt !== null) return found && null;
  await tx.query("UPDATE accounts.mentions SET done_at = $3 WHERE operator_id = $1 AND note_id = $2", [
    operator,
    note,
    now,
  ]);
  return found.player;
}
