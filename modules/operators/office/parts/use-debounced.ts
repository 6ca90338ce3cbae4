import { useEffect, useState } from "react";

/** How long typing has to pause before the server is called. */
const pauseMs = 200;

/** The text once it has not changed for a while. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
