import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeChange, officeRead, paged, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { recipientRefused, runComplete, scheduleEnded } from "../shared/errors.ts";
import { everyNames, reportNames } from "./contract.ts";

/** Schedules of reports, and the reports that they made. */

const mostRecipients = 20;

const person = z.object({ id: uuidField, name: z.string() });

const schedule = z.object({
  id: uuidField,
  report: z.enum(reportNames),
  every: z.enum(everyNames),
  tests: z.boolean(),
  /** The first day of the next report. */
  next_day: z.string(),
  recipients: z.array(person),
  created_by: z.string(),
  created_at: timeField,
  paused_at: z.nullable(timeField),
});
export type ScheduleView = z.output<typeof schedule>;

const deliveryStates = ["waiting", "held", "ready", "fetched", "expired", "refused"] as const;

const run = z.object({
  id: uuidField,
  report: z.enum(reportNames),
  every: z.enum(everyNames),
  from: z.string(),
  to: z.string(),
  zone: z.string(),
  tests: z.boolean(),
  started_at: timeField,
  /** When the last recipient was notified or refused. */
  done_at: z.nullable(timeField),
  deliveries: z.array(
    z.object({
      operator: z.string(),
      /** In each row of the recipient's file. */
      export_id: uuidField,
      state: z.enum(deliveryStates),
      /** Made until now. */
      rows: z.number(),
      /** Attempts that failed, and the last error. */
      failures: z.number(),
      error: z.nullable(z.string()),
      notified_at: z.nullable(timeField),
    }),
  ),
});
export type RunView = z.output<typeof run>;

export const readSchedules = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/schedules",
  reads: ["reporting.schedules", "reporting.recipients"],
  permission: "reports.read",
  summary: "Schedules of reports that have not ended, and who can receive each report",
  output: dataOf(
    z.object({
      /** The days and months of schedules are of this zone. */
      zone: z.string(),
      schedules: z.array(schedule),
      operators: z.array(z.object({ id: uuidField, name: z.string(), reports: z.array(z.enum(reportNames)) })),
    }),
  ),
});

export const addSchedule = route({
  ...officeChange("reporting"),
  method: "POST",
  path: "/api/office/reports/schedules",
  permission: "reports.write",
  summary: "Makes a report of each day or month from now on, for operators who may export it",
  body: z.object({
    report: z.enum(reportNames, "report_invalid"),
    every: z.enum(everyNames, "every_invalid"),
    tests: z.optional(z.boolean("tests_invalid")),
    recipients: z.array(uuidField, "recipients_invalid").check(
      z.minLength(1, "recipients_invalid"),
      z.maxLength(mostRecipients, "recipients_invalid"),
      z.refine(ids => new Set(ids).size === ids.length, "recipients_invalid"),
    ),
    reason: reasonField,
  }),
  status: 201,
  output: dataOf(schedule),
  errors: [recipientRefused],
});

export const pauseSchedule = route({
  ...officeChange("reporting"),
  method: "POST",
  path: "/api/office/reports/schedules/:id/pause",
  permission: "reports.write",
  summary: "Pauses a schedule, or resumes it with the periods that it missed",
  params: idParams,
  body: z.object({ paused: z.boolean("paused_invalid"), reason: reasonField }),
  status: 204,
  errors: [scheduleEnded],
});

export const endSchedule = route({
  ...officeChange("reporting"),
  method: "POST",
  path: "/api/office/reports/schedules/:id/end",
  permission: "reports.write",
  summary: "Ends a schedule; its reports stay",
  params: idParams,
  body: withReason,
  status: 204,
  errors: [scheduleEnded],
});

export const readReportRuns = route({
  ...officeRead("reporting"),
  path: "/api/office/reports/runs",
  reads: ["reporting.runs", "reporting.deliveries", "exports.orders"],
  permission: "reports.read",
  summary: "Reports made on a schedule, newest first, with what each recipient got",
  query: z.object({ ...paged }),
  output: pageOf(run),
});

export const retryReportRun = route({
  ...officeChange("reporting"),
  method: "POST",
  path: "/api/office/reports/runs/:id/retry",
  permission: "reports.write",
  summary: "Makes again the files that failed, were refused or have expired",
  params: idParams,
  body: withReason,
  status: 204,
  errors: [runComplete],
});
