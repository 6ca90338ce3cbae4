import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { forbidden, notFound, validationFailed } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Handler, handle, type Operator } from "#kit/http/handler.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { type Audit, act, requestAction } from "#modules/audit/server/index.ts";
import type { ApprovalPort, Operators } from "#modules/operators/server/index.ts";
import manifest from "../module.ts";
import {
  fetchExport,
  fetchWorkbook,
  type OrderView,
  orderExport,
  readExports,
  releaseExport,
  resolvePseudonym,
} from "../shared/contract.ts";
import {
  exportGone,
  exportHeld,
  exportLimit,
  exportNotHeld,
  exportNotReady,
  pseudonymUnknown,
} from "../shared/errors.ts";
import type { ExportList } from "../shared/export-list.ts";
import { inputOf } from "./export-rows.ts";
import {
  type ExportNeeds,
  makeExport,
  mayHave,
  mayRead,
  piecesOf,
  playersPermission,
  workbookOf,
} from "./make-export.ts";
import { expiryOf, stateOf } from "./order-state.ts";
import { createPseudonyms, pseudonymSealPurpose } from "./pseudonyms.ts";
import { askRelease, type ReleaseNeeds, registerRelease } from "./release-file.ts";
import {
  deleteOldPieces,
  insertOrder,
  lockOrder,
  type NewOrder,
  noteFetched,
  type OrderRow,
  ordersById,
  ordersOf,
  orderTimes,
} from "./store.ts";

const sealPurpose = "fairhouse exports of lists";

const exportJob = "office-export";
const jobPayload = z.object({ id: uuidField });
/** How long a file that is being sent is kept. */
const sendingMs = 3_600_000;
const periodMs = 3_600_000;
const mostOrders = 20;
const mostShown = 50;

interface Needs {
  readonly operators: Pick<Operators, "operatorNow" | "reveals">;
  readonly people: Pick<Accounts["people"], "of">;
  readonly approvals: ApprovalPort;
  readonly audit: Pick<Audit, "record">;
  readonly lists: readonly ExportList[];
  /** Handlers of the calls behind the lists. */
  readonly handlers: readonly Handler[];
}

/** How far an order is. */
export interface OrderState {
  readonly state: OrderView["state"];
  /** Rows written until now; all of them once it is ready. */
  readonly rows: number;
  readonly failures: number;
  readonly lastError: string | null;
  readonly expiresAt: Date | null;
}

export interface Exports extends ServerModule {
  /** Orders a file for an operator, of a list that they may read: without them, so that it counts towards no limit of theirs. */
  orderFor(tx: Tx, order: Omit<NewOrder, "id" | "orderedAt">): Promise<Uuid>;
  /** Makes a waiting file now, with all attempts. */
  again(tx: Tx, order: string): Promise<void>;
  /** States by the id of an order. */
  statesOf(on: Queryable, orders: readonly string[]): Promise<ReadonlyMap<string, OrderState>>;
  /** Whether files of a list may be ordered with these permissions. */
  mayOrder(operator: Pick<Operator, "permissions">, list: string): boolean;
}

/** Files of lists of the back office. */
export function createExports(host: Host, { operators, people, approvals, audit, lists, handlers }: Needs): Exports {
  const release: ReleaseNeeds = { host, approvals, audit };
  registerRelease(release);
  const seal = createSecretSeal(host, sealPurpose);
  const pseudonyms = createPseudonyms(host);
  const sources = lists.map(list => {
    const handler = required(
      handlers.find(({ route }) => route === list.route),
      `${list.name} has no handler`,
    );
    return [list.name, { list, handler }] as const;
  });
  const needs: ExportNeeds = {
    host,
    seal,
    lists: new Map(sources),
    operatorNow: operators.operatorNow,
    people,
    pseudonyms,
  };
  return {
    async orderFor(tx, given) {
      const order = { ...given, id: host.ids.next(), orderedAt: new Date(host.clock.now()) };
      await insertOrder(tx, order);
      await enqueueMaking(tx, order.id);
      return order.id;
    },
    again: enqueueMaking,
    async statesOf(on, ids) {
      const now = host.clock.now();
      return new Map((await ordersById(on, ids)).map(row => [row.id, orderState(row, now)]));
    },
    mayOrder(operator, name) {
      const source = needs.lists.get(name);
      return source !== undefined && mayRead(operator, source.list);
    },
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    sealed: [
      {
        purpose: sealPurpose,
        table: "exports.pieces",
        column: "content",
        label: "'export:' || order_id || ':' || number",
      },
      {
        purpose: pseudonymSealPurpose,
        table: "exports.pseudonyms",
        column: "sealed_player",
        label: "'pseudonym:' || encode(pseudonym, 'hex')",
      },
    ],
    errors: [exportNotReady, exportGone, exportHeld, exportNotHeld, exportLimit, pseudonymUnknown],
    handlers: [...exportHandlers(needs), releaseHandler(release), resolveHandler(needs, operators)],
    onPlayerErased: pseudonyms.forget,
    jobs: [
      { name: exportJob, run: payload => makeExport(needs, z.parse(jobPayload, payload).id as Uuid) },
      {
        name: "office-exports-sweep",
        cron: "17 * * * *",
        run: () => {
          const now = host.clock.now();
          return deleteOldPieces(host.db, { now: new Date(now), fetchedBefore: new Date(now - sendingMs) });
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
        lifeDays: 1,
      };
      await insertOrder(tx, order);
      await enqueueMaking(tx, order.id);
      const unmade = {
        readyAt: null,
        refusedAt: null,
        fetchedAt: null,
        rows: null,
        sha256: null,
        rowsMade: 0n,
        failures: 0,
        lastError: null,
        isPseudonymous: false,
        isHeld: false,
        releasedAt: null,
      };
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
      const { order, auditAction } = await fetchOrder(needs, tx, call, "csv");
      return { answer: piecesOf(needs, order.id), auditAction };
    }),
    act(host, fetchWorkbook, async (tx, call) => {
      const { order, auditAction } = await fetchOrder(needs, tx, call, "xlsx");
      return { answer: workbookOf(needs, order), auditAction };
    }),
  ];
}

