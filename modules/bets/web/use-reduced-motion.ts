import { useEffect, useState } from "react";

/** Whether the user prefers reduced motion. */
export function useReducedMotion(): boolean {
  const [reducedMotion, setReduced] = useState(false);
  useEffect(() => {
    const query = window.matchMedia("(prefers-reduced-motion: reduce)");
    const read = () => setReduced(query.matches);
    read();
    query.addEventListener("change", read);
    return () => query.removeEventListener("change", read);
  }, []);
  return reducedMotion;
}
