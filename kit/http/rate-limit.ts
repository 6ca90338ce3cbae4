import type { Rate } from "#kit/contract/route.ts";
import type { Clock, Host } from "#kit/host/host.ts";
import type { SharedBuckets } from "#kit/host/shared-buckets.ts";

/** Returns the seconds to wait before `bucket` may be used again; 0 takes one now. */
export interface RateLimiter {
  take(bucket: string, rate: Rate): number | Promise<number>;
}

/** One that always responds synchronously. */
export interface MemoryRateLimiter extends RateLimiter {
  take(bucket: string, rate: Rate): number;
}

interface Bucket {
  used: number;
  at: number;
  /** The part of `used` that was not sent to other nodes yet. */
  unsent: number;
  perMinute: number;
}

/** What sums of parts may be off. */
const tiny = 1e-9;

export interface RateLimiterOptions {
  /** Multiplies every rate. */
  readonly factor?: number;
  readonly capacity?: number;
  readonly shared?: SharedBuckets;
}

/**
 * Token buckets in the memory of this process. At most `capacity` of them: above that the least recently used
 * are evicted, which gives their owners a full bucket. With `shared` the nodes of a cluster exchange what they took once it is a node's half
 * share of the burst, so that an address that goes to all of them gets at most half a burst more than at one.
 */
export function memoryRateLimiter(
  clock: Clock,
  { factor = 1, capacity = 50_000, shared }: RateLimiterOptions = {},
): MemoryRateLimiter {
  const buckets = new Map<string, Bucket>();

  /** The bucket with what has run out of it since. Moves it to the end of the order of use. */
  function drained(name: string, perMinute: number): Bucket {
    const now = clock.monotonic();
    const found = buckets.get(name);
    if (found) {
      found.used = Math.max(0, found.used - ((now - found.at) * found.perMinute) / 60_000);
      found.unsent = Math.min(found.unsent, found.used);
    }
    const bucket = found ?? { used: 0, at: now, unsent: 0, perMinute };
    bucket.at = now;
    bucket.perMinute = perMinute;
    buckets.delete(name);
    if (buckets.size >= capacity) forgetOldest(buckets);
    buckets.set(name, bucket);
    return bucket;
  }

  function publish(name: string, bucket: Bucket, burst: number, nodes: number): void {
    bucket.unsent += 1;
    if (nodes === 1 || !shared?.isConnected() || bucket.unsent < burst / nodes / 2) return;
    shared.send({ bucket: name, count: Math.ceil(bucket.unsent), burst, perMinute: bucket.perMinute });
    bucket.unsent = 0;
  }

  shared?.onTaken(({ bucket: name, count, burst, perMinute }) => {
    const bucket = drained(name, perMinute);
    bucket.used = Math.min(2 * burst, bucket.used + count);
  });

  return {
    take(name, rate) {
      const nodes = shared?.nodes() ?? 1;
      const share = nodes > 1 && !shared?.isConnected() ? 1 / nodes : 1;
      const burst = Math.max(1, rate.burst * factor * share);
      const perMinute = rate.perMinute * factor * share;
      const bucket = drained(name, perMinute);
      if (bucket.used + 1 > burst + tiny)
        return Math.max(1, Math.ceil(((bucket.used + 1 - burst) * 60) / perMinute - tiny));
      bucket.used += 1;
      publish(name, bucket, burst, nodes);
      return 0;
    },
  };
}

/** The limiter of a process, shared with the other nodes if there are any. */
export const limiterOf = (
  { clock, sharedBuckets }: Pick<Host, "clock" | "sharedBuckets">,
  scope: string,
  factor = 1,
): MemoryRateLimiter => memoryRateLimiter(clock, { factor, ...(sharedBuckets && { shared: sharedBuckets(scope) }) });

function forgetOldest(buckets: Map<string, Bucket>): void {
  const { value } = buckets.keys().next();
  if (value !== undefined) buckets.delete(value);
}
