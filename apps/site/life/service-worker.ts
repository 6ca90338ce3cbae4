/** How often the browser checks for another /sw.js. */
const updateMs = 20_000;

/**
 * Registers the service worker and checks for a newer one every 20 s: /sw.js is fetched, and on 200 the registration is
 * updated. `onWaiting` is called for one that waits to take over, `onTaken` when one has. Returns a function that stops.
 */
export function keepServiceWorker(on: { waiting(): void; activated(): void }): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  let stopped = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  // The first one to take over is no new version: the page was loaded without one.
  let hadController = serviceWorker.controller !== null;
  const activated = () => {
    if (hadController) on.activated();
    hadController = true;
  };
  serviceWorker.addEventListener("controllerchange", activated);
  serviceWorker.register("/sw.js").then(
    registration => {
      if (stopped) return;
      watch(registration, on.waiting);
      timer = setInterval(() => void update(registration), updateMs);
    },
    () => undefined,
  );
  return () => {
    stopped = true;
    clearInterval(timer);
    serviceWorker.removeEventListener("controllerchange", activated);
  };
}

async function update(registration: ServiceWorkerRegistration): Promise<void> {
  const answer = await fetch("/sw.js", { cache: "no-store" }).catch(() => undefined);
  if (answer?.status === 200) await registration.update().catch(() => undefined);
}

function watch(registration: ServiceWorkerRegistration, onWaiting: () => void): void {
  const checkForUpdate = () => {
    if (registration.waiting && navigator.serviceWorker.controller) onWaiting();
  };
  checkForUpdate();
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", checkForUpdate),
  );
}

/** Activates a waiting service worker. False if there is none. */
export async function activateWaiting(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.waiting?.postMessage({ type: "activate" });
  return registration?.waiting != null;
}

/** Posts a message to the active one. */
export async function notifyServiceWorker(message: object): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.active?.postMessage(message);
}

/** Empties every cache of this site, in the service worker and here. */
export async function clearCaches(): Promise<void> {
  await notifyServiceWorker({ type: "forget" });
  for (const name of await caches.keys()) await caches.delete(name);
}
