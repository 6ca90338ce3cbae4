import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of erasures. */

export interface ErasureRow {
  readonly player: PlayerId;
  readonly erasedAt: Date;
  readonly request: Uuid;
  readonly keepUntil: Date | null;
  readonly completedAt: Date | null;
}

const columns = `player_id AS player, erased_at AS "erasedAt", request_id AS request, keep_until AS "keepUntil",
  completed_at AS "completedAt"`;

export async function erasureOf(on: Queryable, player: PlayerId): Promise<ErasureRow | undefined> {
  const { rows } = await on.query<ErasureRow>(`SELECT ${columns} FROM privacy.erasures WHERE player_id = $1`, [player]);
  return rows[0];
}

/** False if the player was erased before. */
export async function insertErasure(tx: Tx, erasure: ErasureRow): Promise<boolean> {
  const { player, erasedAt, request, keepUntil, completedAt } = erasure;
  const { rowCount } = await tx.query(
    `INSERT INTO privacy.erasures (player_id, erased_at, request_id, keep_until, completed_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [player, erasedAt, request, keepUntil, completedAt],
  );
  return rowCount === 1;
}

export async function dueErasures(on: Queryable, now: Date): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ player: PlayerId }>(
    "SELECT player_id AS player FROM privacy.erasures WHERE completed_at IS NULL AND keep_until <= $1 ORDER BY keep_until",
    [now],
  );
  return rows.map(({ player }) => player);
}

/** False if it was completed before. */
export async function completeErasure(tx: Tx, player: PlayerId, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE privacy.erasures SET completed_at = $2 WHERE player_id = $1 AND completed_at IS NULL AND keep_until <= $2",
    [player, now],
  );
  return rowCount === 1;
}

/** Copies that operators ordered have what was erased. */
export async function refuseCopiesOf(tx: Tx, player: PlayerId, now: Date): Promise<void> {
  await tx.query(
    `UPDATE privacy.operator_copies SET content = NULL, refused_at = coalesce(refused_at, CASE WHEN fetched_at IS NULL THEN $2::timestamptz END)
     WHERE player_id = $1`,
    [player, now],
  );
}
