/**
 * Browser events: the network went away, it came back, or the user is at the page (a press, the tab shown again), so that
 * a further wait would be visible.
 */
export type NetworkSign = "offline" | "online" | "noticed";

/** Subscribes on this page; returns a function that unsubscribes. */
export function browserSigns(listener: (sign: NetworkSign) => void): () => void {
  const offline = () => listener("offline");
  const online = () => listener("online");
  const noticed = () => listener("noticed");
  const shown = () => document.visibilityState === "visible" && noticed();
  const listening = [
    [window, "offline", offline],
    [window, "online", online],
    [window, "pageshow", noticed],
    [window, "pointerdown", noticed],
    [window, "keydown", noticed],
    [document, "visibilitychange", shown],
  ] as const;
  for (const [target, event, run] of listening) target.addEventListener(event, run, { passive: true });
  return () => {
    for (const [target, event, run] of listening) target.removeEventListener(event, run);
  };
}
