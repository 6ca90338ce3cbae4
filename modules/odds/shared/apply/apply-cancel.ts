import type { CancelMessage } from "../feed.ts";
import { findLine } from "../market-kinds.ts";
import { type EventModel, type FrameContext, marketKey, marketRow, raise, touch } from "./event-model.ts";

/** Voids bets that were accepted in a window; without limits the whole market is void. */
export function applyCancel(
  model: EventModel,
  message: CancelMessage,
  { producer, offsetMs }: FrameContext,
): string | undefined {
  const { n, markets, reason } = message;
  const { from, to } = message;
  if (from !== undefined && to !== undefined && from > to) {
    raise(model, "window_upside_down", null, `cancel ${n}: from ${from} to ${to}`);
    return "window_upside_down";
  }
  const [fromAt, toAt] = [corrected(from, offsetMs), corrected(to, offsetMs)];
  for (const { id, spec } of markets) {
    const { row } = marketRow(model, id, spec, producer);
    model.cancels.push({ kind: row.kind, spec: row.spec, n, fromAt, toAt, reason, rolledBackN: null });
    if (fromAt === null && toAt === null) row.status = "cancelled";
    touch(model, row);
    model.decisions.push({ kind: row.kind, spec: row.spec, n, cause: "cancel" });
  }
  return undefined;
}

/** Lifts the windows with the same limits; within a second, because the offset of the clocks is measured. */
export function applyRollbackCancel(
  model: EventModel,
  message: CancelMessage,
  { offsetMs }: FrameContext,
): string | undefined {
  const { n, markets } = message;
  const [fromAt, toAt] = [corrected(message.from, offsetMs), corrected(message.to, offsetMs)];
  let lifted = 0;
  for (const { id, spec } of markets) {
    const row = model.markets.get(marketKey(id, findLine(id, spec)?.spec ?? spec));
    const windows = model.cancels.filter(
      each => each.kind === id && each.spec === row?.spec && each.rolledBackN === null && each.n < n,
    );
    for (const window of windows.filter(each => near(each.fromAt, fromAt) && near(each.toAt, toAt))) {
      window.rolledBackN = n;
      lifted++;
      if (row?.status === "cancelled") row.status = "suspended";
      if (row) touch(model, row);
      model.decisions.push({ kind: window.kind, spec: window.spec, n, cause: "rollback_cancel" });
    }
  }
  return lifted === 0 ? "never_cancelled" : undefined;
}

const corrected = (at: number | undefined, offsetMs: number) => (at === undefined ? null : at + offsetMs);

function near(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) <= 1_000;
}
