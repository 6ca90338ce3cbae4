import type { Api } from "#kit/web/api.ts";
import { getMirrorsToCheck } from "#modules/mirrors/shared/contract.ts";
import { notifyServiceWorker } from "./service-worker.ts";

const syncMs = 10 * 60_000;
/** Low priority: it must not delay the page's own requests. */
const firstMs = 10_000;

/** Sends the list of mirrors to the service worker soon and every 10 minutes. A failed call is not retried: the next one follows. */
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