function releaseHandler(needs: ReleaseNeeds): Handler {
  return act(needs.host, releaseExport, async (tx, { operator, input: { params } }) => {
    const { id, expiresAt, isNew, order, kind } = await askRelease(needs, tx, params.id, operator);
    const payload = { list: order.list, rows: Number(order.rows) };
    return {
      answer: { data: { request: id, expires_at: expiresAt.toISOString() } },
      auditAction: requestAction({ id, isNew }, order.reason, { kind, subject: `export:${order.id}`, payload }),
    };
  });
}

/** Who is behind a pseudonym of a file: an entry, and one of the operator's reveals of the hour. */
function resolveHandler({ host, pseudonyms }: ExportNeeds, { reveals }: Needs["operators"]): Handler {
  return act(host, resolvePseudonym, async (tx, { operator, input: { body } }) => {
    const player = (await pseudonyms.resolve(tx, body.pseudonym)) ?? fail(pseudonymUnknown);
    await reveals.count(tx, operator, player, "pseudonym");
    return {
      answer: { data: { player: player as unknown as Uuid } },
      // Without the pseudonym: who reads the audit log may have files with it.
      auditAction: { action: "player.resolve", subject: `player:${player}`, reason: body.reason },
    };
  });
}

interface FetchCall {
  readonly operator: Operator;
  readonly input: { readonly params: { readonly id: string } };
  setHeader(name: string, value: string): void;
}

/** A file is fetched once, in one of its formats. Fails with `not_found`, `forbidden`, `file_not_ready`, `file_held`, `export_gone`. */
async function fetchOrder({ host, lists }: ExportNeeds, tx: Tx, call: FetchCall, format: "csv" | "xlsx") {
  const now = host.clock.now();
  const order = (await lockOrder(tx, call.input.params.id, call.operator.id)) ?? fail(notFound);
  const { list } = required(lists.get(order.list), "the list exists");
  if (!mayRead(call.operator, list)) fail(forbidden, { data: { permission: list.route.permission ?? "" } });
  if (!order.readyAt) fail(exportNotReady);
  if (!mayHave(call.operator, list, order)) fail(forbidden, { data: { permission: playersPermission } });
  const state = stateOf(order, now);
  if (state === "held") fail(exportHeld);
  if (state !== "ready") fail(exportGone);
  await noteFetched(tx, order.id, new Date(now));
  const name = `fairhouse-${order.list}-${order.id.slice(-6)}.${format}`;
  call.setHeader("content-disposition", `attachment; filename="${name}"`);
  const after = { list: order.list, format, rows: Number(order.rows), sha256: order.sha256 && toHex(order.sha256) };
  return { order, auditAction: { action: "export.fetch", subject: `export:${order.id}`, after } as const };
}

const enqueueMaking = (tx: Tx, id: string) => enqueue(tx, exportJob, { id }, { key: `office-export:${id}` });

function holdLimit(times: readonly Date[], now: number): void {
  const oldest = times[mostOrders - 1];
  if (!oldest) return;
  const retry_after = Math.ceil((oldest.getTime() + periodMs - now) / 1000);
  fail(exportLimit, { data: { retry_after } });
}

function orderState(row: OrderRow, now: number): OrderState {
  const { failures, lastError, rowsMade } = row;
  return {
    state: stateOf(row, now),
    rows: Number(rowsMade),
    failures,
    lastError,
    expiresAt: expiryOf(row),
  };
}

function orderView(row: OrderRow, now: number): OrderView {
  const { id, list, filters, reason, orderedAt, rows, sha256 } = row;
  return {
    id,
    list,
    filters: { ...filters },
    reason,
    state: stateOf(row, now),
    rows: rows === null ? null : Number(rows),
    sha256: sha256 && toHex(sha256),
    ordered_at: orderedAt.toISOString(),
    expires_at: expiryOf(row)?.toISOString() ?? null,
  };
}
