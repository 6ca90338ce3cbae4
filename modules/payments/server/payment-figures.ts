import type { Queryable } from "#kit/db/db.ts";

/** How deposits went and how late providers' calls arrived, by period. Every statement reads a range of an index. */

/** Below the id of everything that was created since: ids begin with their time (UUID version 7). A minute is left for clocks that differ. */
function firstIdAt(since: Date): string {
  const hex = (since.getTime() - 60_000).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

export interface MethodFigures {
  readonly method: string;
  readonly provider: string;
  readonly started: number;
  readonly paid: number;
  readonly open: number;
  readonly declined: number;
  readonly expired: number;
  readonly canceled: number;
  /** From the invoice to its first payment, seconds; null without one. */
  readonly medianSeconds: number | null;
  readonly p95Seconds: number | null;
}

/** Figures of invoices that were created since. */
export async function methodFigures(on: Queryable, since: Date): Promise<readonly MethodFigures[]> {
  const { rows } = await on.query<MethodFigures>(
    `SELECT method, provider, count(*)::int AS started, count(*) FILTER (WHERE status = 3)::int AS paid,
       count(*) FILTER (WHERE status IN (1, 2))::int AS open, count(*) FILTER (WHERE status = 5)::int AS declined,
       count(*) FILTER (WHERE status = 4)::int AS expired, count(*) FILTER (WHERE status = 6)::int AS canceled,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FILTER (WHERE status = 3) AS "medianSeconds",
       percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds) FILTER (WHERE status = 3) AS "p95Seconds"
     FROM (SELECT method, provider, status, extract(epoch FROM ended_at - created_at)::float8 AS seconds
       FROM payments.invoices WHERE id >= $2 AND created_at >= $1) i
     GROUP BY method, provider ORDER BY started DESC, method, provider`,
    [since, firstIdAt(since)],
  );
  return rows;
}

export interface DeclineFigures {
  readonly provider: string;
  /** The provider's word; null where it gave none. */
  readonly code: string | null;
  readonly count: number;
}

export async function declineFigures(on: Queryable, since: Date): Promise<readonly DeclineFigures[]> {
  const { rows } = await on.query<DeclineFigures>(
    `SELECT provider, decline_code AS code, count(*)::int AS count FROM payments.invoices
     WHERE id >= $2 AND created_at >= $1 AND status = 5 GROUP BY provider, decline_code ORDER BY count DESC, provider, code LIMIT 100`,
    [since, firstIdAt(since)],
  );
  return rows;
}

export interface CallFigures {
  readonly provider: string;
  readonly received: number;
  readonly failed: number;
  /** From the news to the call, milliseconds; null where the provider says no time. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}

/** Figures of calls that were received since. Refused ones count as failed. */
export async function callFigures(on: Queryable, since: Date): Promise<readonly CallFigures[]> {
  const { rows } = await on.query<CallFigures>(
    `SELECT provider, count(*)::int AS received,
       count(*) FILTER (WHERE result = 'failed' OR event_id IS NULL)::int AS failed,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY lag) FILTER (WHERE lag IS NOT NULL) AS "medianMs",
       percentile_cont(0.95) WITHIN GROUP (ORDER BY lag) FILTER (WHERE lag IS NOT NULL) AS "p95Ms"
     FROM (SELECT c.provider, c.result, c.event_id, l.lag_ms::float8 AS lag
       FROM payments.webhook_calls c LEFT JOIN payments.webhook_lags l ON l.call_id = c.id WHERE c.received_at >= $1) c
     GROUP BY provider ORDER BY provider`,
    [since],
  );
  return rows;
}
