/** Runs work in the order in which it came, one piece at a time. With `mostWaiting` pieces waiting the next is refused. */
export function oneAtATime(mostWaiting: number, refusal: () => Error): <T>(work: () => Promise<T>) => Promise<T> {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async work => {
    if (waiting >= mostWaiting) throw refusal();
    waiting += 1;
    const result = last.then(work);
    last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      waiting -= 1;
    }
  };
}
