import type { BettingEvent } from "#modules/odds/server/index.ts";
import type { RequestedLeg } from "../shared/read-slip.ts";

/**
 * The first two legs that depend on each other although their events differ: two outrights of one tournament, or an outright and a match
 * of the competitor it names.
 */
export function relatedLegs(
  legs: readonly RequestedLeg[],
  events: ReadonlyMap<string, BettingEvent>,
): readonly [number, number] | undefined {
  for (const [second, leg] of legs.entries()) {
    const first = legs.slice(0, second).findIndex(other => areRelated(other, leg, events));
    if (first >= 0) return [first, second];
  }
  return undefined;
}

function areRelated(a: RequestedLeg, b: RequestedLeg, events: ReadonlyMap<string, BettingEvent>): boolean {
  const [one, other] = [events.get(a.event), events.get(b.event)];
  if (!one || !other || one.tournament !== other.tournament) return false;
  if (one.home === null && other.home === null) return true;
  if (one.home === null) return other.home === a.outcome || other.away === a.outcome;
  return other.home === null && (one.home === b.outcome || one.away === b.outcome);
}
