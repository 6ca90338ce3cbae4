import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import type { Handler, Operator } from "#kit/http/handler.ts";
import { workbook } from "#kit/http/workbook.ts";
import { redactText } from "#kit/log/redact-text.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { byteOrderMark, csvLine, csvRows } from "#kit/std/csv.ts";
import { required } from "#kit/std/invariant.ts";
import { fileMade } from "../shared/events.ts";
import { type Cell, type ExportList, identifiesPlayers } from "../shared/export-list.ts";
import { rowsOf } from "./export-rows.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import { asOnPage, type PseudonymNeeds, withPseudonyms } from "./row-writers.ts";
import {
  deletePieces,
  noteFailure,
  noteReady,
  noteRefused,
  noteRowsMade,
  type OrderRow,
  orderById,
  readPiece,
  writePiece,
} from "./store.ts";

export interface ExportNeeds extends PseudonymNeeds {
  readonly host: Host;
  readonly seal: SecretSeal;
  /** Lists by name. */
  readonly lists: ReadonlyMap<string, { readonly list: ExportList; readonly handler: Handler }>;
  /** What the operator may do now; undefined if they no longer work here. */
  operatorNow(id: Uuid): Promise<Operator | undefined>;
  readonly pseudonyms: Pseudonyms;
}

/** Characters of a piece before it is compressed. */
const pieceSize = 256 * 1024;
const sealLabel = (id: Uuid, number: number) => `export:${id}:${number}`;

/** Makes the file of an order. Running it twice gives the same file, of the rows as they are then. */
export async function makeExport(needs: ExportNeeds, id: Uuid): Promise<void> {
  const { host } = needs;
  const order = await orderById(host.db, id);
  if (!order || order.readyAt || order.refusedAt) return;
  const source = required(needs.lists.get(order.list), "the list exists");
  const operator = await needs.operatorNow(order.operatorId);
  if (!operator || !mayRead(operator, source.list)) {
    await host.db.tx(async tx => {
      if (await noteRefused(tx, id, new Date(host.clock.now())))
        await host.bus.publish(tx, fileMade, { order: id, isRefused: true, rows: 0 });
    });
    return;
  }
  try {
    await writeFile(needs, order, source, operator);
  } catch (error) {
    await noteFailure(host.db, id, redactText(error instanceof Error ? error.message : String(error)).slice(0, 500));
    throw error;
  }
}

/** Rows with players in them that an operator may have without a second one. */
export const mostAlone = 1_000;

/** What a file of a period says that has no rows. */
const noActivity = "No Activity";

async function writeFile(
  needs: ExportNeeds,
  order: OrderRow,
  source: { readonly list: ExportList; readonly handler: Handler },
  operator: Operator,
): Promise<void> {
  const { host, seal } = needs;
  const { id } = order;
  await deletePieces(host.db, id);
  const hash = createHash("sha256");
  const isPseudonymous = !maySeePlayers(operator, source.list);
  const writer = isPseudonymous ? withPseudonyms(source.list, needs) : asOnPage(source.list);
  let [rows, pieces, text] = [0, 0, csvLine(["export_id", ...writer.heading])];
  async function flush(): Promise<void> {
    hash.update(text);
    pieces++;
    await writePiece(host.db, id, pieces, seal.seal(gzipSync(text), sealLabel(id, pieces)));
    await noteRowsMade(host.db, id, rows);
    text = "";
  }
  for await (const page of rowsOf(host, source, operator, order.filters)) {
    for (const cells of await writer.write(page)) text += csvLine([id, ...cells.map(cellText)]);
    rows += page.length;
    if (text.length >= pieceSize) await flush();
  }
  if (rows === 0) text += csvLine([id, noActivity]);
  if (text !== "") await flush();
  const sha256 = hash.digest();
  const isHeld = rows > mostAlone && !isPseudonymous && identifiesPlayers(source.list);
  const header = headerOf(order, await writer.about(order), { rows, sha256, isPseudonymous });
  await host.db.tx(async tx => {
    await writePiece(tx, id, 0, seal.seal(gzipSync(header), sealLabel(id, 0)));
    await noteReady(tx, id, { rows, sha256, isPseudonymous, isHeld, now: new Date(host.clock.now()) });
    await host.bus.publish(tx, fileMade, { order: id, isRefused: false, rows });
  });
}

export function mayRead({ permissions }: Pick<Operator, "permissions">, { route }: ExportList): boolean {
  return permissions.has("exports.read") && permissions.has(route.permission ?? "");
}

/** The permission to have files that say who players are. */
export const playersPermission = "exports.players";

/** Whether a file of the list for this operator has players in it, and no pseudonyms. */
function maySeePlayers({ permissions }: Pick<Operator, "permissions">, list: ExportList): boolean {
  return permissions.has(playersPermission) || !identifiesPlayers(list);
}

/** Whether this file, as it was made, is one for this operator. */
export function mayHave(
  operator: Pick<Operator, "permissions">,
  list: ExportList,
  { isPseudonymous }: Pick<OrderRow, "isPseudonymous">,
): boolean {
  return isPseudonymous || maySeePlayers(operator, list);
}

/** Who took what and when, and what the rest of the file must hash to. An empty line ends it. */
function headerOf(
  order: OrderRow,
  about: { readonly filters: string; readonly reason: string },
  made: { readonly rows: number; readonly sha256: Uint8Array; readonly isPseudonymous: boolean },
): string {
  const lines = [
    ["export_id", order.id],
    ["list", order.list],
    ["operator", order.operatorName],
    ["ordered_at", order.orderedAt.toISOString()],
    ["filters", about.filters],
    ["reason", about.reason],
    ...(made.isPseudonymous ? [["players", "pseudonyms"]] : []),
    ["rows", String(made.rows)],
    ["sha256", toHex(made.sha256)],
  ];
  return `${byteOrderMark}${lines.map(csvLine).join("")}\r\n`;
}

function cellText(cell: Cell): string {
  return cell === null ? "" : String(cell);
}

/** The file of an order, piece by piece; the first one is its header. */
export async function* piecesOf(
  { host, seal }: Pick<ExportNeeds, "host" | "seal">,
  id: Uuid,
  from = 0,
): AsyncGenerator<string> {
  for (let number = from; ; number++) {
    const sealed = await readPiece(host.db, id, number);
    if (!sealed) return;
    yield gunzipSync(seal.open(sealed, sealLabel(id, number))).toString();
  }
}

/** The file of an order as a workbook: its rows, then a sheet with its header. */
export function workbookOf(needs: Pick<ExportNeeds, "host" | "seal">, { id, list }: OrderRow): AsyncGenerator<Buffer> {
  async function* rows(): AsyncGenerator<readonly string[]> {
    for await (const text of piecesOf(needs, id, 1)) yield* csvRows(text);
  }
  async function* header(): AsyncGenerator<readonly string[]> {
    for await (const text of piecesOf(needs, id)) return yield* csvRows(text.slice(byteOrderMark.length).trimEnd());
  }
  return workbook([
    { name: list, rows: rows() },
    { name: "export", rows: header() },
  ]);
}
