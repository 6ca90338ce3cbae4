const guardMs = 10_000;
const key = "reloaded_at";

/** A store that outlives a reload of the page; `sessionStorage` is one. */
type GuardStorage = Pick<Storage, "getItem" | "setItem">;

/** Whether the page may be loaded anew: not within 10 s of the last time, so that what stays broken does not go round for ever. */
export function mayReload(storage: GuardStorage, now: number): boolean {
  if (now - Number(storage.getItem(key) ?? Number.NEGATIVE_INFINITY) < guardMs) return false;
  storage.setItem(key, String(now));
  return true;
}

/**
 * A piece of the build that cannot be loaded, usually because there is a newer build, loads the present path anew. While nobody
 * answers the page stays: it still says what it knows, and an error of the browser would not.
 */
export function reloadOnLostChunk(): void {
  addEventListener("vite:preloadError", event => {
    if (!mayReload(sessionStorage, Date.now())) return;
    event.preventDefault();
    void serverResponds().then(() => location.reload());
  });
}

const pauseMs = 1_000;

async function serverResponds(): Promise<void> {
  while (!(await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).catch(() => null)))
    await new Promise(resolve => setTimeout(resolve, pauseMs));
}
