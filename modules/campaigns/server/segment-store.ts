import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of segments. */

export interface Segment {
  readonly id: Uuid;
  readonly name: string;
  /** As it was saved: parsed again before each use, because facts may have been renamed since. */
  readonly rule: unknown;
  readonly version: number;
  readonly createdBy: string;
  readonly changedBy: string;
  readonly changedAt: Date;
}

const columns = `id, name, rule, version, created_by AS "createdBy", changed_by AS "changedBy", changed_at AS "changedAt"`;

export async function readSegments(on: Queryable, limit: number): Promise<readonly Segment[]> {
  const { rows } = await on.query<Segment>(
    `SELECT ${columns} FROM campaigns.segments ORDER BY changed_at DESC, id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function segmentById(
  on: Queryable,
  id: string,
  lock: "" | "FOR UPDATE" = "",
): Promise<Segment | undefined> {
  const { rows } = await on.query<Segment>(`SELECT ${columns} FROM campaigns.segments WHERE id = $1 ${lock}`, [id]);
  return rows[0];
}

export async function insertSegment(
  tx: Tx,
  { id, name, rule }: Pick<Segment, "id" | "name" | "rule">,
  by: string,
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO campaigns.segments (id, name, rule, version, created_by, created_at, changed_by, changed_at)
     VALUES ($1, $2, $3, 1, $4, $5, $4, $5)`,
    [id, name, JSON.stringify(rule), by, at],
  );
}

export async function updateSegment(
  tx: Tx,
  { id, name, rule }: Pick<Segment, "id" | "name" | "rule">,
  by: string,
  at: Date,
): Promise<void> {
  await tx.query(
    "UPDATE campaigns.segments SET name = $2, rule = $3, version = version + 1, changed_by = $4, changed_at = $5 WHERE id = $1",
    [id, name, JSON.stringify(rule), by, at],
  );
}
