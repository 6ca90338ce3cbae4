import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { TreeNode } from "../shared/tree.ts";

/** Every SQL statement of solvency. */

export interface PublicationRow {
  readonly currency: Currency;
  readonly number: number;
  readonly takenAt: Date;
  readonly players: number;
  readonly total: Micros;
  readonly root: string;
  readonly chain: string;
}

const publicationColumns = `currency, number, taken_at AS "takenAt", players, total, root, chain`;

export interface LeafRow {
  readonly currency: Currency;
  readonly playerId: PlayerId;
  readonly position: number;
  readonly salt: string;
  readonly sum: Micros;
}

/** One process at a time publishes; the second one finds it done. */
export async function lockPublishing(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(7311202)");
}

export async function latestPublication(db: Queryable, currency: Currency): Promise<PublicationRow | undefined> {
  const { rows } = await db.query<PublicationRow>(
    `SELECT ${publicationColumns} FROM solvency.publications WHERE currency = $1 ORDER BY number DESC LIMIT 1`,
    [currency],
  );
  return rows[0];
}

/** Newest first, this many of each currency. */
export async function publications(db: Queryable, each: number): Promise<readonly PublicationRow[]> {
  const { rows } = await db.query<PublicationRow>(
    `SELECT ${publicationColumns} FROM (
       SELECT *, row_number() OVER (PARTITION BY currency ORDER BY number DESC) AS age FROM solvency.publications) p
     WHERE age <= $1 ORDER BY taken_at DESC, currency`,
    [each],
  );
  return rows;
}

export async function insertPublication(tx: Tx, row: PublicationRow): Promise<void> {
  await tx.query(
    `INSERT INTO solvency.publications (currency, number, taken_at, players, total, root, chain)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.currency, row.number, row.takenAt, row.players, row.total, row.root, row.chain],
  );
}

export async function insertLeaves(
  tx: Tx,
  { currency, number }: Pick<PublicationRow, "currency" | "number">,
  leaves: readonly Omit<LeafRow, "currency">[],
): Promise<void> {
  await tx.query(
    `INSERT INTO solvency.leaves (currency, number, player_id, position, salt, sum)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::integer[], $5::text[], $6::bigint[])`,
    [
      currency,
      number,
      leaves.map(leaf => leaf.playerId),
      leaves.map(leaf => leaf.position),
      leaves.map(leaf => leaf.salt),
      leaves.map(leaf => leaf.sum),
    ],
  );
}

export async function insertLevel(
  tx: Tx,
  { currency, number }: Pick<PublicationRow, "currency" | "number">,
  level: number,
  nodes: readonly TreeNode[],
): Promise<void> {
  await tx.query(
    `INSERT INTO solvency.nodes (currency, number, level, position, hash, sum)
     SELECT $1, $2, $3, * FROM unnest($4::integer[], $5::text[], $6::bigint[])`,
    [currency, number, level, nodes.map((_, i) => i), nodes.map(node => node.hash), nodes.map(node => node.sum)],
  );
}

/** Deletes trees before this number; roots and totals stay. */
export async function forgetTreesBefore(tx: Tx, currency: Currency, number: number): Promise<void> {
  for (const table of ["leaves", "nodes"])
    await tx.query(`DELETE FROM solvency.${table} WHERE currency = $1 AND number < $2`, [currency, number]);
}

/** The player's leaves in the latest publication of each currency. */
export async function ownLeaves(
  db: Queryable,
  player: PlayerId,
): Promise<readonly { leaf: LeafRow; publication: PublicationRow }[]> {
  const { rows } = await db.query<PublicationRow & LeafRow>(
    `SELECT ${publicationColumns}, l.player_id AS "playerId", l.position, l.salt, l.sum FROM solvency.leaves l
     JOIN solvency.publications p USING (currency, number)
     WHERE l.player_id = $1
       AND p.number = (SELECT max(number) FROM solvency.publications m WHERE m.currency = l.currency)
     ORDER BY currency`,
    [player],
  );
  return rows.map(row => ({ leaf: row, publication: row }));
}

export async function nodesAt(
  db: Queryable,
  { currency, number }: Pick<PublicationRow, "currency" | "number">,
  positions: readonly { level: number; position: number }[],
): Promise<readonly TreeNode[]> {
  const { rows } = await db.query<TreeNode>(
    `SELECT n.hash, n.sum FROM unnest($3::smallint[], $4::integer[]) WITH ORDINALITY AS w(level, position, at)
     JOIN solvency.nodes n ON n.currency = $1 AND n.number = $2 AND n.level = w.level AND n.position = w.position
     ORDER BY w.at`,
    [currency, number, positions.map(({ level }) => level), positions.map(({ position }) => position)],
  );
  return rows;
}
