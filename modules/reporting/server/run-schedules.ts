import { join } from "node:path";
import type { Tx } from "#kit/db/db.ts";
import { siteHost } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import { readLocale } from "#kit/host/read-locale.ts";
import { publicScheme } from "#kit/http/hosts.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type Audit, systemActor } from "#modules/audit/server/index.ts";
import type { Exports } from "#modules/exports/server/index.ts";
import type { Messages } from "#modules/messages/server/index.ts";
import type { Operators } from "#modules/operators/server/index.ts";
import { isFolded } from "#modules/projections/server/index.ts";
import english from "../locale/reports/en.json" with { type: "json" };
import type { ReportName } from "../office/contract.ts";
import { reportingZone } from "./read-reports.ts";
import * as store from "./store.ts";

export interface ReportingNeeds {
  readonly host: Host;
  readonly audit: Pick<Audit, "record">;
  readonly exports: Pick<Exports, "orderFor" | "again" | "statesOf" | "mayOrder">;
  readonly operators: Pick<Operators, "active">;
  readonly messages: Pick<Messages, "send">;
}

/** After the end of a period: its last day is closed ten minutes later at the earliest. */
const marginMs = 30 * 60_000;
/** Reports of one run of the job: after an outage every period that was missed is made. */
const mostAtOnce = 200;
/** Recipients may be away for a weekend and a holiday. */
const lifeDays = 14;

/** Begins the reports of all periods that are over, the oldest first. @returns how many */
export async function runDue(needs: ReportingNeeds): Promise<number> {
  for (let begun = 0; begun < mostAtOnce; begun++)
    if (!(await needs.host.db.tx(tx => beginNext(needs, tx)))) return begun;
  return mostAtOnce;
}

async function beginNext(needs: ReportingNeeds, tx: Tx): Promise<boolean> {
  const { host, audit } = needs;
  if (!(await isFolded(tx))) return false;
  const now = new Date(host.clock.now());
  const { zone, closedThrough } = await reportingZone(tx, host.config.REPORTING_ZONE);
  const due = await store.lockDue(tx, { zone, closedThrough, now, marginMs });
  if (!due) return false;
  const run = { id: host.ids.next(), schedule: due.id, fromDay: due.nextDay, toDay: due.toDay, zone, now };
  await store.insertRun(tx, run);
  const orders: string[] = [];
  for (const { operator } of await store.recipientsOf(tx, [due.id]))
    orders.push(await orderFile(needs, tx, { ...due, ...run }, operator));
  await audit.record(tx, systemActor("schedule"), {
    action: "report.run",
    subject: `report:${run.id}`,
    after: { schedule: due.id, report: due.report, from: run.fromDay, to: run.toDay, zone, exports: orders },
  });
  return true;
}

type RunOf = Pick<store.RunRow, "id" | "report" | "every" | "tests" | "fromDay" | "toDay" | "zone">;

/** Orders the file of one recipient, made with their permissions as they are then. */
export async function orderFile(needs: ReportingNeeds, tx: Tx, run: RunOf, operatorId: Uuid): Promise<Uuid> {
  const operatorName = (await needs.operators.active(tx)).find(({ id }) => id === operatorId)?.name ?? "";
  const { fromDay: from, toDay: to, zone, tests } = run;
  const orderId = await needs.exports.orderFor(tx, {
    operatorId,
    operatorName,
    list: run.report,
    filters: { from, to, zone, ...(tests && { tests: "with" }) },
    reason: `Scheduled report, every ${run.every}`,
    lifeDays,
  });
  await store.putDelivery(tx, { runId: run.id, operatorId, operatorName, orderId });
  return orderId;
}

/** In the transaction in which a file becomes ready: its recipient is notified exactly then. */
export async function deliver(
  { host, messages, operators }: ReportingNeeds,
  tx: Tx,
  { order, isRefused, rows }: { readonly order: string; readonly isRefused: boolean; readonly rows: number },
): Promise<void> {
  const delivery = await store.deliveryOf(tx, order);
  if (!delivery) return;
  // Deliveries of one run end one after another.
  const run = await store.lockRun(tx, delivery.runId);
  if (!run) return;
  const now = new Date(host.clock.now());
  const operator = (await operators.active(tx)).find(({ id }) => id === delivery.operatorId);
  if (!isRefused && operator)
    await messages.send(tx, {
      channel: "email",
      to: operator.email,
      template: "report_ready",
      locale: run.locale,
      values: {
        report: reportTitles[run.locale][run.report],
        from: run.fromDay,
        to: run.toDay,
        zone: run.zone,
        rows: String(rows),
        link: `${publicScheme(host.config)}://office.${siteHost(host.config)}/exports`,
      },
    });
  await store.noteDelivery(tx, order, {
    notifiedAt: isRefused || !operator ? null : now,
    refusedAt: isRefused || !operator ? now : null,
  });
  await store.noteDone(tx, run.id, now);
}

const reportTitles = readLocale<Readonly<Record<ReportName, string>>>(
  english,
  join(import.meta.dirname, "../locale/reports"),
);
