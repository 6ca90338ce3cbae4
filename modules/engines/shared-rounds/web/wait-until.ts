const pollEveryMs = 100;

/** Waits until a condition holds: true; false when cancelled before. For runs over rounds that start by themselves. */
export function waitUntil(condition: () => boolean, isCancelled: () => boolean): Promise<boolean> {
  return new Promise(resolve => {
    const ask = () => {
      const met = condition();
      if (!met && !isCancelled()) return false;
      clearInterval(timer);
      resolve(met);
      return true;
    };
    const timer = setInterval(ask, pollEveryMs);
    ask();
  });
}
