import type { BeaconRound } from "#kit/fair/beacon.ts";
import type { Beacon } from "#kit/http/beacon-client.ts";

/** Cached values: many rounds wait for the same one. */
const cacheSize = 16;

/** Requests each beacon value once at a time and caches the latest: checking a signature takes milliseconds. */
export function createBeaconValues(beacon: Beacon): (round: number) => Promise<BeaconRound> {
  const known = new Map<number, Promise<BeaconRound>>();
  return round => {
    const asked = known.get(round);
    if (asked) return asked;
    const asking = beacon.round(round);
    known.set(round, asking);
    asking.catch(() => known.delete(round));
    for (const oldest of known.keys()) {
      if (known.size <= cacheSize) break;
      known.delete(oldest);
    }
    return asking;
  };
}
