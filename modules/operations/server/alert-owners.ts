import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { type Call, type Handler, handle } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { act } from "#modules/audit/server/index.ts";
import type { ActiveOperator } from "#modules/operators/server/index.ts";
import * as contract from "../office/alerts-contract.ts";
import { alertGone, alertOwned } from "../shared/errors.ts";
import type { OfficeNeeds } from "./needs.ts";

export interface AlertOwner {
  readonly id: Uuid;
  readonly name: string;
  readonly since: Date;
}

const permission = "alerts.own";
const columns = "operator_id AS id, operator_name AS name, since";

export async function alertOwners(db: Queryable): Promise<ReadonlyMap<string, AlertOwner>> {
  const { rows } = await db.query<AlertOwner & { readonly alert: string }>(
    `SELECT alert, ${columns} FROM office.alert_owners`,
  );
  return new Map(rows.map(({ alert, ...owner }) => [alert, owner]));
}

/** Ends the ownership of alerts whose cause had gone at `now`; each node knows only its own disk. */
export async function endAlertOwners(
  db: Queryable,
  { open, disk, now }: { readonly open: readonly string[]; readonly disk: string; readonly now: Date },
): Promise<void> {
  await db.query(
    `DELETE FROM office.alert_owners WHERE alert <> ALL($1::text[]) AND since < $2
       AND (alert = $3 OR NOT starts_with(alert, 'disk '))`,
    [open, now, disk],
  );
}

/** @param isOpen whether the dashboard shows the alert now. */
export function alertHandlers(
  { host, operators }: Pick<OfficeNeeds, "host" | "operators">,
  isOpen: (alert: string) => Promise<boolean>,
): readonly Handler[] {
  const now = () => new Date(host.clock.now());
  return [
    handle(contract.readAlertOwners, async () => ({
      data: (await able(host.db)).map(({ id, name }) => ({ id, name })),
    })),
    whileOpen(
      act(host, contract.takeAlert, async (tx, { operator, input: { body } }) => {
        const owner = await lockedOwner(tx, body.alert);
        if (owner?.id === operator.id) return { answer: undefined, auditAction: null };
        if ((owner?.id ?? null) !== body.from) fail(alertOwned, { data: { operator: owner?.name ?? null } });
        await setOwner(tx, body.alert, operator, now());
        return { answer: undefined, auditAction: { ...entryOf(body.alert, owner, operator), action: "alert.take" } };
      }),
    ),
    whileOpen(
      act(host, contract.handOverAlert, async (tx, { operator, input: { body } }) => {
        const owner = await lockedOwner(tx, body.alert);
        if (owner?.id !== operator.id) fail(alertOwned, { data: { operator: owner?.name ?? null } });
        const to = (await able(tx)).find(({ id }) => id === body.to) ?? fail(notFound);
        if (to.id === operator.id) return { answer: undefined, auditAction: null };
        await setOwner(tx, body.alert, to, now());
        return { answer: undefined, auditAction: { ...entryOf(body.alert, owner, to), action: "alert.hand_over" } };
      }),
    ),
  ];

  /** Alerts are read outside of the transaction: most of them come from other modules' own reads. */
  function whileOpen(handler: Handler): Handler {
    async function run(call: Call): Promise<unknown> {
      const { alert } = (call.input as { readonly body: { readonly alert: string } }).body;
      if (!(await isOpen(alert))) fail(alertGone);
      return handler.run(call);
    }
    return { ...handler, run };
  }

  /** Operators who may own an alert. */
  async function able(on: Queryable): Promise<readonly ActiveOperator[]> {
    return (await operators.active(on)).filter(({ permissions }) => permissions.has(permission));
  }
}

/** The owner, who stays it until the transaction ends. */
async function lockedOwner(tx: Tx, alert: string): Promise<AlertOwner | undefined> {
  // Without a row there is none to lock: two operators who take the same alert wait for each other.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('office alert ' || $1, 0))", [alert]);
  const { rows } = await tx.query<AlertOwner>(`SELECT ${columns} FROM office.alert_owners WHERE alert = $1`, [alert]);
  return rows[0];
}

async function setOwner(
  tx: Tx,
  alert: string,
  { id, name }: Pick<ActiveOperator, "id" | "name">,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO office.alert_owners (alert, operator_id, operator_name, since) VALUES ($1, $2, $3, $4)
     ON CONFLICT (alert) DO UPDATE SET operator_id = excluded.operator_id, operator_name = excluded.operator_name, since = excluded.since`,
    [alert, id, name, now],
  );
}

const entryOf = (alert: string, before: AlertOwner | undefined, after: Pick<ActiveOperator, "name">) => ({
  subject: `alert:${alert}`,
  before: { owner: before?.name ?? null },
  after: { owner: after.name },
});
