import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of copies that operators order. */

export interface CopyRow {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly operatorId: Uuid;
  readonly operatorName: string;
  readonly reason: string;
  readonly orderedAt: Date;
  readonly readyAt: Date | null;
  readonly refusedAt: Date | null;
  readonly fetchedAt: Date | null;
  readonly sha256: Uint8Array | null;
}

export type NewCopy = Pick<CopyRow, "id" | "playerId" | "operatorId" | "operatorName" | "reason" | "orderedAt">;

const columns = `id, player_id AS "playerId", operator_id AS "operatorId", operator_name AS "operatorName", reason,
  ordered_at AS "orderedAt", ready_at AS "readyAt", refused_at AS "refusedAt", fetched_at AS "fetchedAt", sha256`;

/** False while the operator's last copy of this player is being made. */
export async function insertCopy(tx: Tx, copy: NewCopy): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO privacy.operator_copies (id, player_id, operator_id, operator_name, reason, ordered_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [copy.id, copy.playerId, copy.operatorId, copy.operatorName, copy.reason, copy.orderedAt],
  );
  return rowCount === 1;
}

/** When an operator ordered copies since then, the newest first. Orders of one operator are counted one after another. */
export async function copyTimes(tx: Tx, operator: Uuid, since: Date): Promise<readonly Date[]> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 7311808))", [operator]);
  const { rows } = await tx.query<{ at: Date }>(
    `SELECT ordered_at AS at FROM privacy.operator_copies WHERE operator_id = $1 AND ordered_at > $2 ORDER BY ordered_at DESC`,
    [operator, since],
  );
  return rows.map(({ at }) => at);
}

export async function waitingCopy(db: Queryable, player: PlayerId, operator: Uuid): Promise<CopyRow | undefined> {
  const { rows } = await db.query<CopyRow>(
    `SELECT ${columns} FROM privacy.operator_copies
     WHERE player_id = $1 AND operator_id = $2 AND ready_at IS NULL AND refused_at IS NULL`,
    [player, operator],
  );
  return rows[0];
}

/** The last twenty of a player, newest first. */
export async function copiesOf(db: Queryable, player: PlayerId): Promise<readonly CopyRow[]> {
  const { rows } = await db.query<CopyRow>(
    `SELECT ${columns} FROM privacy.operator_copies WHERE player_id = $1 ORDER BY ordered_at DESC, id DESC LIMIT 20`,
    [player],
  );
  return rows;
}

export async function copyById(db: Queryable, id: Uuid): Promise<CopyRow | undefined> {
  const { rows } = await db.query<CopyRow>(`SELECT ${columns} FROM privacy.operator_copies WHERE id = $1`, [id]);
  return rows[0];
}

/** A copy that this operator ordered, locked: it is fetched once. */
export async function lockCopy(
  tx: Tx,
  id: string,
  operator: Uuid,
): Promise<(CopyRow & { readonly content: Uint8Array | null }) | undefined> {
  const { rows } = await tx.query<CopyRow & { readonly content: Uint8Array | null }>(
    `SELECT ${columns}, content FROM privacy.operator_copies WHERE id = $1 AND operator_id = $2 FOR UPDATE`,
    [id, operator],
  );
  return rows[0];
}

export async function noteCopyReady(
  db: Queryable,
  id: Uuid,
  made: { readonly content: Uint8Array; readonly sha256: Uint8Array; readonly now: Date },
): Promise<void> {
  await db.query(
    `UPDATE privacy.operator_copies SET content = $2, sha256 = $3, ready_at = $4
     WHERE id = $1 AND ready_at IS NULL AND refused_at IS NULL`,
    [id, made.content, made.sha256, made.now],
  );
}

export async function noteCopyRefused(db: Queryable, id: Uuid, now: Date): Promise<void> {
  await db.query("UPDATE privacy.operator_copies SET refused_at = $2 WHERE id = $1 AND ready_at IS NULL", [id, now]);
}

export async function noteCopyFetched(tx: Tx, id: Uuid, now: Date): Promise<void> {
  await tx.query("UPDATE privacy.operator_copies SET fetched_at = $2 WHERE id = $1", [id, now]);
}

/** Contents that can no longer be fetched; the orders stay. */
export async function deleteOldContents(
  db: Queryable,
  { readyBefore, fetchedBefore }: { readonly readyBefore: Date; readonly fetchedBefore: Date },
): Promise<void> {
  await db.query(
    "UPDATE privacy.operator_copies SET content = NULL WHERE content IS NOT NULL AND (ready_at <= $1 OR fetched_at <= $2)",
    [readyBefore, fetchedBefore],
  );
}
