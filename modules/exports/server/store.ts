import { byteaArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of exports. */

export interface OrderRow {
  readonly id: Uuid;
  readonly operatorId: Uuid;
  readonly operatorName: string;
  readonly list: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly orderedAt: Date;
  readonly readyAt: Date | null;
  readonly refusedAt: Date | null;
  readonly fetchedAt: Date | null;
  readonly rows: bigint | null;
  readonly sha256: Uint8Array | null;
  /** Days in which it can be fetched. */
  readonly lifeDays: number;
  /** While it is being made. */
  readonly rowsMade: bigint;
  /** Attempts to make it that failed, and what the last one failed with, redacted. */
  readonly failures: number;
  readonly lastError: string | null;
  /** Whether it has pseudonyms in place of players; false until it is made. */
  readonly isPseudonymous: boolean;
  /** Whether it requires a second operator to be fetched; false until it is made. */
  readonly isHeld: boolean;
  readonly releasedAt: Date | null;
}

const columns = `id, operator_id AS "operatorId", operator_name AS "operatorName", list, filters, reason,
  ordered_at AS "orderedAt", ready_at AS "readyAt", refused_at AS "refusedAt", fetched_at AS "fetchedAt", rows, sha256, life_days AS "lifeDays", rows_made AS "rowsMade",
  failures, last_error AS "lastError", pseudonymous AS "isPseudonymous", takes_release AS "isHeld", released_at AS "releasedAt"`;

export type NewOrder = Pick<
  OrderRow,
  "id" | "operatorId" | "operatorName" | "list" | "filters" | "reason" | "orderedAt" | "lifeDays"
>;

export async function insertOrder(tx: Tx, order: NewOrder): Promise<void> {
  await tx.query(
    `INSERT INTO exports.orders (id, operator_id, operator_name, list, filters, reason, ordered_at, life_days)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8)`,
    [
      order.id,
      order.operatorId,
      order.operatorName,
      order.list,
      JSON.stringify(order.filters),
      order.reason,
      order.orderedAt,
      order.lifeDays,
    ],
  );
}

/** When an operator ordered files since then, the newest first. Orders of one operator are counted one after another. */
export async function orderTimes(tx: Tx, operator: Uuid, since: Date): Promise<readonly Date[]> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 7311545))", [operator]);
  const { rows } = await tx.query<{ at: Date }>(
    "SELECT ordered_at AS at FROM exports.orders WHERE operator_id = $1 AND ordered_at > $2 ORDER BY ordered_at DESC",
    [operator, since],
  );
  return rows.map(({ at }) => at);
}

export async function ordersOf(db: Queryable, operator: Uuid, limit: number): Promise<readonly OrderRow[]> {
  const { rows } = await db.query<OrderRow>(
    `SELECT ${columns} FROM exports.orders WHERE operator_id = $1 ORDER BY id DESC LIMIT $2`,
    [operator, limit],
  );
  return rows;
}

export async function orderById(db: Queryable, id: Uuid): Promise<OrderRow | undefined> {
  const { rows } = await db.query<OrderRow>(`SELECT ${columns} FROM exports.orders WHERE id = $1`, [id]);
  return rows[0];
}

/** An order of this operator, locked: it is fetched once. */
export async function lockOrder(tx: Tx, id: string, operator: Uuid): Promise<OrderRow | undefined> {
  const { rows } = await tx.query<OrderRow>(
    `SELECT ${columns} FROM exports.orders WHERE id = $1 AND operator_id = $2 FOR UPDATE`,
    [id, operator],
  );
  return rows[0];
}

/** False if it is not held, was released before, or was fetched. */
export async function noteReleased(tx: Tx, id: Uuid, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE exports.orders SET released_at = $2 WHERE id = $1 AND takes_release AND released_at IS NULL AND fetched_at IS NULL",
    [id, now],
  );
  return rowCount > 0;
}

export async function noteFetched(tx: Tx, id: Uuid, now: Date): Promise<void> {
  await tx.query("UPDATE exports.orders SET fetched_at = $2 WHERE id = $1", [id, now]);
}

