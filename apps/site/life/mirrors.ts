import type { Api } from "#kit/web/api.ts";
import { getMirrorsToCheck } from "#modules/mirrors/shared/contract.ts";
import { notifyServiceWorker } from "./service-worker.ts";

const syncMs = 10 * 60_000;
/** Nobody waits for the list: it leaves the line to what the page itself asks for. */
const firstMs = 10_000;

/** Brings the service worker the list of mirrors soon and every 10 minutes. A failed call is left: the next one comes. */
export function keepMirrors(api: Api): () => void {
  const sync = async () => {
    const { data } = await api.call(getMirrorsToCheck, {});
    await notifyServiceWorker({ type: "mirrors", domains: data.domains });
  };
  const attempt = () => void sync().catch(() => undefined);
  const first = setTimeout(attempt, firstMs);
  const timer = setInterval(attempt, syncMs);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
