import * as z from "zod/mini";
import { dataOf, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { officeChange, officeRead, paged, withReason } from "#modules/operators/office/fields.ts";
import { jobGone } from "../shared/errors.ts";

/** `failed`: no attempt is left. `retrying`: failed and due again. `waiting`: due now. `scheduled`: due later. */
export const jobStateNames = ["failed", "retrying", "running", "waiting", "scheduled"] as const;

const job = z.object({
  id: z.string(),
  task: z.string(),
  /** Jobs of one queue run one after another. */
  queue: z.nullable(z.string()),
  state: z.enum(jobStateNames),
  attempts: z.int(),
  max_attempts: z.int(),
  /** Redacted. */
  error: z.nullable(z.string()),
  created_at: timeField,
  run_at: timeField,
  started_at: z.nullable(timeField),
});

export type JobView = z.infer<typeof job>;

const one = z.object({ id: z.string("id_invalid").check(z.regex(/^[1-9]\d{0,17}$/, "id_invalid")) });

export const readJobs = route({
  ...officeRead("operations"),
  path: "/api/office/jobs",
  reads: ["graphile_worker"],
  permission: "jobs.read",
  summary:
    "Jobs in the queue, newest first, with attempts and the last error, without their payload; and how many there are in each state",
  query: z.object({
    state: z.optional(z.enum(jobStateNames, "state_invalid")),
    task: z.optional(z.string("query_invalid").check(z.regex(/^[a-z0-9_.-]{1,80}$/i, "query_invalid"))),
    ...paged,
  }),
  output: dataOf(
    z.object({
      items: z.array(job),
      next_cursor: z.nullable(z.string()),
      /** At most 10,000 jobs are counted. */
      counts: z.object({
        failed: z.int(),
        retrying: z.int(),
        running: z.int(),
        waiting: z.int(),
        scheduled: z.int(),
      }),
    }),
  ),
});

export const runJobAgain = route({
  ...officeChange("operations"),
  method: "POST",
  path: "/api/office/jobs/:id/run",
  permission: "jobs.write",
  summary: "Runs a job now, with all of its attempts; handlers are idempotent",
  params: one,
  body: withReason,
  status: 204,
  errors: [jobGone],
});

export const dropJob = route({
  ...officeChange("operations"),
  method: "POST",
  path: "/api/office/jobs/:id/drop",
  permission: "jobs.write",
  stepUp: true,
  summary: "Takes a job that is not running out of the queue",
  params: one,
  body: withReason,
  status: 204,
  errors: [jobGone],
});
