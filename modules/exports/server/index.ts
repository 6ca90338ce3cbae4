import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { forbidden, notFound, validationFailed } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { act } from "#modules/audit/server/index.ts";
import type { Operators } from "#modules/operators/server/index.ts";
import manifest from "../module.ts";
import { fetchExport, type OrderView, orderExport, readExports } from "../shared/contract.ts";
import { exportGone, exportLimit, exportNotReady } from "../shared/errors.ts";
import type { ExportList } from "../shared/export-list.ts";
import { inputOf } from "./export-rows.ts";
import { type ExportNeeds, makeExport, mayRead, piecesOf } from "./make-export.ts";
import { deleteOldPieces, insertOrder, lockOrder, noteFetched, type OrderRow, ordersOf, orderTimes } from "./store.ts";

const sealPurpose = "fairhouse exports of lists";

const exportJob = "office-export";
const jobPayload = z.object({ id: uuidField });
/** How long a file can be fetched, and how long one that is being sent is kept. */
const lifeMs = 24 * 3_600_000;
const sendingMs = 3_600_000;
const periodMs = 3_600_000;
const mostOrders = 20;
const mostShown = 50;

interface Needs {
  readonly operators: Pick<Operators, "operatorNow">;
  readonly lists: readonly ExportList[];
  /** Of the calls behind the lists. */
  readonly handlers: readonly Handler[];
}

/** Files of lists of the back office. */
export function createExports(host: Host, { operators, lists, handlers }: Needs): ServerModule {
  const seal = createSecretSeal(host, sealPurpose);
  const sources = lists.map(list => {
    const handler = required(
      handlers.find(({ route }) => route === list.route),
      `${list.name} has no handler`,
    );
    return [list.name, { list, handler }] as const;
  });
  const needs: ExportNeeds = { host, seal, lists: new Map(sources), operatorNow: operators.operatorNow };
  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    sealed: [
      {
        purpose: sealPurpose,
        table: "exports.pieces",
        column: "content",
        label: "'export:' || order_id || ':' || number",
      },
    ],
    errors: [exportNotReady, exportGone, exportLimit],
    handlers: exportHandlers(needs),
    jobs: [
      { name: exportJob, run: payload => makeExport(needs, z.parse(jobPayload, payload).id as Uuid) },
      {
        name: "office-exports-sweep",
        cron: "17 * * * *",
        run: () => {
          const now = host.clock.now();
          return deleteOldPieces(host.db, {
            before: new Date(now - lifeMs),
            fetchedBefore: new Date(now - sendingMs),
          });
        },
      },
    ],
  };
}

function exportHandlers(needs: ExportNeeds): readonly Handler[] {
  const { host, lists } = needs;
  const now = () => host.clock.now();
  return [
    act(host, orderExport, async (tx, { operator, input: { body } }) => {
      const { list } = lists.get(body.list) ?? fail(validationFailed, { errors: { list: ["list_unknown"] } });
      if (!mayRead(operator, list)) fail(forbidden, { data: { permission: list.route.permission ?? "" } });
      inputOf(list, body.filters);
      holdLimit(await orderTimes(tx, operator.id, new Date(now() - periodMs)), now());
      const order = {
        id: host.ids.next(),
        operatorId: operator.id,
        operatorName: operator.name,
        list: body.list,
        filters: body.filters,
        reason: body.reason,
        orderedAt: new Date(now()),
      };
      await insertOrder(tx, order);
      await enqueue(tx, exportJob, { id: order.id }, { key: `office-export:${order.id}` });
      const unmade = { readyAt: null, refusedAt: null, fetchedAt: null, rows: null, sha256: null };
      return {
        answer: { data: orderView(Object.assign(unmade, order), now()) },
        auditAction: {
          action: "export.order",
          subject: `export:${order.id}`,
          reason: body.reason,
          after: { list: body.list, filters: body.filters },
        },
      };
    }),
    handle(readExports, async ({ operator }) => ({
      data: (await ordersOf(host.db, operator.id, mostShown)).map(row => orderView(row, now())),
    })),
    act(host, fetchExport, async (tx, call) => {
      const order = (await lockOrder(tx, call.input.params.id, call.operator.id)) ?? fail(notFound);
      const { list } = required(lists.get(order.list), "a list vanished");
      if (!mayRead(call.operator, list)) fail(forbidden, { data: { permission: list.route.permission ?? "" } });
      if (!order.readyAt) fail(exportNotReady);
      if (stateOf(order, now()) !== "ready") fail(exportGone);
      await noteFetched(tx, order.id, new Date(now()));
      call.setHeader("content-disposition", `attachment; filename="fairhouse-${order.list}-${order.id.slice(-6)}.csv"`);
      return {
        answer: piecesOf(needs, order.id),
        auditAction: {
          action: "export.fetch",
          subject: `export:${order.id}`,
          after: { list: order.list, rows: Number(order.rows), sha256: order.sha256 && toHex(order.sha256) },
        },
      };
    }),
  ];
}

function holdLimit(times: readonly Date[], now: number): void {
  const oldest = times[mostOrders - 1];
  if (!oldest) return;
  const retry_after = Math.ceil((oldest.getTime() + periodMs - now) / 1000);
  fail(exportLimit, { data: { retry_after } });
}

function stateOf({ readyAt, refusedAt, fetchedAt }: OrderRow, now: number): OrderView["state"] {
  if (refusedAt) return "refused";
  if (!readyAt) return "waiting";
  if (fetchedAt) return "fetched";
  return readyAt.getTime() + lifeMs <= now ? "expired" : "ready";
}

function orderView(row: OrderRow, now: number): OrderView {
  const { id, list, filters, reason, orderedAt, readyAt, rows, sha256 } = row;
  return {
    id,
    list,
    filters: { ...filters },
    reason,
    state: stateOf(row, now),
    rows: rows === null ? null : Number(rows),
    sha256: sha256 && toHex(sha256),
    ordered_at: orderedAt.toISOString(),
    expires_at: readyAt && new Date(readyAt.getTime() + lifeMs).toISOString(),
  };
}
