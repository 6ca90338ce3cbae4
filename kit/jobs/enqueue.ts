import { textArray } from "#kit/db/array-parameters.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Json } from "#kit/std/json.ts";

export interface JobOptions {
  /** A waiting job with the same key is replaced: debounces, and makes enqueuing idempotent. */
  readonly key?: string;
  /** Not before this moment; at once if not given. */
  readonly runAt?: Date;
  /** Jobs of one queue run one after another. */
  readonly queue?: string;
  /** Maximum number of attempts; 25 if not given, which is about three days of growing pauses. */
  readonly maxAttempts?: number;
}

/** Adds a job that exists exactly when `tx` commits. It runs at least once, so its handler must be idempotent. */
export async function enqueue(tx: Tx, name: string, payload: Json, options: JobOptions = {}): Promise<void> {
  await addJobs(tx, name, [payload], options);
}

/** Adds a job for each of the payloads, in one statement. A key would make one job of them. */
export async function enqueueAll(
  tx: Tx,
  name: string,
  payloads: readonly Json[],
  options: Omit<JobOptions, "key"> = {},
): Promise<void> {
  if (payloads.length > 0) await addJobs(tx, name, payloads, options);
}

async function addJobs(tx: Tx, name: string, payloads: readonly Json[], options: JobOptions): Promise<void> {
  await tx.query(
    `SELECT graphile_worker.add_job($1, payload::json, queue_name => $3, run_at => $4, max_attempts => $5, job_key => $6)
     FROM unnest($2::text[]) AS payload`,
    [
      name,
      textArray(payloads.map(payload => JSON.stringify(payload))),
      options.queue ?? null,
      options.runAt ?? null,
      options.maxAttempts ?? null,
      options.key ?? null,
    ],
  );
}
