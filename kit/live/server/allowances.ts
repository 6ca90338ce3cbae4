import { subscriberOf } from "#kit/http/address.ts";
import type { MemoryRateLimiter } from "#kit/http/rate-limit.ts";

/** The rate limits of one address over all of its sockets. Another socket adds no allowance. */
export interface Allowances {
  takeCommand(ip: string): boolean;
  takeSubscription(ip: string): boolean;
}

const commands = { burst: 2_000, perMinute: 60_000 } as const;
/** A subscription is answered with a snapshot, which is up to a thousand times as long as the request. */
const subscriptions = { burst: 400, perMinute: 6_000 } as const;

export function createAllowances(limiter: MemoryRateLimiter): Allowances {
  return {
    takeCommand: ip => limiter.take(`command ${subscriberOf(ip)}`, commands) === 0,
    takeSubscription: ip => limiter.take(`subscription ${subscriberOf(ip)}`, subscriptions) === 0,
  };
}
