import type { Queryable } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of provider reports. */

export interface ProviderReport {
  readonly subject: Uuid;
  readonly source: "call" | "message";
  /** What was called, or the type of the message. */
  readonly action: string;
  readonly provider: string;
  readonly outcome: string;
}

export interface StoredReport extends ProviderReport {
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly times: number;
}

/** Equal outcomes are counted in one row. */
export async function noteReports(db: Queryable, reports: readonly ProviderReport[], now: Date): Promise<void> {
  if (reports.length === 0) return;
  await db.query(
    `INSERT INTO payments.provider_reports AS r (subject_id, source, action, provider, outcome, first_at, last_at, times)
     SELECT subject_id, source, action, provider, outcome, $6, $6, 1
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) AS n (subject_id, source, action, provider, outcome)
     ORDER BY subject_id
     ON CONFLICT (subject_id, source, action, provider, outcome) DO UPDATE SET last_at = excluded.last_at, times = r.times + 1`,
    [
      reports.map(({ subject }) => subject),
      reports.map(({ source }) => source),
      reports.map(({ action }) => action),
      reports.map(({ provider }) => provider),
      reports.map(({ outcome }) => outcome),
      now,
    ],
  );
}

/** In the order of their first occurrence. */
export async function reportsOf(db: Queryable, subjects: readonly Uuid[]): Promise<readonly StoredReport[]> {
  const { rows } = await db.query<StoredReport>(
    `SELECT subject_id AS subject, source, action, provider, outcome, first_at AS "firstAt", last_at AS "lastAt", times
     FROM payments.provider_reports WHERE subject_id = ANY ($1::uuid[]) ORDER BY first_at, no`,
    [subjects],
  );
  return rows;
}
