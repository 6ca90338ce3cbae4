import type { Api } from "#kit/web/api.ts";
import { tellServiceWorker } from "./service-worker.ts";

const syncMs = 10 * 60_000;

/** Brings the service worker the list of mirrors now and every 10 minutes. A failed call is left: the next one comes. */
export function keepMirrors(api: Api): () => void {
  const sync = async () => {
    const { getMirrorsToCheck } = await import("#modules/mirrors/shared/contract.ts");
    const { data } = await api.call(getMirrorsToCheck, {});
    await tellServiceWorker({ type: "mirrors", domains: data.domains });
  };
  const attempt = () => void sync().catch(() => undefined);
  attempt();
  const timer = setInterval(attempt, syncMs);
  return () => clearInterval(timer);
}
