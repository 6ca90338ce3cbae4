import type { Rate } from "#kit/contract/route.ts";
import type { Clock } from "#kit/host/host.ts";

/** Returns the seconds to wait before `bucket` may be used again; 0 takes one now. */
export interface RateLimiter {
  take(bucket: string, rate: Rate): number | Promise<number>;
}

/** One that always responds synchronously. */
export interface MemoryRateLimiter extends RateLimiter {
  take(bucket: string, rate: Rate): number;
}

interface Bucket {
  left: number;
  at: number;
}

/**
 * Token buckets in the memory of this process. At most `capacity` of them: above that the least recently used
 * are evicted, which gives their owners a full bucket. `factor` multiplies every rate.
 */
export function memoryRateLimiter(clock: Clock, factor = 1, capacity = 50_000): MemoryRateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take(name, rate) {
      const burst = rate.burst * factor;
      const perMinute = rate.perMinute * factor;
      const now = clock.monotonic();
      const found = buckets.get(name);
      const left = found ? Math.min(burst, found.left + ((now - found.at) * perMinute) / 60_000) : burst;
      buckets.delete(name);
      if (buckets.size >= capacity) forgetOldest(buckets);
      const isAllowed = left >= 1;
      buckets.set(name, { left: isAllowed ? left - 1 : left, at: now });
      return isAllowed ? 0 : Math.max(1, Math.ceil(((1 - left) * 60) / perMinute));
    },
  };
}

function forgetOldest(buckets: Map<string, Bucket>): void {
  const { value } = buckets.keys().next();
  if (value !== undefined) buckets.delete(value);
}
