import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement by which operators read players. */

/** A player as operators see them. */
export interface PersonRow {
  readonly id: PlayerId;
  readonly name: string;
  readonly email: string | null;
  readonly email_verified: boolean;
  readonly phone: string | null;
  readonly phone_verified: boolean;
  readonly register_method: "email" | "phone" | "social";
  readonly is_test: boolean;
  readonly currency: Currency | null;
  readonly locale: string | null;
  readonly registered_at: Date;
  readonly closed_at: Date | null;
}

const columns = `id, name, email, email_verified, phone, phone_verified, register_method, is_test, currency, locale,
  registered_at, closed_at`;

/** By a part of name, e-mail or phone, or by the id; newest first. All players without a query. */
export async function findPeople(
  db: Queryable,
  { query, before, limit }: { query: string; before: PlayerId | null; limit: number },
): Promise<readonly PersonRow[]> {
  const { rows } = await db.query<PersonRow>(
    `SELECT ${columns} FROM accounts.players
     WHERE ($1 = '' OR strpos(lower(name), lower($1)) > 0 OR strpos(lower(email), lower($1)) > 0
         OR strpos(phone, $1) > 0 OR id::text = lower($1))
       AND ($2::uuid IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [query.trim(), before, limit],
  );
  return rows;
}

export async function peopleOf(db: Queryable, players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, PersonRow>> {
  if (players.length === 0) return new Map();
  const { rows } = await db.query<PersonRow>(`SELECT ${columns} FROM accounts.players WHERE id = ANY($1::uuid[])`, [
    [...new Set(players)],
  ]);
  return new Map(rows.map(row => [row.id, row]));
}

/** Demo and test accounts: reports can leave them out. */
export async function testPeople(db: Queryable): Promise<readonly PlayerId[]> {
  const { rows } = await db.query<{ id: PlayerId }>("SELECT id FROM accounts.players WHERE is_test");
  return rows.map(row => row.id);
}

export interface SeenSession {
  readonly id: Uuid;
  readonly hostname: string;
  readonly ip: string;
  readonly user_agent: string;
  readonly created_at: Date;
  readonly seen_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
  readonly end_reason: string | null;
}

/** The last thirty. */
export async function sessionsOf(db: Queryable, player: PlayerId): Promise<readonly SeenSession[]> {
  const { rows } = await db.query<SeenSession>(
    `SELECT id, hostname, ip, user_agent, created_at, seen_at, expires_at, ended_at, end_reason FROM accounts.sessions
     WHERE player_id = $1 ORDER BY created_at DESC LIMIT 30`,
    [player],
  );
  return rows;
}

export interface NoteRow {
  readonly id: Uuid;
  readonly author: string;
  readonly text: string;
  readonly written_at: Date;
}

export async function notesOf(db: Queryable, player: PlayerId): Promise<readonly NoteRow[]> {
  const { rows } = await db.query<NoteRow>(
    "SELECT id, author, text, written_at FROM accounts.notes WHERE player_id = $1 ORDER BY written_at DESC, id DESC LIMIT 100",
    [player],
  );
  return rows;
}

export async function insertNote(tx: Tx, note: NoteRow & { readonly player: PlayerId }): Promise<void> {
  await tx.query("INSERT INTO accounts.notes (id, player_id, author, text, written_at) VALUES ($1, $2, $3, $4, $5)", [
    note.id,
    note.player,
    note.author,
    note.text,
    note.written_at,
  ]);
}
