/** Tells which of several answers to one question may be shown. */
export interface StaleGuard {
  /**
   * Call it when something is asked; what it returns, when the answer is there: whether that may be shown. It may not once the
   * answer to a later one has been. `take()()` is for what is known without asking: what was asked before it is old.
   */
  start(): () => boolean;
}

export function createStaleGuard(): StaleGuard {
  let asked = 0;
  let shown = 0;
  return {
    start() {
      const mine = ++asked;
      return () => {
        if (mine < shown) return false;
        shown = mine;
        return true;
      };
    },
  };
}
