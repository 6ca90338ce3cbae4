import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { Decision, RejectionReason, Subject } from "../shared/contract.ts";

/** Every SQL statement of names and pictures that players chose. */

export type State = "in_review" | "approved" | "rejected" | "replaced";

export interface NameRow {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly name: string;
  readonly formerName: string;
  readonly state: State;
  readonly why: RejectionReason | null;
  readonly chosenAt: Date;
}

export interface AvatarRow {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly key: string;
  readonly content: Uint8Array | null;
  readonly state: State;
  readonly why: RejectionReason | null;
}

const nameColumns = `id, player_id AS "playerId", name, former_name AS "formerName", state, why, chosen_at AS "chosenAt"`;
const avatarColumns = `id, player_id AS "playerId", key, content, state, why`;

/** A player's latest chosen names, newest first. */
export async function namesOf(db: Queryable, player: PlayerId): Promise<readonly NameRow[]> {
  const { rows } = await db.query<NameRow>(
    `SELECT ${nameColumns} FROM profiles.names WHERE player_id = $1 ORDER BY chosen_at DESC, id DESC LIMIT 20`,
    [player],
  );
  return rows;
}

/** Serialises concurrent choices of one name, and its release. */
export async function lockKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of [...new Set(keys)].sort())
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 290))", [key]);
}

/** Whether the name is still reserved for another player, or was released after `since`. */
export async function isHeld(db: Queryable, key: string, player: PlayerId, since: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM profiles.names WHERE player_id <> $2 AND (name_key = $1 OR former_key = $1)
       AND (state = 'in_review' OR (state <> 'rejected' AND chosen_at > $3)) LIMIT 1`,
    [key, player, since],
  );
  return rowCount > 0;
}

/** Whether a name that looks like this was rejected. */
export async function isRefused(db: Queryable, key: string): Promise<boolean> {
  const { rowCount } = await db.query("SELECT FROM profiles.names WHERE name_key = $1 AND state = 'rejected' LIMIT 1", [
    key,
  ]);
  return rowCount > 0;
}

/** Ends the player's current name. */
export async function replaceName(tx: Tx, player: PlayerId, now: Date): Promise<void> {
  await tx.query(
    "UPDATE profiles.names SET state = 'replaced', decided_at = $2 WHERE player_id = $1 AND state IN ('in_review', 'approved')",
    [player, now],
  );
}

/** The name that a rejection restored is approved as before; a generated one has no row. */
export async function reinstateName(tx: Tx, player: PlayerId, name: string): Promise<void> {
  await tx.query(
    `UPDATE profiles.names SET state = 'approved' WHERE id = (
       SELECT id FROM profiles.names WHERE player_id = $1 AND name = $2 AND state = 'replaced' ORDER BY chosen_at DESC LIMIT 1)`,
    [player, name],
  );
}

export async function insertName(
  tx: Tx,
  row: Pick<NameRow, "id" | "playerId" | "name" | "formerName" | "chosenAt"> & {
    readonly nameKey: string;
    readonly formerKey: string;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO profiles.names (id, player_id, name, name_key, former_name, former_key, state, chosen_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'in_review', $7)`,
    [row.id, row.playerId, row.name, row.nameKey, row.formerName, row.formerKey, row.chosenAt],
  );
}

/** The player's last upload; undefined if there is none. */
export async function lastAvatar(db: Queryable, player: PlayerId): Promise<AvatarRow | undefined> {
  const { rows } = await db.query<AvatarRow>(
    `SELECT ${avatarColumns} FROM profiles.avatars WHERE player_id = $1 ORDER BY uploaded_at DESC, id DESC LIMIT 1`,
    [player],
  );
  return rows[0];
}

/** Ends uploads of these states: their bytes are deleted. */
export async function replaceAvatars(tx: Tx, player: PlayerId, states: readonly State[], now: Date): Promise<void> {
  await tx.query(
    `UPDATE profiles.avatars SET state = 'replaced', content = NULL, decided_at = $3
     WHERE player_id = $1 AND state = ANY ($2::text[])`,
    [player, states, now],
  );
}

export async function insertAvatar(
  tx: Tx,
  row: {
    readonly id: Uuid;
    readonly player: PlayerId;
    readonly key: string;
    readonly content: Uint8Array;
    readonly now: Date;
  },
): Promise<void> {
  await tx.query(
    "INSERT INTO profiles.avatars (id, player_id, key, content, state, uploaded_at) VALUES ($1, $2, $3, $4, 'in_review', $5)",
    [row.id, row.player, row.key, row.content, row.now],
  );
}

