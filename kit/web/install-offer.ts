/** What a browser offers when the site can be installed. */
export interface InstallOffer extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function setOffer(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer for later; it may come before the page is alive. */
export function catchInstallOffer(): void {
  addEventListener("beforeinstallprompt", event => {
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  addEventListener("appinstalled", () => setOffer(null));
}

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function presentOffer(): InstallOffer | null {
  return offer;
}

/** It can be taken once. */
export function takeOffer(): InstallOffer | null {
  const current = offer;
  setOffer(null);
  return current;
}
