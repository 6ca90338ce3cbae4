import { useEffect, useState } from "react";

const used = new WeakSet<object>();

/**
 * What the loader knew of a channel, for the first picture of this page only: whoever sits down later, perhaps as somebody
 * else, begins with what the socket says. Null where the loader knew nothing.
 */
export function useFirstSnapshot<T extends object>(loaded: T | null): T | null {
  const [first] = useState(() => (loaded && !used.has(loaded) ? loaded : null));
  useEffect(() => {
    if (first) used.add(first);
  }, [first]);
  return first;
}
