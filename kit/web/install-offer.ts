/** The browser's prompt to install the site. */
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

/** Stores the browser's prompt for later; it may arrive before hydration. */
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

/** It can be used once. */
export function takeOffer(): InstallOffer | null {
  const current = offer;
  setOffer(null);
  return current;
}
