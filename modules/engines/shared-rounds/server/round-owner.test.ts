import { expect, test } from "vitest";
import type { LeaderLock } from "#kit/leadership/leader-lock.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import { createRoundOwner } from "./round-owner.ts";

/** A lock that is free at each try. */
const freeLock: LeaderLock = {
  tryTake: async () => ({ onLost: () => undefined, release: async () => undefined }),
  close: async () => undefined,
};

test.each([false, true])("a process that drains does not take its rounds again (open bets: %s)", async hasOpenBets => {
  const clock = manualClock();
  let epoch = 0n;
  const owner = createRoundOwner({
    host: { clock, log: quietLog, metrics: quietMetrics, db: undefined as never },
    bettingWindow: "crash",
    wallet: { takeEpoch: async () => ++epoch },
    drainMs: 30_000,
    lock: freeLock,
    givesUp: true,
    hasOpenBets: () => hasOpenBets,
    async lead(leadership) {
      while (!owner.isDraining) await leadership.wait(1000);
    },
  });
  await owner.start();
  await clock.advance(5000);
  expect(epoch).toBe(1n);
  const drained = owner.drain();
  await clock.advance(20_000);
  await drained;
  expect(epoch).toBe(1n);
  await owner.stop();
});
