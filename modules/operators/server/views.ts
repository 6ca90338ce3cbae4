import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle, type Operator } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { act } from "#modules/audit/server/index.ts";
import { tooManyViews } from "../shared/errors.ts";
import type { SavedView } from "../shared/views-contract.ts";
import * as contract from "../shared/views-contract.ts";

/** Saved views of one list an operator may have. */
const mostViews = 30;

interface ViewRow {
  readonly id: Uuid;
  readonly name: string;
  readonly query: string;
  readonly shared: SavedView["shared"];
}

/** Those that an operator sees: their own, those shared with their role, and those shared with all. $1 operator, $2 role. */
const visibleSql = `FROM operators.views v JOIN operators.operators o ON o.id = v.operator_id
  WHERE (v.operator_id = $1 OR v.shared = 'all' OR (v.shared = 'role' AND v.role = $2))`;

const most = 8;

/** A saved view with its list. */
export interface NamedView {
  readonly id: Uuid;
  readonly list: string;
  readonly name: string;
  readonly query: string;
  /** Null of the operator's own view. */
  readonly by: string | null;
}

/** The views that an operator sees whose name contains a text, of the lists given; their own first. */
export async function viewsLike(
  db: Queryable,
  { id, role }: Pick<Operator, "id" | "role">,
  text: string,
  lists: RegExp,
): Promise<readonly NamedView[]> {
  const { rows } = await db.query<NamedView>(
    `SELECT v.id, v.list, v.name, v.query, CASE WHEN v.operator_id = $1 THEN NULL ELSE o.name END AS by ${visibleSql}
       AND strpos(lower(v.name), lower($3)) > 0 AND v.list ~ $4
     ORDER BY v.operator_id <> $1, v.name, v.id LIMIT ${most}`,
    [id, role, text, lists.source],
  );
  return rows;
}

/** Saved views of lists: what filters the address of a page had. They show no more than the page does to the operator who opens them. */
export function viewHandlers(host: Host): readonly Handler[] {
  return [
    handle(contract.readViews, async ({ operator, input: { query } }) => {
      const { rows } = await host.db.query<ViewRow & { by: string | null }>(
        `SELECT v.id, v.name, v.query, v.shared, CASE WHEN v.operator_id = $1 THEN NULL ELSE o.name END AS by
         ${visibleSql} AND v.list = $3
         ORDER BY v.operator_id <> $1, v.name, v.id LIMIT 100`,
        [operator.id, operator.role, query.list],
      );
      return { data: [...rows] };
    }),
    act(host, contract.saveView, async (tx, { operator, input: { body } }) => {
      const { list, query, shared = "own" } = body;
      const view = { list, query, shared, name: body.name.trim() };
      const id = await save(tx, {
        ...view,
        id: host.ids.next(),
        operator: operator.id,
        role: operator.role,
        now: new Date(host.clock.now()),
      });
      const after = { list: view.list, name: view.name, shared };
      return {
        answer: { data: { id, name: view.name, query: view.query, shared, by: null } },
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
  readonly role: string;
  readonly now: Date;
}

/** A view of the same name is replaced. Fails with `too_many_views`; the operator's row orders concurrent ones. */
async function save(tx: Tx, { id, operator, role, list, name, query, shared, now }: NewView): Promise<Uuid> {
  await tx.query("SELECT FROM operators.operators WHERE id = $1 FOR UPDATE", [operator]);
  const { rows: others } = await tx.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM operators.views WHERE operator_id = $1 AND list = $2 AND name <> $3",
    [operator, list, name],
  );
  if ((others[0]?.n ?? 0) >= mostViews) fail(tooManyViews);
  const { rows } = await tx.query<{ id: Uuid }>(
    `INSERT INTO operators.views (id, operator_id, list, name, query, shared, role, saved_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (operator_id, list, name) DO UPDATE SET query = excluded.query, shared = excluded.shared, role = excluded.role,
       saved_at = excluded.saved_at RETURNING id`,
    [id, operator, list, name, query, shared, role, now],
  );
  return rows[0]?.id ?? id;
}
