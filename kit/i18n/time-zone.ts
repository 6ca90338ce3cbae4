import { isZone } from "#kit/std/is-zone.ts";

/** The player's time zone; the machine's if undefined. */
let ownZone: string | undefined;

/**
 * From now on days and times are shown in this zone: that of the player's profile. Null, or an unknown zone, is the machine's
 * own. Browser only: a server renders pages of many players.
 */
export function showTimesIn(zone: string | null): void {
  ownZone = zone !== null && isZone(zone) ? zone : undefined;
  for (const listener of zoneListeners) listener();
}

const zoneListeners = new Set<() => void>();

/** Calls the listener after each {@link showTimesIn}, until the returned function is called. */
export function onTimeZone(listener: () => void): () => void {
  zoneListeners.add(listener);
  return () => zoneListeners.delete(listener);
}

/** The zone set by {@link showTimesIn}. */
export function ownTimeZone(): string | undefined {
  return ownZone;
}
