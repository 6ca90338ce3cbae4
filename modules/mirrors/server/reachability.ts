import type { Queryable } from "#kit/db/db.ts";

/** Adds one browser's results to the day's totals. */
export async function addReachability(
  db: Queryable,
  found: readonly { readonly hostname: string; readonly ms: number | null }[],
  day: string,
): Promise<void> {
  if (found.length === 0) return;
  await db.query(
    `INSERT INTO mirrors.reachability AS r (hostname, day, reached, failed, total_ms)
     SELECT hostname, $3::date, (ms IS NOT NULL)::int, (ms IS NULL)::int, coalesce(ms, 0)
     FROM unnest($1::text[], $2::int[]) AS t (hostname, ms)
     ON CONFLICT (hostname, day) DO UPDATE SET
       reached = r.reached + excluded.reached, failed = r.failed + excluded.failed,
       total_ms = r.total_ms + excluded.total_ms`,
    [found.map(({ hostname }) => hostname), found.map(({ ms }) => ms), day],
  );
}