/** False if the order was ended before. */
export async function noteRefused(tx: Tx, id: Uuid, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE exports.orders SET refused_at = $2 WHERE id = $1 AND ready_at IS NULL AND refused_at IS NULL",
    [id, now],
  );
  return rowCount > 0;
}

export async function noteRowsMade(db: Queryable, id: Uuid, rows: number): Promise<void> {
  await db.query("UPDATE exports.orders SET rows_made = $2 WHERE id = $1", [id, BigInt(rows)]);
}

export async function noteFailure(db: Queryable, id: Uuid, error: string): Promise<void> {
  await db.query("UPDATE exports.orders SET failures = failures + 1, last_error = $2 WHERE id = $1", [id, error]);
}

export async function ordersById(db: Queryable, ids: readonly string[]): Promise<readonly OrderRow[]> {
  const { rows } = await db.query<OrderRow>(`SELECT ${columns} FROM exports.orders WHERE id = ANY($1::uuid[])`, [ids]);
  return rows;
}

export async function noteReady(
  tx: Tx,
  id: Uuid,
  made: {
    readonly rows: number;
    readonly sha256: Uint8Array;
    readonly isPseudonymous: boolean;
    readonly isHeld: boolean;
    readonly now: Date;
  },
): Promise<void> {
  await tx.query(
    `UPDATE exports.orders SET ready_at = $2, rows = $3, sha256 = $4, pseudonymous = $5, takes_release = $6, rows_made = $3, last_error = NULL
     WHERE id = $1`,
    [id, made.now, BigInt(made.rows), made.sha256, made.isPseudonymous, made.isHeld],
  );
}

/** In one order, so that two jobs cannot wait for each other. Those that are stored stay. */
export async function insertPseudonyms(
  db: Queryable,
  rows: readonly { readonly hash: Uint8Array; readonly player: Uint8Array }[],
): Promise<void> {
  await db.query(
    `INSERT INTO exports.pseudonyms (pseudonym, sealed_player)
     SELECT p.hash, p.player FROM unnest($1::bytea[], $2::bytea[]) AS p(hash, player) ORDER BY p.hash
     ON CONFLICT (pseudonym) DO NOTHING`,
    [byteaArray(rows.map(({ hash }) => hash)), byteaArray(rows.map(({ player }) => player))],
  );
}

export async function sealedPlayerOf(db: Queryable, hash: Uint8Array): Promise<Uint8Array | undefined> {
  const { rows } = await db.query<{ player: Uint8Array }>(
    "SELECT sealed_player AS player FROM exports.pseudonyms WHERE pseudonym = $1",
    [hash],
  );
  return rows[0]?.player;
}

export async function deletePseudonym(tx: Tx, hash: Uint8Array): Promise<void> {
  await tx.query("DELETE FROM exports.pseudonyms WHERE pseudonym = $1", [hash]);
}

export async function writePiece(db: Queryable, id: Uuid, number: number, content: Uint8Array): Promise<void> {
  await db.query("INSERT INTO exports.pieces (order_id, number, content) VALUES ($1, $2, $3)", [id, number, content]);
}

export async function readPiece(db: Queryable, id: Uuid, number: number): Promise<Uint8Array | undefined> {
  const { rows } = await db.query<{ content: Uint8Array }>(
    "SELECT content FROM exports.pieces WHERE order_id = $1 AND number = $2",
    [id, number],
  );
  return rows[0]?.content;
}

export async function deletePieces(db: Queryable, id: Uuid): Promise<void> {
  await db.query("DELETE FROM exports.pieces WHERE order_id = $1", [id]);
}

/** Contents that can no longer be downloaded, and those of files that were never finished; the orders stay. */
export async function deleteOldPieces(
  db: Queryable,
  { now, fetchedBefore }: { readonly now: Date; readonly fetchedBefore: Date },
): Promise<void> {
  await db.query(
    `DELETE FROM exports.pieces p USING exports.orders o
     WHERE o.id = p.order_id AND (coalesce(o.released_at, o.ready_at, o.ordered_at) <= $1::timestamptz - interval '1 day' * o.life_days OR o.fetched_at <= $2 OR o.refused_at IS NOT NULL)`,
    [now, fetchedBefore],
  );
}
