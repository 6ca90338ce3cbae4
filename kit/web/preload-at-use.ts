import { attempt } from "./preload.ts";

/** Events by which a visitor shows that they are about to use the page. */
const signs = ["pointermove", "touchstart", "scroll", "keydown"] as const;

/**
 * Calls `load` once: at the first of these events anywhere, because a finger gives no sign before it presses a button, else after
 * `waitMs`, when the browser is idle. Returns a function that stops.
 */
export function preloadAtUse(root: EventTarget, load: () => Promise<unknown>, waitMs: number): () => void {
  const stop = () => {
    for (const sign of signs) root.removeEventListener(sign, begin);
    clearTimeout(timer);
  };
  const begin = () => {
    stop();
    attempt(load);
  };
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => run());
  const timer = setTimeout(() => idle(begin), waitMs);
  for (const sign of signs) root.addEventListener(sign, begin, { passive: true });
  return stop;
}
