import { useSyncExternalStore } from "react";

/** The width as in office.css below which rows are cards. */
const query = "(max-width: 767px)";

export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    // Markup of tests.
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}
