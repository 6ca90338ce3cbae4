/**
 * What a browser notices: the network went away, it came back, or somebody is at the page (a press, the tab shown again), so that
 * waiting any longer would be seen.
 */
export type NetworkSign = "offline" | "online" | "noticed";

/** Listens to this page; returns the way to stop. */
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
