import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type QueuedJob, queuedJob } from "#kit/jobs/queue.ts";
import { redactText } from "#kit/log/redact-text.ts";
import { type Audit, systemActor } from "#modules/audit/server/index.ts";

const atOnce = 500;

export async function noteJobRun(tx: Tx, { id, task }: QueuedJob, operator: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO office.job_runs (job_id, task, operator_name, asked_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (job_id) DO UPDATE SET operator_name = excluded.operator_name, asked_at = excluded.asked_at`,
    [id, task, operator, at],
  );
}

/** Looks at the jobs that operators have run again: one that failed again leaves an entry in the audit log, one that has succeeded is forgotten. */
export async function followJobRuns({ db }: Pick<Host, "db">, audit: Pick<Audit, "record">): Promise<void> {
  await db.tx(async tx => {
    const { rows } = await tx.query<{ id: bigint; task: string; operator: string }>(
      `SELECT job_id AS id, task, operator_name AS operator FROM office.job_runs ORDER BY asked_at LIMIT ${atOnce} FOR UPDATE`,
    );
    for (const { id, task, operator } of rows) {
      const job = await queuedJob(tx, id);
      const hasFailed = job !== undefined && job.attempts > 0 && job.state !== "running";
      if (job && !hasFailed) continue;
      if (job)
        await audit.record(tx, systemActor("jobs"), {
          action: "job.run_failed",
          subject: `job:${id}`,
          before: { task, operator },
          after: { attempts: job.attempts, error: job.lastError && redactText(job.lastError) },
        });
      await tx.query("DELETE FROM office.job_runs WHERE job_id = $1", [id]);
    }
  });
}
