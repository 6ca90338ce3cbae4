import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { everyNames, ReportName } from "../office/contract.ts";

/** Every SQL statement of schedules and their runs. */

export interface ScheduleRow {
  readonly id: Uuid;
  readonly report: ReportName;
  readonly every: (typeof everyNames)[number];
  readonly tests: boolean;
  readonly locale: Locale;
  readonly nextDay: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly pausedAt: Date | null;
  readonly endedAt: Date | null;
}

export interface RunRow extends Pick<ScheduleRow, "id" | "report" | "every" | "tests" | "locale"> {
  readonly fromDay: string;
  readonly toDay: string;
  readonly zone: string;
  readonly startedAt: Date;
  readonly doneAt: Date | null;
}

export interface DeliveryRow {
  readonly runId: Uuid;
  readonly operatorId: Uuid;
  readonly operatorName: string;
  readonly orderId: Uuid;
  readonly notifiedAt: Date | null;
  readonly refusedAt: Date | null;
}

const scheduleColumns = `id, report, every, tests, locale, next_day::text AS "nextDay", created_by AS "createdBy",
  created_at AS "createdAt", paused_at AS "pausedAt", ended_at AS "endedAt"`;
const runColumns = `r.id, s.report, s.every, s.tests, s.locale, r.from_day::text AS "fromDay", r.to_day::text AS "toDay", r.zone,
  r.started_at AS "startedAt", r.done_at AS "doneAt"`;
const runs = "reporting.runs r JOIN reporting.schedules s ON s.id = r.schedule_id";
const deliveryColumns = `run_id AS "runId", operator_id AS "operatorId", operator_name AS "operatorName", order_id AS "orderId",
  notified_at AS "notifiedAt", refused_at AS "refusedAt"`;

/** The first day of the next period of this kind that begins after a day, or with it. */
export async function insertSchedule(
  tx: Tx,
  schedule: Omit<ScheduleRow, "nextDay" | "pausedAt" | "endedAt">,
  { recipients, today }: { readonly recipients: readonly Uuid[]; readonly today: string },
): Promise<ScheduleRow> {
  const { id, report, every, tests, locale, createdBy, createdAt } = schedule;
  const { rows } = await tx.query<ScheduleRow>(
    `INSERT INTO reporting.schedules (id, report, every, tests, locale, next_day, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, date_trunc($3, $6::date::timestamp)::date, $7, $8) RETURNING ${scheduleColumns}`,
    [id, report, every, tests, locale, today, createdBy, createdAt],
  );
  await tx.query("INSERT INTO reporting.recipients (schedule_id, operator_id) SELECT $1, unnest($2::uuid[])", [
    id,
    recipients,
  ]);
  return rows[0] as ScheduleRow;
}

export async function openSchedules(on: Queryable): Promise<readonly ScheduleRow[]> {
  const { rows } = await on.query<ScheduleRow>(
    `SELECT ${scheduleColumns} FROM reporting.schedules WHERE ended_at IS NULL ORDER BY created_at, id`,
  );
  return rows;
}

export async function lockSchedule(tx: Tx, id: string): Promise<ScheduleRow | undefined> {
  const { rows } = await tx.query<ScheduleRow>(
    `SELECT ${scheduleColumns} FROM reporting.schedules WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

export async function recipientsOf(
  on: Queryable,
  schedules: readonly Uuid[],
): Promise<readonly { readonly schedule: Uuid; readonly operator: Uuid }[]> {
  const { rows } = await on.query<{ schedule: Uuid; operator: Uuid }>(
    `SELECT schedule_id AS schedule, operator_id AS operator FROM reporting.recipients
     WHERE schedule_id = ANY($1::uuid[]) ORDER BY operator_id`,
    [schedules],
  );
  return rows;
}

export async function setPaused(tx: Tx, id: Uuid, at: Date | null): Promise<void> {
  await tx.query("UPDATE reporting.schedules SET paused_at = $2 WHERE id = $1", [id, at]);
}

export async function setEnded(tx: Tx, id: Uuid, at: Date): Promise<void> {
  await tx.query("UPDATE reporting.schedules SET ended_at = $2 WHERE id = $1", [id, at]);
}

/** A schedule whose next period is over for `marginMs`, locked; and the last day of that period. */
export async function lockDue(
  tx: Tx,
  due: { readonly zone: string; readonly closedThrough: string | null; readonly now: Date; readonly marginMs: number },
): Promise<(ScheduleRow & { readonly toDay: string }) | undefined> {
  const { rows } = await tx.query<ScheduleRow & { toDay: string }>(
    `SELECT ${scheduleColumns}, to_day::text AS "toDay" FROM reporting.schedules
     CROSS JOIN LATERAL (SELECT (next_day + ('1 ' || every)::interval)::date - 1 AS to_day) period
     WHERE ended_at IS NULL AND paused_at IS NULL AND (to_day + 1)::timestamp AT TIME ZONE $1 <= $2::timestamptz - $3 * interval '1 millisecond'
       AND ($4::date IS NULL OR to_day <= $4)
     ORDER BY next_day, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [due.zone, due.now, due.marginMs, due.closedThrough],
  );
  return rows[0];
}

