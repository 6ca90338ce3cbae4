import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { countJobs, dropJob, type QueuedJob, queuedJob, queuedJobs, runJobAgain } from "#kit/jobs/queue.ts";
import { redactText } from "#kit/log/redact-text.ts";
import { act } from "#modules/audit/server/index.ts";
import * as contract from "../office/jobs-contract.ts";
import { jobGone } from "../shared/errors.ts";
import { noteJobRun } from "./follow-job-runs.ts";

/** The queue of jobs: what failed is run again or dropped. */
export function jobHandlers({ host }: { readonly host: Host }): readonly Handler[] {
  return [
    handle(contract.readJobs, async ({ input: { query } }) => {
      const limit = Number(query.limit ?? 100);
      const filter = { state: query.state ?? null, task: query.task ?? null, before: numberOf(query.cursor) };
      const rows = await queuedJobs(host.db, filter, limit + 1);
      const page = pageFrom(rows.map(jobView), limit, ({ id }) => id);
      return { data: { ...page, counts: await countJobs(host.db) } };
    }),
    act(host, contract.runJobAgain, async (tx, { operator, input: { params, body } }) => {
      const job = await jobOf(tx, params.id);
      if (!(await runJobAgain(tx, job.id))) fail(jobGone);
      await noteJobRun(tx, job, operator.name, new Date(host.clock.now()));
      return { answer: undefined, auditAction: { ...entryOf(job, body.reason), action: "job.run_again" } };
    }),
    act(host, contract.dropJob, async (tx, { input: { params, body } }) => {
      const job = await jobOf(tx, params.id);
      if (!(await dropJob(tx, job.id))) fail(jobGone);
      return { answer: undefined, auditAction: { ...entryOf(job, body.reason), action: "job.drop" } };
    }),
  ];
}

async function jobOf(tx: Tx, id: string): Promise<QueuedJob> {
  return (await queuedJob(tx, BigInt(id))) ?? fail(jobGone);
}

const entryOf = ({ id, task, state, attempts, lastError }: QueuedJob, reason: string) => ({
  subject: `job:${id}`,
  reason,
  before: { task, state, attempts, error: lastError && redactText(lastError) },
});

function jobView(job: QueuedJob): contract.JobView {
  return {
    id: String(job.id),
    task: job.task,
    queue: job.queue,
    state: job.state,
    attempts: job.attempts,
    max_attempts: job.maxAttempts,
    error: job.lastError && redactText(job.lastError),
    created_at: job.createdAt.toISOString(),
    run_at: job.runAt.toISOString(),
    started_at: job.lockedAt?.toISOString() ?? null,
  };
}

function numberOf(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null;
  return /^[1-9]\d{0,17}$/.test(cursor)
    ? BigInt(cursor)
    : fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
}
