const askEveryMs = 100;

/** Waits until something is so: true; false when it was given up before. For runs over rounds that come by themselves. */
export function untilSo(isSo: () => boolean, isGivenUp: () => boolean): Promise<boolean> {
  return new Promise(resolve => {
    const ask = () => {
      const so = isSo();
      if (!so && !isGivenUp()) return false;
      clearInterval(timer);
      resolve(so);
      return true;
    };
    const timer = setInterval(ask, askEveryMs);
    ask();
  });
}
