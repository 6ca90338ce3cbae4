import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

export interface CasesOfDay {
  readonly day: string;
  /** What a case was opened for, or how it ended. */
  readonly event: `opened_${"claim" | "score" | "rule"}` | `ended_${"fraud" | "not_fraud" | "timed_out" | "ended"}`;
  readonly count: number;
  readonly players: number;
}

/** Cases that were opened and that ended in a span, by day of the zone. */
export async function casesByDay(
  on: Queryable,
  {
    span,
    zone,
    without,
  }: {
    readonly span: { readonly begins: Date; readonly ends: Date };
    readonly zone: string;
    /** Players whose cases do not count. */
    readonly without: readonly PlayerId[];
  },
): Promise<readonly CasesOfDay[]> {
  const of = (time: string, event: string) =>
    `SELECT (${time} AT TIME ZONE $3)::date::text AS day, ${event} AS event, count(*)::int AS count, count(DISTINCT player_id)::int AS players
     FROM risk.cases WHERE ${time} >= $1 AND ${time} < $2 AND player_id <> ALL($4::uuid[]) GROUP BY 1, 2`;
  const { rows } = await on.query<CasesOfDay>(
    `${of("opened_at", "'opened_' || kind")} UNION ALL ${of("closed_at", "'ended_' || outcome")} ORDER BY 1, 2`,
    [span.begins, span.ends, zone, without],
  );
  return rows;
}
