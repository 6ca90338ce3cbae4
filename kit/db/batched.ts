import { AsyncLocalStorage } from "node:async_hooks";

interface Waiting<T, R> {
  readonly item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Combines single requests into batches: requests made during a run go into the next one, so a caller
 * sees everything committed before its request. `run` gets at most `mostItems` and returns results in the order of its items; if it fails, all waiting callers are rejected.
 */
export function batched<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  mostItems = 500,
): (item: T) => Promise<R> {
  /** The transaction of one caller must not apply to the whole batch. */
  const outsideOfCaller = AsyncLocalStorage.snapshot();
  let waiting: Waiting<T, R>[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    // Requests of the same tick go into one batch.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostItems);
      waiting = waiting.slice(mostItems);
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
      if (!running) void outsideOfCaller(drain);
    });
}
