/** Decides which of several responses to one request may be shown. */
export interface StaleGuard {
  /**
   * Call it with each request; call the returned function with the response: it returns whether the response may be shown. It may not after
   * the response to a later request. `take()()` is for local updates: requests before it are stale.
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
