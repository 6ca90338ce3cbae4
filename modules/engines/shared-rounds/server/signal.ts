/** A signal that several tasks can wait for. */
export interface Signal {
  notify(): void;
  /** Resolves at the next notification, or ends as `limit` does if that comes first. Leaves no listener behind. */
  wait(limit: Promise<void>): Promise<void>;
}

export function createSignal(): Signal {
  const waiting = new Set<() => void>();
  return {
    notify() {
      for (const wake of waiting) wake();
      waiting.clear();
    },
    wait: limit =>
      new Promise<void>((resolve, reject) => {
        waiting.add(resolve);
        const forget = () => waiting.delete(resolve);
        limit.then(resolve, reject).finally(forget);
      }),
  };
}
