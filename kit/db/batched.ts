import { AsyncLocalStorage } from "node:async_hooks";

interface Waiting<T, R> {
  readonly item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Does for many at once what is asked for one at a time: what comes while a run is under way goes into the next one, so that who asks
 * finds what was committed before. `run` answers in the order of its items; where it fails, all who waited for it are told.
 */
export function batched<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  most = 500,
): (item: T) => Promise<R> {
  /** One caller's transaction must not be that of all who go with him. */
  const alone = AsyncLocalStorage.snapshot();
  let waiting: Waiting<T, R>[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    // What is asked for in the same moment goes together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const results = await run(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => {
          resolve(results[index] as R);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  }

  return item =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void alone(drain);
    });
}
