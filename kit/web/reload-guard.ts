import { isAttempting } from "./preload.ts";

const guardMs = 10_000;
const key = "reloaded_at";

/** Storage that survives a reload; `sessionStorage` for example. */
type GuardStorage = Pick<Storage, "getItem" | "setItem">;

/** Whether the page may be reloaded: not within 10 s of the last time, so that a permanent fault causes no reload loop. */
export function mayReload(storage: GuardStorage, now: number): boolean {
  if (now - Number(storage.getItem(key) ?? Number.NEGATIVE_INFINITY) < guardMs) return false;
  storage.setItem(key, String(now));
  return true;
}

/**
 * A chunk of the build that cannot be loaded, usually because there is a newer build, reloads the current path. While the server
 * is unreachable the page stays: a browser error page would replace its content. What was loaded ahead is not missed: losing it,
 * in a tunnel for example, reloads nothing.
 */
export function reloadOnLostChunk(): void {
  addEventListener("vite:preloadError", event => {
    if (isAttempting() || !mayReload(sessionStorage, Date.now())) return;
    event.preventDefault();
    void serverResponds().then(() => location.reload());
  });
}

const pauseMs = 1_000;

async function serverResponds(): Promise<void> {
  while (!(await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).catch(() => null)))
    await new Promise(resolve => setTimeout(resolve, pauseMs));
}
