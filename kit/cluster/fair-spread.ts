import type { Clock } from "#kit/host/host.ts";

/** Which rounds this node gives up so that nodes lead about equally many. */
export interface FairSpread {
  /**
   * After each beat. `leastLed`: how many rounds the least busy of the other nodes leads, null when there is none to take them; `own`: how many this one
   * leads; `givable`: those of them that can be given up, the longest led first.
   */
  decide(leastLed: number | null, own: number, givable: readonly string[]): void;
  shouldGiveUp(rounds: string): boolean;
  mayTake(rounds: string): boolean;
  /** The newest epoch of rounds, after each beat. */
  seen(rounds: string, epoch: bigint): void;
  ended(rounds: string, epoch: bigint): void;
}

/** A node that leads more than the least busy one tries a free lock only every third time: that one tries each time. */
const triesOfBusy = 3;

/**
 * One at a time, `pauseMs` apart: the beats have to show who took the last one. A node does not take back what it has just given up, unless another took it
 * and is gone already, or there is no other.
 */
export function createFairSpread(clock: Pick<Clock, "monotonic">, pauseMs: number): FairSpread {
  const givenUp = new Map<string, { readonly at: number; readonly epoch: bigint }>();
  const tries = new Map<string, number>();
  let isBusy = false;
  let chosen: string | undefined;
  let lastAt = clock.monotonic();

  return {
    decide(leastLed, own, givable) {
      isBusy = leastLed !== null && own > leastLed;
      if (leastLed === null) givenUp.clear();
      if (leastLed === null || own - leastLed < 2) chosen = undefined;
      else if (chosen === undefined && clock.monotonic() - lastAt >= pauseMs) chosen = givable[0];
    },
    shouldGiveUp: rounds => rounds === chosen,
    mayTake(rounds) {
      const given = givenUp.get(rounds);
      if (given && clock.monotonic() - given.at < pauseMs) return false;
      givenUp.delete(rounds);
      const count = (tries.get(rounds) ?? 0) + 1;
      tries.set(rounds, count);
      return !isBusy || count % triesOfBusy === 0;
    },
    seen(rounds, epoch) {
      const given = givenUp.get(rounds);
      if (given && epoch > given.epoch) givenUp.delete(rounds);
    },
    ended(rounds, epoch) {
      if (rounds !== chosen) return;
      chosen = undefined;
      lastAt = clock.monotonic();
      givenUp.set(rounds, { at: lastAt, epoch });
    },
  };
}
