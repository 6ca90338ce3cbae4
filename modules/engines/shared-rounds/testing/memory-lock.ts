import type { LeaderLock } from "#kit/leadership/leader-lock.ts";

/** One lock for several owners in one process. `steal` takes it away without notice, like a machine that vanished. */
export function createMemoryLock(): LeaderLock & { steal(): void } {
  let holder: object | undefined;
  return {
    async tryTake() {
      if (holder) return undefined;
      const held = {};
      holder = held;
      return {
        onLost: () => undefined,
        release: async () => {
          if (holder === held) holder = undefined;
        },
      };
    },
    close: async () => undefined,
    steal() {
      holder = undefined;
    },
  };
}
