/** Something that others wait to hear of. */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring, or ends as `limit` does when that comes first. Keeps nothing once it has ended. */
  heard(limit: Promise<void>): Promise<void>;
}

export function createBell(): Bell {
  const waiting = new Set<() => void>();
  return {
    ring() {
      for (const hear of waiting) hear();
      waiting.clear();
    },
    heard: limit =>
      new Promise<void>((resolve, reject) => {
        waiting.add(resolve);
        const forget = () => waiting.delete(resolve);
        limit.then(resolve, reject).finally(forget);
      }),
  };
}
