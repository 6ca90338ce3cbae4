import type { Queryable } from "#kit/db/db.ts";
import type { ConversationRow } from "./conversation-store.ts";

const minuteMs = 60_000;

/** Within which a visitor is answered, and their conversation resolved. Support answers around the clock. */
export const targets = {
  firstAnswerMs: 2 * minuteMs,
  nextAnswerMs: 5 * minuteMs,
  resolveMs: 24 * 60 * minuteMs,
} as const;

/** When the answer that the visitor waits for is due; null while they wait for none. A snoozed conversation counts from its end. */
export function dueAt(row: Pick<ConversationRow, "waitingSince" | "firstAnswerAt" | "snoozedUntil">): Date | null {
  if (row.waitingSince === null) return null;
  const since = Math.max(row.waitingSince.getTime(), row.snoozedUntil?.getTime() ?? 0);
  const target = row.firstAnswerAt === null ? targets.firstAnswerMs : targets.nextAnswerMs;
  return new Date(since + target);
}

/** True for a conversation `c` whose visitor waits for an answer that was due at `now`. */
export function overdueSql(now: string): string {
  const due = `${now}::timestamptz
     - CASE WHEN c.first_answer_at IS NULL THEN ${targets.firstAnswerMs} ELSE ${targets.nextAnswerMs} END * interval '1 millisecond'`;
  return `(c.waiting_since <= ${due} AND (c.snoozed_until IS NULL OR c.snoozed_until <= ${due}))`;
}

export interface TargetFigures {
  /** Conversations that got their first answer in the period, and how many within the target. */
  readonly answered: number;
  readonly answeredInTime: number;
  /** Seconds; null without any. */
  readonly medianFirstAnswer: number | null;
  readonly p95FirstAnswer: number | null;
  readonly resolved: number;
  readonly resolvedInTime: number;
  readonly medianResolve: number | null;
}

/** What became of the targets since `since`. */
export async function targetFigures(db: Queryable, since: Date): Promise<TargetFigures> {
  const { rows } = await db.query<TargetFigures>(
    `WITH answers AS (
       SELECT extract(epoch FROM first_answer_at - opened_at) AS s FROM support.conversations WHERE first_answer_at > $1),
     ends AS (
       SELECT extract(epoch FROM resolved_at - opened_at) AS s FROM support.conversations WHERE resolved_at > $1)
     SELECT a.*, e.* FROM (
       SELECT count(*)::int AS answered, (count(*) FILTER (WHERE s * 1000 <= ${targets.firstAnswerMs}))::int AS "answeredInTime",
         percentile_cont(0.5) WITHIN GROUP (ORDER BY s)::float8 AS "medianFirstAnswer",
         percentile_cont(0.95) WITHIN GROUP (ORDER BY s)::float8 AS "p95FirstAnswer" FROM answers) a,
      (SELECT count(*)::int AS resolved, (count(*) FILTER (WHERE s * 1000 <= ${targets.resolveMs}))::int AS "resolvedInTime",
         percentile_cont(0.5) WITHIN GROUP (ORDER BY s)::float8 AS "medianResolve" FROM ends) e`,
    [since],
  );
  return rows[0] as TargetFigures;
}
