import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { SlipName } from "#modules/wallet/server/index.ts";

/** At which offer a slip is cashed out automatically. */
export interface StoredRule extends SlipName {
  /** Id of the revision that the cash-out makes. */
  readonly id: Uuid;
  readonly direction: "up" | "down";
  /** For the whole open stake. */
  readonly offer: Micros;
  /** Percent of the open stake. */
  readonly share: number;
}

const columns = "player_id AS player, key, id, direction, offer, share";

/** Rules of these slips, by their keys. */
export async function readRules(db: Queryable, slips: readonly SlipName[]): Promise<ReadonlyMap<string, StoredRule>> {
  const { rows } = await db.query<StoredRule>(
    `SELECT ${columns} FROM betting.cash_out_rules WHERE (player_id, key) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    [uuidArray(slips.map(({ player }) => player)), uuidArray(slips.map(({ key }) => key))],
    "betting.cash-out-rules",
  );
  return new Map(rows.map(rule => [rule.key, rule]));
}

/** All rules in their order, after one of them. */
export async function listRules(
  db: Queryable,
  after: SlipName | undefined,
  limit: number,
): Promise<readonly StoredRule[]> {
  const { rows } = await db.query<StoredRule>(
    `SELECT ${columns} FROM betting.cash_out_rules WHERE $1::uuid IS NULL OR (player_id, key) > ($1::uuid, $2::uuid)
     ORDER BY player_id, key LIMIT $3`,
    [after?.player ?? null, after?.key ?? null, limit],
    "betting.list-cash-out-rules",
  );
  return rows;
}

/** Replaces the rule before, under another id: what that one has made stays made. */
export async function saveRule(db: Queryable, { player, key, id, direction, offer, share }: StoredRule): Promise<void> {
  await db.query(
    `INSERT INTO betting.cash_out_rules (player_id, key, id, direction, offer, share) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (player_id, key) DO UPDATE SET id = excluded.id, direction = excluded.direction, offer = excluded.offer, share = excluded.share`,
    [player, key, id, direction, offer, share],
  );
}

export async function removeRule(db: Queryable, { player, key }: SlipName): Promise<void> {
  await db.query("DELETE FROM betting.cash_out_rules WHERE player_id = $1 AND key = $2", [player, key]);
}

/** Whether the rule still exists; locked until `tx` ends, so that its player removes or replaces it before or after, not meanwhile. */
export async function lockRule(tx: Tx, id: Uuid): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM betting.cash_out_rules WHERE id = $1 FOR UPDATE", [id]);
  return rowCount === 1;
}
