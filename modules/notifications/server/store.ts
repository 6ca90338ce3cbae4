import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { EntryData } from "../shared/contract.ts";
import { type EntryKind, offerKinds } from "../shared/kinds.ts";

/** Every SQL statement of the inbox. */

export interface EntryRow {
  readonly id: Uuid;
  readonly kind: EntryKind;
  readonly data: EntryData;
  readonly createdAt: Date;
  readonly readAt: Date | null;
}

export interface NewEntry {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly kind: EntryKind;
  readonly data: EntryData;
  /** Identifies the event: a second entry for it is not stored. */
  readonly source: string;
  readonly now: Date;
}

/** False when the event already has its entry. */
export async function insertEntry(tx: Tx, { id, player, kind, data, source, now }: NewEntry): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO notifications.entries (id, player_id, kind, data, source, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (player_id, source) DO NOTHING`,
    [id, player, kind, data, source, now],
  );
  return rowCount > 0;
}

/** Newest first. `offers`: whether offers are shown. */
export async function entriesOf(
  db: Queryable,
  player: PlayerId,
  { before, limit, offers }: { readonly before: Uuid | null; readonly limit: number; readonly offers: boolean },
): Promise<readonly EntryRow[]> {
  const { rows } = await db.query<EntryRow>(
    `SELECT id, kind, data, created_at AS "createdAt", read_at AS "readAt" FROM notifications.entries
     WHERE player_id = $1 AND ($2::uuid IS NULL OR id < $2) AND removed_at IS NULL AND ($4 OR kind <> ALL ($5::text[])) ORDER BY id DESC LIMIT $3`,
    [player, before, limit, offers, offerKinds],
  );
  return rows;
}

export async function countUnread(db: Queryable, player: PlayerId, offers: boolean): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>(
    "SELECT count(*) AS n FROM notifications.entries WHERE player_id = $1 AND read_at IS NULL AND removed_at IS NULL AND ($2 OR kind <> ALL ($3::text[]))",
    [player, offers, offerKinds],
  );
  return Number(rows[0]?.n ?? 0n);
}

/** One entry, also one that was removed. */
export async function entryOf(
  on: Queryable,
  player: PlayerId,
  id: Uuid,
): Promise<(Pick<EntryRow, "kind" | "createdAt"> & { readonly source: string }) | undefined> {
  const { rows } = await on.query<Pick<EntryRow, "kind" | "createdAt"> & { readonly source: string }>(
    `SELECT kind, created_at AS "createdAt", source FROM notifications.entries WHERE player_id = $1 AND id = $2`,
    [player, id],
  );
  return rows[0];
}

/** Null puts it back. */
export async function setRemoved(tx: Tx, player: PlayerId, id: Uuid, at: Date | null): Promise<void> {
  await tx.query(
    `UPDATE notifications.entries SET removed_at = $3
     WHERE player_id = $1 AND id = $2 AND (removed_at IS NULL) <> ($3::timestamptz IS NULL)`,
    [player, id, at],
  );
}

/** One entry, or all of the player's. */
export async function setRead(tx: Tx, player: PlayerId, id: Uuid | null, now: Date): Promise<void> {
  await tx.query(
    `UPDATE notifications.entries SET read_at = $3
     WHERE player_id = $1 AND ($2::uuid IS NULL OR id = $2) AND read_at IS NULL`,
    [player, id, now],
  );
}

export async function phraseOf(db: Queryable, player: PlayerId | null): Promise<string | null> {
  const { rows } = await db.query<{ phrase: string }>("SELECT phrase FROM notifications.phrases WHERE player_id = $1", [
    player,
  ]);
  return rows[0]?.phrase ?? null;
}

export async function putPhraseRow(tx: Tx, player: PlayerId, phrase: string | null, now: Date): Promise<void> {
  if (phrase === null) await tx.query("DELETE FROM notifications.phrases WHERE player_id = $1", [player]);
  else
    await tx.query(
      `INSERT INTO notifications.phrases (player_id, phrase, set_at) VALUES ($1, $2, $3)
       ON CONFLICT (player_id) DO UPDATE SET phrase = excluded.phrase, set_at = excluded.set_at`,
      [player, phrase, now],
    );
}

export async function forgetPlayer(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM notifications.entries WHERE player_id = $1", [player]);
  await tx.query("DELETE FROM notifications.phrases WHERE player_id = $1", [player]);
}

export async function deleteEntriesBefore(db: Queryable, before: Date): Promise<void> {
  await db.query("DELETE FROM notifications.entries WHERE created_at <= $1", [before]);
}

export async function personalData(db: Queryable, player: PlayerId): Promise<Readonly<Record<string, Json>>> {
  const { rows } = await db.query<{ known: Json }>(
    `SELECT to_jsonb(e) - 'player_id' - 'source' AS known FROM notifications.entries e WHERE player_id = $1 ORDER BY id`,
    [player],
  );
  const { rows: devices } = await db.query<{ known: Json }>(
    `SELECT jsonb_build_object('user_agent', user_agent, 'created_at', created_at) AS known
     FROM notifications.push_subscriptions WHERE player_id = $1 ORDER BY id`,
    [player],
  );
  const listOf = (known: readonly { readonly known: Json }[]) => known.map(row => row.known);
  return { entries: listOf(rows), phrase: await phraseOf(db, player), push_devices: listOf(devices) };
}
