/** Runs works one after the other, as transactions on one row do: for stores that are maps. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
