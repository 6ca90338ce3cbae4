import { useEffect, useState } from "react";

const used = new WeakSet<object>();

/**
 * The loader's snapshot of a channel, for the first render of this page only: a component mounted later, perhaps for
 * another player, begins with the socket's snapshot. Null if the loader had none.
 */
export function useFirstSnapshot<T extends object>(loaded: T | null): T | null {
  const [first] = useState(() => (loaded && !used.has(loaded) ? loaded : null));
  useEffect(() => {
    if (first) used.add(first);
  }, [first]);
  return first;
}