export async function insertRun(
  tx: Tx,
  run: {
    readonly id: Uuid;
    readonly schedule: Uuid;
    readonly fromDay: string;
    readonly toDay: string;
    readonly zone: string;
    readonly now: Date;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO reporting.runs (id, schedule_id, from_day, to_day, zone, started_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [run.id, run.schedule, run.fromDay, run.toDay, run.zone, run.now],
  );
  await tx.query("UPDATE reporting.schedules SET next_day = $2::date + 1 WHERE id = $1", [run.schedule, run.toDay]);
}

export async function runsBefore(on: Queryable, before: Uuid | null, limit: number): Promise<readonly RunRow[]> {
  const { rows } = await on.query<RunRow>(
    `SELECT ${runColumns} FROM ${runs} WHERE $1::uuid IS NULL OR r.id < $1 ORDER BY r.id DESC LIMIT $2`,
    [before, limit],
  );
  return rows;
}

export async function lockRun(tx: Tx, id: string): Promise<RunRow | undefined> {
  const { rows } = await tx.query<RunRow>(`SELECT ${runColumns} FROM ${runs} WHERE r.id = $1 FOR UPDATE OF r`, [id]);
  return rows[0];
}

export async function deliveriesOf(on: Queryable, ids: readonly Uuid[]): Promise<readonly DeliveryRow[]> {
  const { rows } = await on.query<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM reporting.deliveries WHERE run_id = ANY($1::uuid[]) ORDER BY run_id, operator_name`,
    [ids],
  );
  return rows;
}

export async function deliveryOf(on: Queryable, order: string): Promise<DeliveryRow | undefined> {
  const { rows } = await on.query<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM reporting.deliveries WHERE order_id = $1`,
    [order],
  );
  return rows[0];
}

/** A delivery, or another file in place of the one that it had. */
export async function putDelivery(
  tx: Tx,
  delivery: Pick<DeliveryRow, "runId" | "operatorId" | "operatorName" | "orderId">,
): Promise<void> {
  await tx.query(
    `INSERT INTO reporting.deliveries (run_id, operator_id, operator_name, order_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (run_id, operator_id) DO UPDATE SET order_id = $4, operator_name = $3, notified_at = NULL, refused_at = NULL`,
    [delivery.runId, delivery.operatorId, delivery.operatorName, delivery.orderId],
  );
}

export async function noteDelivery(
  tx: Tx,
  order: string,
  { notifiedAt, refusedAt }: Pick<DeliveryRow, "notifiedAt" | "refusedAt">,
): Promise<void> {
  await tx.query("UPDATE reporting.deliveries SET notified_at = $2, refused_at = $3 WHERE order_id = $1", [
    order,
    notifiedAt,
    refusedAt,
  ]);
}

/** A run is done once every delivery has ended; it is open again when a delivery is restarted. */
export async function noteDone(tx: Tx, run: Uuid, now: Date): Promise<void> {
  await tx.query(
    `UPDATE reporting.runs SET done_at = CASE WHEN EXISTS (SELECT FROM reporting.deliveries d
       WHERE d.run_id = $1 AND d.notified_at IS NULL AND d.refused_at IS NULL) THEN NULL ELSE $2::timestamptz END WHERE id = $1`,
    [run, now],
  );
}
