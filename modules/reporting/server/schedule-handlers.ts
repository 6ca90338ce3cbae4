import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { wallOf } from "#kit/std/wall-time.ts";
import { act } from "#modules/audit/server/index.ts";
import type { OrderState } from "#modules/exports/server/index.ts";
import { reportNames } from "../office/contract.ts";
import * as contract from "../office/schedules-contract.ts";
import { recipientRefused, runComplete, scheduleEnded } from "../shared/errors.ts";
import { reportingZone } from "./read-reports.ts";
import { orderFile, type ReportingNeeds } from "./run-schedules.ts";
import * as store from "./store.ts";

const rowsAtOnce = 50;

type Person = Awaited<ReturnType<ReportingNeeds["operators"]["active"]>>[number];

/** Schedules of reports, and what they made. */
export function scheduleHandlers(needs: ReportingNeeds): readonly Handler[] {
  const { host, operators, exports } = needs;
  const zoneNow = async (on: Queryable) => (await reportingZone(on, host.config.REPORTING_ZONE)).zone;
  return [
    handle(contract.readSchedules, async () => {
      const [people, schedules] = [await operators.active(host.db), await store.openSchedules(host.db)];
      const recipients = await store.recipientsOf(
        host.db,
        schedules.map(({ id }) => id),
      );
      return {
        data: {
          zone: await zoneNow(host.db),
          schedules: schedules.map(row => scheduleView(row, recipients, people)),
          operators: people
            .map(person => ({
              id: person.id,
              name: person.name,
              reports: reportNames.filter(name => exports.mayOrder(person, name)),
            }))
            .filter(({ reports }) => reports.length > 0),
        },
      };
    }),
    act(host, contract.addSchedule, async (tx, { operator, locale, input: { body } }) => {
      const people = await operators.active(tx);
      const recipients = body.recipients.map(id => id as Uuid);
      for (const id of recipients) {
        const person = people.find(each => each.id === id);
        if (!person || !exports.mayOrder(person, body.report)) fail(recipientRefused);
      }
      const row = await store.insertSchedule(
        tx,
        {
          id: host.ids.next(),
          report: body.report,
          every: body.every,
          tests: body.tests === true,
          locale,
          createdBy: operator.name,
          createdAt: new Date(host.clock.now()),
        },
        { recipients, today: wallOf(host.clock.now(), await zoneNow(tx)).slice(0, 10) },
      );
      const made = recipients.map(id => ({ schedule: row.id, operator: id }));
      return {
        answer: { data: scheduleView(row, made, people) },
        auditAction: {
          action: "report.schedule",
          subject: `schedule:${row.id}`,
          reason: body.reason,
          after: { report: row.report, every: row.every, tests: row.tests, recipients, next_day: row.nextDay },
        },
      };
    }),
    act(host, contract.pauseSchedule, async (tx, { input: { params, body } }) => {
      const row = await openSchedule(tx, params.id);
      if ((row.pausedAt !== null) === body.paused) return { answer: undefined, auditAction: null };
      await store.setPaused(tx, row.id, body.paused ? new Date(host.clock.now()) : null);
      const action = body.paused ? "report.pause" : "report.resume";
      return { answer: undefined, auditAction: { action, subject: `schedule:${row.id}`, reason: body.reason } };
    }),
    act(host, contract.endSchedule, async (tx, { input: { params, body } }) => {
      const row = await openSchedule(tx, params.id);
      await store.setEnded(tx, row.id, new Date(host.clock.now()));
      return {
        answer: undefined,
        auditAction: { action: "report.end", subject: `schedule:${row.id}`, reason: body.reason },
      };
    }),
    handle(contract.readReportRuns, async ({ input: { query } }) => {
      const before = query.cursor === undefined ? null : (parseUuid(query.cursor) ?? refuseCursor());
      const limit = Number(query.limit ?? rowsAtOnce);
      const page = pageFrom(await store.runsBefore(host.db, before, limit + 1), limit, ({ id }) => id);
      const deliveries = await store.deliveriesOf(
        host.db,
        page.items.map(({ id }) => id),
      );
      const states = await exports.statesOf(
        host.db,
        deliveries.map(({ orderId }) => orderId),
      );
      return {
        data: {
          items: page.items.map(run =>
            runView(
              run,
              deliveries.filter(({ runId }) => runId === run.id),
              states,
            ),
          ),
          next_cursor: page.next_cursor,
        },
      };
    }),
    act(host, contract.retryReportRun, async (tx, { input: { params, body } }) => {
      const run = (await store.lockRun(tx, params.id)) ?? fail(notFound);
      const deliveries = await store.deliveriesOf(tx, [run.id]);
      const states = await exports.statesOf(
        tx,
        deliveries.map(({ orderId }) => orderId),
      );
      const made: string[] = [];
      for (const { orderId, operatorId } of deliveries) {
        const { state } = required(states.get(orderId), "the order exists");
        if (state === "waiting") {
          await exports.again(tx, orderId);
          made.push(orderId);
        }
        if (state === "refused" || state === "expired") made.push(await orderFile(needs, tx, run, operatorId));
      }
      if (made.length === 0) fail(runComplete);
      await store.noteDone(tx, run.id, new Date(host.clock.now()));
      return {
        answer: undefined,
        auditAction: {
          action: "report.retry",
          subject: `report:${run.id}`,
          reason: body.reason,
          after: { exports: made },
        },
      };
    }),
  ];
}

async function openSchedule(tx: Tx, id: string): Promise<store.ScheduleRow> {
  const row = (await store.lockSchedule(tx, id)) ?? fail(notFound);
  return row.endedAt ? fail(scheduleEnded) : row;
}

function refuseCursor(): never {
  return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
}

function scheduleView(
  { id, report, every, tests, nextDay, createdBy, createdAt, pausedAt }: store.ScheduleRow,
  recipients: readonly { readonly schedule: Uuid; readonly operator: Uuid }[],
  people: readonly Person[],
): contract.ScheduleView {
  return {
    id,
    report,
    every,
    tests,
    next_day: nextDay,
    recipients: recipients
      .filter(({ schedule }) => schedule === id)
      .map(({ operator }) => ({ id: operator, name: people.find(person => person.id === operator)?.name ?? "—" })),
    created_by: createdBy,
    created_at: createdAt.toISOString(),
    paused_at: pausedAt?.toISOString() ?? null,
  };
}

function runView(
  { id, report, every, fromDay, toDay, zone, tests, startedAt, doneAt }: store.RunRow,
  deliveries: readonly store.DeliveryRow[],
  states: ReadonlyMap<string, OrderState>,
): contract.RunView {
  return {
    id,
    report,
    every,
    from: fromDay,
    to: toDay,
    zone,
    tests,
    started_at: startedAt.toISOString(),
    done_at: doneAt?.toISOString() ?? null,
    deliveries: deliveries.map(({ operatorName, orderId, notifiedAt }) => {
      const order = required(states.get(orderId), "the order exists");
      return {
        operator: operatorName,
        export_id: orderId,
        state: order.state,
        rows: order.rows,
        failures: order.failures,
        error: order.lastError,
        notified_at: notifiedAt?.toISOString() ?? null,
      };
    }),
  };
}
