import type { BeaconRound } from "../shared/beacon.ts";
import type { Beacon } from "./beacon-client.ts";

/** Values kept for all rounds that wait for the same one. */
const cacheSize = 16;

/** Asks for each value of the beacon once at a time, and keeps the latest: a signature costs milliseconds to check. */
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
