import type { BetStopMessage } from "../feed.ts";
import { marketGroups } from "../market-kinds.ts";
import { type EventModel, type EventRow, touch } from "./event-model.ts";

const everything = "*";

/** The groups that a message closes, `*` for all: an unknown one closes everything. */
export function stoppedGroups(groups: BetStopMessage["groups"]): readonly string[] {
  const known: readonly string[] = marketGroups;
  return groups === "all" || groups.some(group => !known.includes(group)) ? [everything] : groups;
}

/** Suspends what the message names. A later odds_change reopens it, an older one does not. */
export function applyBetStop(model: EventModel, { n, groups }: BetStopMessage): undefined {
  for (const group of stoppedGroups(groups)) model.row.stops[group] = Math.max(model.row.stops[group] ?? 0, n);
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
