/** Something that others wait to hear of. */
export interface Signal {
  notify(): void;
  /** Resolves at the next ring, or ends as `limit` does when that comes first. Keeps nothing once it has ended. */
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
