import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** What players changed of their protection on a day. */
export interface ProtectionDay {
  readonly day: string;
  /** A limit, a time-out or a self-exclusion. */
  readonly kind: "wager" | "loss" | "deposit" | "play_time" | "time_out" | "self_exclusion";
  readonly changes: number;
  /** Among the changes, limits that become looser, after the time that they wait. */
  readonly loosened: number;
  readonly players: number;
}

interface Asked {
  readonly span: { readonly begins: Date; readonly ends: Date };
  readonly zone: string;
  /** Players whose changes do not count. */
  readonly without: readonly PlayerId[];
}

/** Changes of a span by day of the zone and kind. */
export async function protectionByDay(
  on: Queryable,
  { span, zone, without }: Asked,
): Promise<readonly ProtectionDay[]> {
  const { rows } = await on.query<ProtectionDay>(
    `SELECT (at AT TIME ZONE $3)::date::text AS day, kind, count(*)::int AS changes,
       (count(*) FILTER (WHERE until IS NOT NULL AND kind NOT IN ('time_out', 'self_exclusion')))::int AS loosened,
       count(DISTINCT player_id)::int AS players
     FROM limits.changes WHERE at >= $1 AND at < $2 AND player_id <> ALL($4::uuid[]) GROUP BY 1, 2 ORDER BY 1, 2`,
    [span.begins, span.ends, zone, without],
  );
  return rows;
}
