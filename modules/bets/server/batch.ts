import type { Clock } from "#kit/host/host.ts";

/** Feeds publish at most four times a second. */
export const feedIntervalMs = 250;

export interface Batch<T> {
  add(item: T): void;
  /** Sends pending items now: before an event that must come after them. */
  flush(): void;
}

/** Batches items: the first is sent at once, later ones at most every {@link feedIntervalMs}, `most` at a time. */
export function createBatch<T>(
  clock: Clock,
  send: (items: readonly T[]) => void,
  most = Number.POSITIVE_INFINITY,
): Batch<T> {
  let waiting: T[] = [];
  let lastSent = Number.NEGATIVE_INFINITY;
  let timer: (() => void) | undefined;

  function sendSome(): void {
    timer?.();
    timer = undefined;
    const items = waiting.slice(0, most);
    waiting = waiting.slice(most);
    if (items.length === 0) return;
    lastSent = clock.monotonic();
    if (waiting.length > 0) timer = clock.after(feedIntervalMs, sendSome);
    send(items);
  }

  return {
    add(item) {
      waiting.push(item);
      const dueIn = lastSent + feedIntervalMs - clock.monotonic();
      if (dueIn <= 0) sendSome();
      else timer ??= clock.after(dueIn, sendSome);
    },
    flush() {
      while (waiting.length > 0) sendSome();
    },
  };
}