/** The bytes of an approved upload. */
export async function shownAvatar(db: Queryable, key: string): Promise<Uint8Array | undefined> {
  const { rows } = await db.query<{ content: Uint8Array }>(
    "SELECT content FROM profiles.avatars WHERE key = $1 AND state = 'approved'",
    [key],
  );
  return rows[0]?.content;
}

export async function lockName(tx: Tx, id: Uuid): Promise<NameRow | undefined> {
  const { rows } = await tx.query<NameRow>(`SELECT ${nameColumns} FROM profiles.names WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0];
}

export async function lockAvatar(tx: Tx, id: Uuid): Promise<AvatarRow | undefined> {
  const { rows } = await tx.query<AvatarRow>(`SELECT ${avatarColumns} FROM profiles.avatars WHERE id = $1 FOR UPDATE`, [
    id,
  ]);
  return rows[0];
}

interface Verdict {
  readonly id: Uuid;
  readonly decision: Decision;
  readonly why: RejectionReason | null;
  readonly now: Date;
}

export async function decideName(tx: Tx, { id, decision, why, now }: Verdict): Promise<void> {
  await tx.query("UPDATE profiles.names SET state = $2, why = $3, decided_at = $4 WHERE id = $1", [
    id,
    decision,
    why,
    now,
  ]);
}

/** Deletes the bytes of a rejected picture. */
export async function decideAvatar(tx: Tx, { id, decision, why, now }: Verdict): Promise<void> {
  await tx.query(
    `UPDATE profiles.avatars SET state = $2, why = $3, decided_at = $4,
       content = CASE WHEN $2 = 'approved' THEN content END WHERE id = $1`,
    [id, decision, why, now],
  );
}

/** The player of a choice: the subject of an id of either kind. */
export async function subjectOf(
  db: Queryable,
  id: Uuid,
): Promise<{ readonly subject: Subject; readonly playerId: PlayerId } | undefined> {
  const { rows } = await db.query<{ subject: Subject; playerId: PlayerId }>(
    `SELECT 'name' AS subject, player_id AS "playerId" FROM profiles.names WHERE id = $1
     UNION ALL SELECT 'avatar', player_id FROM profiles.avatars WHERE id = $1`,
    [id],
  );
  return rows[0];
}

export interface QueueRow {
  readonly id: Uuid;
  readonly subject: Subject;
  readonly playerId: PlayerId;
  readonly name: string | null;
  readonly formerName: string | null;
  readonly content: Uint8Array | null;
  readonly state: State;
  readonly why: RejectionReason | null;
  readonly givenAt: Date;
  readonly decidedAt: Date | null;
}

/** Open choices, oldest first, and then the latest decisions. */
export async function queue(db: Queryable, limit: number): Promise<readonly QueueRow[]> {
  const { rows } = await db.query<QueueRow>(
    `SELECT * FROM (
       SELECT id, 'name' AS subject, player_id AS "playerId", name, former_name AS "formerName", NULL::bytea AS content, state, why,
         chosen_at AS "givenAt", decided_at AS "decidedAt"
       FROM profiles.names WHERE state <> 'replaced'
       UNION ALL
       SELECT id, 'avatar', player_id, NULL, NULL, content, state, why, uploaded_at, decided_at
       FROM profiles.avatars WHERE state <> 'replaced'
     ) AS given
     ORDER BY state <> 'in_review', CASE WHEN state = 'in_review' THEN "givenAt" END, "decidedAt" DESC, id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function countInReview(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>(
    `SELECT (SELECT count(*) FROM profiles.names WHERE state = 'in_review')
          + (SELECT count(*) FROM profiles.avatars WHERE state = 'in_review') AS n`,
  );
  return Number(rows[0]?.n ?? 0n);
}

export async function forgetPlayer(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM profiles.names WHERE player_id = $1", [player]);
  await tx.query("DELETE FROM profiles.avatars WHERE player_id = $1", [player]);
}

export async function personalData(db: Queryable, player: PlayerId): Promise<Json> {
  const names = await db.query<{ known: Json }>(
    `SELECT to_jsonb(n) - 'player_id' - 'name_key' - 'former_key' AS known FROM profiles.names n
     WHERE player_id = $1 ORDER BY chosen_at`,
    [player],
  );
  const avatars = await db.query<{ known: Json }>(
    `SELECT to_jsonb(a) - 'player_id' - 'content' || jsonb_build_object('webp_base64', encode(content, 'base64')) AS known
     FROM profiles.avatars a WHERE player_id = $1 ORDER BY uploaded_at`,
    [player],
  );
  return { names: names.rows.map(row => row.known), avatars: avatars.rows.map(row => row.known) };
}
