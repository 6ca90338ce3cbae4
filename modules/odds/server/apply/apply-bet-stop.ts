import type { BetStopMessage } from "../../shared/feed.ts";
import { marketGroups } from "../../shared/market-kinds.ts";
import { type EventModel, type EventRow, touch } from "./event-model.ts";

const everything = "*";

/** Suspends what the message names. A later odds_change reopens it, an older one does not. An unknown group closes all. */
export function applyBetStop(model: EventModel, { n, groups }: BetStopMessage): undefined {
  const known: readonly string[] = marketGroups;
  const named = groups === "all" || groups.some(group => !known.includes(group)) ? [everything] : groups;
  for (const group of named) model.row.stops[group] = Math.max(model.row.stops[group] ?? 0, n);
  for (const market of model.markets.values()) {
    if (market.status !== "active" || market.n >= stopOf(model.row, market.group)) continue;
    market.status = "suspended";
    touch(model, market);
  }
}

/** The newest bet_stop that concerns a group of markets. */
export function stopOf({ stops }: Pick<EventRow, "stops">, group: string): number {
  return Math.max(stops[everything] ?? 0, stops[group] ?? 0);
}
