import type { Queryable } from "#kit/db/db.ts";

/** How often rows of each table were written, by schema and by `schema.table`; partitions count for their table. */
export type ChangeCounts = ReadonlyMap<string, bigint>;

interface CountRow {
  readonly schema: string;
  readonly table: string;
  readonly changes: bigint;
}

/**
 * From PostgreSQL's own statistics, so that readers do not slow writes down. A writer's counts arrive within a second, at the end of
 * a burst within ten; a counter that starts again differs too.
 */
export async function readChangeCounts(db: Queryable): Promise<ChangeCounts> {
  const { rows } = await db.query<CountRow>(
    `SELECT n.nspname AS schema, coalesce(parent.relname, c.relname) AS "table",
       sum(pg_stat_get_tuples_inserted(c.oid) + pg_stat_get_tuples_updated(c.oid) + pg_stat_get_tuples_deleted(c.oid))::bigint AS changes
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class parent ON parent.oid = i.inhparent
     WHERE c.relkind = 'r' AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
     GROUP BY 1, 2`,
  );
  const counts = new Map<string, bigint>();
  for (const { schema, table, changes } of rows) {
    counts.set(`${schema}.${table}`, changes);
    counts.set(schema, (counts.get(schema) ?? 0n) + changes);
  }
  return counts;
}

/** Whether something that `reads` names was written between two counts. */
export function hasChanged(reads: readonly string[], before: ChangeCounts, after: ChangeCounts): boolean {
  return reads.some(name => before.get(name) !== after.get(name));
}
