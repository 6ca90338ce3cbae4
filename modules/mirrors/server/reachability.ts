import type { Queryable } from "#kit/db/db.ts";

export interface FoundHost {
  readonly hostname: string;
  /** Null: it was not reached. */
  readonly ms: number | null;
}

export interface Reachability {
  readonly hostname: string;
  /** Null: unknown. */
  readonly country: string | null;
  readonly reached: bigint;
  readonly failed: bigint;
  readonly totalMs: bigint;
}

/** How long the days are kept. */
const retentionDays = 90;

/** Adds one browser's results to the day's totals. */
export async function addReachability(
  db: Queryable,
  found: readonly FoundHost[],
  { day, country }: { readonly day: string; readonly country: string | null },
): Promise<void> {
  if (found.length === 0) return;
  await db.query(
    `INSERT INTO mirrors.country_reachability AS r (hostname, day, country, reached, failed, total_ms)
     SELECT hostname, $3::date, $4, (ms IS NOT NULL)::int, (ms IS NULL)::int, coalesce(ms, 0)
     FROM unnest($1::text[], $2::int[]) AS t (hostname, ms) ORDER BY hostname
     ON CONFLICT (hostname, day, country) DO UPDATE SET
       reached = r.reached + excluded.reached, failed = r.failed + excluded.failed,
       total_ms = r.total_ms + excluded.total_ms`,
    [found.map(({ hostname }) => hostname), found.map(({ ms }) => ms), day, country ?? ""],
  );
}

/** Since a day, by host name and country; countries with the most probes first. */
export async function reachabilitySince(db: Queryable, day: string): Promise<readonly Reachability[]> {
  const { rows } = await db.query<Reachability>(
    `SELECT hostname, nullif(country, '') AS country, sum(reached)::bigint AS reached, sum(failed)::bigint AS failed,
       sum(total_ms)::bigint AS "totalMs"
     FROM mirrors.country_reachability WHERE day >= $1 GROUP BY hostname, country
     ORDER BY hostname, sum(reached + failed) DESC, country`,
    [day],
  );
  return rows;
}

export async function sweepReachability(db: Queryable, today: string): Promise<void> {
  await db.query("DELETE FROM mirrors.country_reachability WHERE day < $1::date - $2::int", [today, retentionDays]);
}
