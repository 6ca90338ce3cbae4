import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { type AdvanceNeeds, createAdvanceRound } from "./advance-round.ts";
import { LeaseLost, renewMs } from "./lease.ts";
import { newestRound } from "./table-store.ts";

/** Keeps one table going: as its leader it takes every step when it is due, as a standby it waits for the lease. */
export interface TableLeader {
  start(): void;
  stop(): Promise<void>;
  /** One look, for tests. @returns milliseconds until the next */
  step(): Promise<number>;
}

const standbyMs = 500;
const failedMs = 500;
const freeSeatsMs = 2_000;

interface LeaderNeeds extends AdvanceNeeds {
  /** Frees the seats of those who are gone. */
  readonly freeSeats: () => Promise<boolean>;
}

export function createTableLeader(host: StudioHost, needs: LeaderNeeds): TableLeader {
  const { db, clock, log } = host;
  const { game, lease, freeSeats, changed } = needs;
  const advance = createAdvanceRound(host, needs);
  let heldUntil = Number.NEGATIVE_INFINITY;
  let freeAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  let running: Promise<void> = Promise.resolve();
  let stopped = true;

  async function holds(): Promise<boolean> {
    if (clock.monotonic() < heldUntil) return true;
    if (!(await lease.hold())) return false;
    heldUntil = clock.monotonic() + renewMs;
    return true;
  }

  async function step(): Promise<number> {
    if (!(await holds())) return standbyMs;
    const before = await newestRound(db, game);
    if (clock.monotonic() >= freeAt) {
      freeAt = clock.monotonic() + freeSeatsMs;
      if (await freeSeats()) await changed();
    }
    const wait = await advance(before);
    if (wait === 0) await changed();
    return wait;
  }

  function next(ms: number): void {
    if (stopped) return;
    cancel = clock.after(ms, () => {
      running = step()
        .catch((error: unknown) => {
          heldUntil = Number.NEGATIVE_INFINITY;
          if (!(error instanceof LeaseLost)) log.warn({ err: error, table: game }, "a step of a table failed");
          return failedMs;
        })
        .then(next);
    });
  }

  return {
    start() {
      stopped = false;
      next(0);
    },
    async stop() {
      stopped = true;
      cancel();
      await running;
      await lease.release();
    },
    step,
  };
}
