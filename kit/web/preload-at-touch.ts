/**
 * Calls `load` once, at the first touch anywhere. A finger gives no sign before it presses a button, so what is likely to open is
 * loaded as soon as the page is used. Returns a function that stops.
 */
export function preloadAtTouch(root: EventTarget, load: () => Promise<unknown>): () => void {
  const begin = () => void load().catch(() => undefined);
  root.addEventListener("touchstart", begin, { passive: true, once: true });
  return () => root.removeEventListener("touchstart", begin);
}
