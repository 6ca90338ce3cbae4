import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { byteOrderMark, csvLine } from "#kit/std/csv.ts";
import { type HistoryFilter, historyOf } from "./history-store.ts";
import { historyView } from "./views.ts";

/** Rows per chunk. */
const pieceSize = 500;
const columns = [
  ...(["created_at", "kind", "id", "method_hash", "currency", "amount", "credited"] as const),
  ...(["to_be_returned", "returned", "to_be_refunded", "refunded", "status", "ended_at"] as const),
];

/** All payments as CSV, newest first, with English names for programs; no connection is held between two chunks. */
export async function* historyFile(
  { db }: Pick<Host, "db">,
  player: PlayerId,
  filter: HistoryFilter,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns);
  let before: Uuid | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof historyOf>> = await historyOf(db, player, before, pieceSize, filter);
    const lines = rows.map(historyView).map(row => csvLine(columns.map(name => `${row[name] ?? ""}`)));
    if (lines.length > 0) yield lines.join("");
    before = rows.at(-1)?.id ?? null;
    if (rows.length < pieceSize) return;
  }
}

/** The rows a query selects. */
export function filterOf(query: {
  readonly kind?: HistoryFilter["kind"];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): HistoryFilter {
  const { kind, from, to } = query;
  return {
    kind,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}
