/** Decides when a page reads again: at once after a quiet time, otherwise at the end of the gap; several hints in a gap are one read. */
export interface ReadPace {
  hint(): void;
  stop(): void;
}

interface Timers {
  now(): number;
  after(ms: number, task: () => void): () => void;
}

export function createReadPace(gapMs: number, read: () => void, { now, after }: Timers): ReadPace {
  let readAt = now();
  let cancel: (() => void) | undefined;
  const run = () => {
    cancel = undefined;
    readAt = now();
    read();
  };
  return {
    hint() {
      cancel ??= after(Math.max(0, readAt + gapMs - now()), run);
    },
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
}
