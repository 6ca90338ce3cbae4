/** Runs work in order of arrival, one item at a time. With `mostWaiting` items waiting the next is refused. */
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
