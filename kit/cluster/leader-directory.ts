import type { Host } from "#kit/host/host.ts";
import { type LeaderRow, readLeaders } from "./cluster-store.ts";

/** Which node leads which rounds, by the heartbeats. An entry may be stale: the node itself refuses calls for rounds that it does not lead. */
export interface LeaderDirectory {
  find(rounds: string): Promise<LeaderRow | undefined>;
  /** Discards what was read; the next lookup reads the table. */
  forget(): void;
}

const freshMs = 1_000;

export function createLeaderDirectory({ db, clock }: Pick<Host, "db" | "clock">): LeaderDirectory {
  let read: { readonly at: number; readonly rows: Promise<ReadonlyMap<string, LeaderRow>> } | undefined;

  function rows(): Promise<ReadonlyMap<string, LeaderRow>> {
    if (read && clock.monotonic() - read.at < freshMs) return read.rows;
    const reading = readLeaders(db).then(found => new Map(found.map(row => [row.name, row])));
    const own = { at: clock.monotonic(), rows: reading };
    read = own;
    reading.catch(() => {
      if (read === own) read = undefined;
    });
    return reading;
  }

  return {
    find: async rounds => (await rows()).get(rounds),
    forget() {
      read = undefined;
    },
  };
}
