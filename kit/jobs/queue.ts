import type { Queryable, Tx } from "#kit/db/db.ts";

/** The queue as operators see it. Payloads stay in it: they may hold personal data. */

export const jobStates = ["failed", "retrying", "running", "waiting", "scheduled"] as const;
/** `failed`: no attempt is left. `retrying`: failed and due again. `waiting`: due now. `scheduled`: due later. */
export type JobState = (typeof jobStates)[number];

export interface QueuedJob {
  readonly id: bigint;
  readonly task: string;
  readonly queue: string | null;
  readonly state: JobState;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly runAt: Date;
  readonly lockedAt: Date | null;
}

const state = `CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts THEN 'failed'
  WHEN attempts > 0 THEN 'retrying' WHEN run_at <= now() THEN 'waiting' ELSE 'scheduled' END`;
const columns = `id, task_identifier AS task, queue_name AS queue, ${state} AS state, attempts, max_attempts AS "maxAttempts",
  last_error AS "lastError", created_at AS "createdAt", run_at AS "runAt", locked_at AS "lockedAt"`;

/** Newest first. */
export async function queuedJobs(
  on: Queryable,
  filter: { readonly state: JobState | null; readonly task: string | null; readonly before: bigint | null },
  limit: number,
): Promise<readonly QueuedJob[]> {
  const { rows } = await on.query<QueuedJob>(
    `SELECT ${columns} FROM graphile_worker.jobs WHERE ($1::bigint IS NULL OR id < $1)
       AND ($2::text IS NULL OR ${state} = $2) AND ($3::text IS NULL OR task_identifier = $3)
     ORDER BY id DESC LIMIT $4`,
    [filter.before, filter.state, filter.task, limit],
  );
  return rows;
}

/** Of the jobs in the queue; those that have succeeded are not in it. Counts at most this many. */
const mostCounted = 10_000;

export async function countJobs(on: Queryable): Promise<Readonly<Record<JobState, number>>> {
  const { rows } = await on.query<{ state: JobState; n: number }>(
    `SELECT state, count(*)::int AS n FROM (SELECT ${state} AS state FROM graphile_worker.jobs LIMIT ${mostCounted}) j
     GROUP BY state`,
  );
  const counted = new Map(rows.map(each => [each.state, each.n]));
  return Object.fromEntries(jobStates.map(each => [each, counted.get(each) ?? 0])) as Record<JobState, number>;
}

export async function queuedJob(on: Queryable, id: bigint): Promise<QueuedJob | undefined> {
  const { rows } = await on.query<QueuedJob>(`SELECT ${columns} FROM graphile_worker.jobs WHERE id = $1`, [id]);
  return rows[0];
}

/** Runs a job now, with all of its attempts. False if it is running or has gone. */
export async function runJobAgain(tx: Tx, id: bigint): Promise<boolean> {
  const { rowCount } = await tx.query(
    "SELECT id FROM graphile_worker.reschedule_jobs(ARRAY[$1::bigint], run_at => now(), attempts => 0)",
    [id],
  );
  return rowCount === 1;
}

/** Takes a job out of the queue. False if it is running or has gone. */
export async function dropJob(tx: Tx, id: bigint): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT id FROM graphile_worker.complete_jobs(ARRAY[$1::bigint])", [id]);
  return rowCount === 1;
}
