import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of privacy. */

export interface ExportRow {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly step: number;
  readonly steps: number;
  readonly requestedAt: Date;
  readonly readyAt: Date | null;
  readonly expiresAt: Date;
}

const columns = `id, player_id AS "playerId", step, steps, requested_at AS "requestedAt", ready_at AS "readyAt",
  expires_at AS "expiresAt"`;

/** False while another copy of the player is in progress. */
export async function insertExport(
  tx: Tx,
  made: Pick<ExportRow, "id" | "playerId" | "steps" | "requestedAt" | "expiresAt">,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO privacy.exports (id, player_id, steps, requested_at, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [made.id, made.playerId, made.steps, made.requestedAt, made.expiresAt],
  );
  return rowCount === 1;
}

export async function lastExport(db: Queryable, player: PlayerId, now: Date): Promise<ExportRow | null> {
  const { rows } = await db.query<ExportRow>(
    `SELECT ${columns} FROM privacy.exports WHERE player_id = $1 AND expires_at > $2 ORDER BY requested_at DESC, id DESC LIMIT 1`,
    [player, now],
  );
  return rows[0] ?? null;
}

export async function exportById(db: Queryable, id: Uuid): Promise<ExportRow | null> {
  const { rows } = await db.query<ExportRow>(`SELECT ${columns} FROM privacy.exports WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

export async function noteStep(db: Queryable, id: Uuid, step: number): Promise<void> {
  await db.query("UPDATE privacy.exports SET step = $2 WHERE id = $1 AND ready_at IS NULL", [id, step]);
}

export async function finishExport(db: Queryable, id: Uuid, content: Uint8Array, now: Date): Promise<void> {
  await db.query(
    "UPDATE privacy.exports SET step = steps, content = $2, ready_at = $3 WHERE id = $1 AND ready_at IS NULL",
    [id, content, now],
  );
}

/** The stored copy of the player; null if there is none that has not expired. */
export async function contentOf(
  db: Queryable,
  player: PlayerId,
  id: string,
  now: Date,
): Promise<{ readonly content: Uint8Array | null } | null> {
  const { rows } = await db.query<{ content: Uint8Array | null }>(
    "SELECT content FROM privacy.exports WHERE id = $1 AND player_id = $2 AND expires_at > $3",
    [id, player, now],
  );
  return rows[0] ?? null;
}

export async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  await db.query("DELETE FROM privacy.exports WHERE expires_at <= $1", [now]);
}

export async function deleteExportsOf(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM privacy.exports WHERE player_id = $1", [player]);
}
