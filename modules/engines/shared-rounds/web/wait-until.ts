const pollEveryMs = 100;

/** Waits until something is so: true; false when it was given up before. For runs over rounds that come by themselves. */
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
