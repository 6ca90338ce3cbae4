import type { OrderView } from "../shared/contract.ts";
import type { OrderRow } from "./store.ts";

const dayMs = 24 * 3_600_000;

type Timed = Pick<OrderRow, "readyAt" | "refusedAt" | "fetchedAt" | "releasedAt" | "isHeld" | "lifeDays">;

export function stateOf(order: Timed, now: number): OrderView["state"] {
  const expiry = expiryOf(order);
  if (order.refusedAt) return "refused";
  if (!expiry) return "waiting";
  if (order.fetchedAt) return "fetched";
  if (expiry.getTime() <= now) return "expired";
  return order.isHeld && !order.releasedAt ? "held" : "ready";
}

/** Null while it is being made. What was released can be fetched as long as what was never held. */
export function expiryOf({ readyAt, releasedAt, lifeDays }: Timed): Date | null {
  const from = releasedAt ?? readyAt;
  return from && new Date(from.getTime() + lifeDays * dayMs);
}
