import { randomBytes } from "node:crypto";
import { uuid7 } from "#kit/std/uuid7.ts";
import type { Clock, Failpoints, Ids, Random } from "./host.ts";

/** The only source of real time and real randomness. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

export const systemRandom: Random = { bytes: length => randomBytes(length) };

export const noFailpoints: Failpoints = { hit() {} };

/** UUIDs of version 7. */
export function uuidIds(clock: Clock, random: Random): Ids {
  return { next: () => uuid7(clock.now(), random.bytes(16)) };
}
