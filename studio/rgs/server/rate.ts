import type { Clock } from "#kit/host/host.ts";
import { RgsError } from "./rgs-error.ts";

const maxKeys = 50_000;

/** Limits the calls of each key: throws `too_many_requests` after `limit` calls within a window. */
export function createRate(clock: Clock, limit: number, windowMs: number): (key: string) => void {
  let windows = new Map<string, { readonly until: number; count: number }>();
  return key => {
    const now = clock.monotonic();
    const open = windows.get(key);
    if (open && open.until > now) {
      open.count += 1;
      if (open.count > limit) throw new RgsError("too_many_requests");
      return;
    }
    if (windows.size >= maxKeys) windows = new Map([...windows].filter(([, { until }]) => until > now));
    windows.set(key, { until: now + windowMs, count: 1 });
  };
}
