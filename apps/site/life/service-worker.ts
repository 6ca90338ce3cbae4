/** How often the browser is asked to look for another /sw.js. */
const updateMs = 20_000;

/**
 * Registers the service worker and looks for a newer one every 20 s: /sw.js is fetched, and on 200 the registration is
 * updated. `onWaiting` is told of one that waits to take over, `onTaken` when one has. Returns the way to stop.
 */
export function keepServiceWorker(on: { waiting(): void; taken(): void }): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  let stopped = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  // The first one to take over is no new version: the page was loaded without any.
  let hadController = serviceWorker.controller !== null;
  const taken = () => {
    if (hadController) on.taken();
    hadController = true;
  };
  serviceWorker.addEventListener("controllerchange", taken);
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
    serviceWorker.removeEventListener("controllerchange", taken);
  };
}

async function update(registration: ServiceWorkerRegistration): Promise<void> {
  const answer = await fetch("/sw.js", { cache: "no-store" }).catch(() => undefined);
  if (answer?.status === 200) await registration.update().catch(() => undefined);
}

function watch(registration: ServiceWorkerRegistration, onWaiting: () => void): void {
  const look = () => {
    if (registration.waiting && navigator.serviceWorker.controller) onWaiting();
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
}

/** Lets a service worker that waits take over. False when there is none. */
export async function activateWaiting(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.waiting?.postMessage({ type: "activate" });
  return registration?.waiting != null;
}

/** Tells the active one something. */
export async function tellServiceWorker(message: object): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.active?.postMessage(message);
}

/** Empties every cache of this site, in the service worker and here. */
export async function forgetKept(): Promise<void> {
  await tellServiceWorker({ type: "forget" });
  for (const name of await caches.keys()) await caches.delete(name);
}
