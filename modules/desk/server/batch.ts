import type { Clock } from "#kit/host/host.ts";

/** Feeds speak at most four times a second. */
export const feedIntervalMs = 250;

export interface Batch<T> {
  add(item: T): void;
  /** Sends what waits now: before an event that must come after it. */
  flush(): void;
}

/** Gathers items and sends them together: the first at once, later ones at most every {@link feedIntervalMs}. */
export function createBatch<T>(clock: Clock, send: (items: readonly T[]) => void): Batch<T> {
  let waiting: T[] = [];
  let lastSent = Number.NEGATIVE_INFINITY;
  let timer: (() => void) | undefined;

  function flush(): void {
    timer?.();
    timer = undefined;
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    lastSent = clock.monotonic();
    send(items);
  }

  return {
    add(item) {
      waiting.push(item);
      const dueIn = lastSent + feedIntervalMs - clock.monotonic();
      if (dueIn <= 0) flush();
      else timer ??= clock.after(dueIn, flush);
    },
    flush,
  };
}
