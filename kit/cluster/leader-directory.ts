import type { Host } from "#kit/host/host.ts";
import { type LeaderRow, readLeaders } from "./cluster-store.ts";

/** Who leads which rounds, as the beats say. It finds a leader; the leader itself says whether it leads. */
export interface LeaderDirectory {
  find(rounds: string): Promise<LeaderRow | undefined>;
  /** What it found was wrong: the next look reads again. */
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
