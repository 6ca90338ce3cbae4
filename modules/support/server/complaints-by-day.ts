import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

export interface ComplaintsOfDay {
  /** When conversations were marked as complaints. */
  readonly day: string;
  readonly topic: "sign_in" | "money" | "result" | "documents" | "other";
  readonly received: number;
  /** Complaints among these from guests. */
  readonly guests: number;
  readonly answered: number;
  readonly resolved: number;
  readonly open: number;
  /** The longest time to a resolution, in whole hours; null while none is resolved. */
  readonly longestHours: number | null;
}

/** Complaints of a span by day of the zone and topic, and what has become of them until now. */
export async function complaintsByDay(
  on: Queryable,
  {
    span,
    zone,
    without,
  }: {
    readonly span: { readonly begins: Date; readonly ends: Date };
    readonly zone: string;
    /** Players whose complaints do not count. */
    readonly without: readonly PlayerId[];
  },
): Promise<readonly ComplaintsOfDay[]> {
  const { rows } = await on.query<ComplaintsOfDay>(
    `SELECT (complaint_at AT TIME ZONE $3)::date::text AS day, topic, count(*)::int AS received,
       (count(*) FILTER (WHERE player_id IS NULL))::int AS guests,
       (count(*) FILTER (WHERE first_answer_at IS NOT NULL))::int AS answered,
       (count(*) FILTER (WHERE state IN ('resolved', 'closed')))::int AS resolved,
       (count(*) FILTER (WHERE state NOT IN ('resolved', 'closed')))::int AS open,
       floor(extract(epoch FROM max(resolved_at - opened_at)) / 3600)::int AS "longestHours"
     FROM support.conversations WHERE complaint AND complaint_at >= $1 AND complaint_at < $2
       AND (player_id IS NULL OR player_id <> ALL($4::uuid[])) GROUP BY 1, 2 ORDER BY 1, 2`,
    [span.begins, span.ends, zone, without],
  );
  return rows;
}
