import type { Clock } from "#kit/host/host.ts";
import { RgsError } from "./rgs-error.ts";

const mostKeys = 50_000;

/** Throws `too_many_requests` at the call after `most` in one window of a key. */
export function createRate(clock: Clock, most: number, windowMs: number): (key: string) => void {
  let windows = new Map<string, { readonly until: number; count: number }>();
  return key => {
    const now = clock.monotonic();
    const open = windows.get(key);
    if (open && open.until > now) {
      open.count += 1;
      if (open.count > most) throw new RgsError("too_many_requests");
      return;
    }
    if (windows.size >= mostKeys) windows = new Map([...windows].filter(([, { until }]) => until > now));
    windows.set(key, { until: now + windowMs, count: 1 });
  };
}
