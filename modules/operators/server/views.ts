import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { act } from "#modules/audit/server/index.ts";
import * as contract from "../shared/contract.ts";
import { tooManyViews } from "../shared/errors.ts";

/** Saved views of one list an operator may have. */
const mostViews = 30;

interface ViewRow {
  readonly id: Uuid;
  readonly name: string;
  readonly query: string;
}

/** The operator's own saved views of lists: what filters the address of a page had. They show no more than the page does. */
export function viewHandlers(host: Host): readonly Handler[] {
  return [
    handle(contract.readViews, async ({ operator, input: { query } }) => {
      const { rows } = await host.db.query<ViewRow>(
        "SELECT id, name, query FROM operators.views WHERE operator_id = $1 AND list = $2 ORDER BY name LIMIT 100",
        [operator.id, query.list],
      );
      return { data: [...rows] };
    }),
    act(host, contract.saveView, async (tx, { operator, input: { body } }) => {
      const view = { ...body, name: body.name.trim() };
      const id = await save(tx, {
        ...view,
        id: host.ids.next(),
        operator: operator.id,
        now: new Date(host.clock.now()),
      });
      const after = { list: view.list, name: view.name };
      return {
        answer: { data: { id, name: view.name, query: view.query } },
        auditAction: { action: "view.save", subject: `operator:${operator.id}`, after },
      };
    }),
    act(host, contract.deleteView, async (tx, { operator, input: { params } }) => {
      const { rows } = await tx.query<{ list: string; name: string }>(
        "DELETE FROM operators.views WHERE id = $1 AND operator_id = $2 RETURNING list, name",
        [params.id, operator.id],
      );
      const before = rows[0] ?? fail(notFound);
      return {
        answer: undefined,
        auditAction: { action: "view.delete", subject: `operator:${operator.id}`, before: { ...before } },
      };
    }),
  ];
}

interface NewView extends ViewRow {
  readonly operator: Uuid;
  readonly list: string;
  readonly now: Date;
}

/** A view of the same name is replaced. Fails with `too_many_views`; the operator's row orders concurrent ones. */
async function save(tx: Tx, { id, operator, list, name, query, now }: NewView): Promise<Uuid> {
  await tx.query("SELECT FROM operators.operators WHERE id = $1 FOR UPDATE", [operator]);
  const { rows: others } = await tx.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM operators.views WHERE operator_id = $1 AND list = $2 AND name <> $3",
    [operator, list, name],
  );
  if ((others[0]?.n ?? 0) >= mostViews) fail(tooManyViews);
  const { rows } = await tx.query<{ id: Uuid }>(
    `INSERT INTO operators.views (id, operator_id, list, name, query, saved_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (operator_id, list, name) DO UPDATE SET query = excluded.query, saved_at = excluded.saved_at RETURNING id`,
    [id, operator, list, name, query, now],
  );
  return rows[0]?.id ?? id;
}
