import type { Modules } from "#apps/server/modules.ts";
import type { Host } from "#kit/host/host.ts";

/** By the `click_source` of their links; those of gclid, yclid and fbclid have the name of the parameter. */
const networks = [
  { source: "sandbox-steady", name: "Steady Ads", kind: "steady" },
  { source: "sandbox-failing", name: "Failing Ads", kind: "failing" },
  { source: "sandbox-late", name: "Late Ads", kind: "late" },
  { source: "sandbox-moved", name: "Moved Ads", kind: "moved" },
  { source: "gclid", name: "Google Ads (sandbox)", kind: "steady" },
  { source: "yclid", name: "Yandex Direct (sandbox)", kind: "failing" },
  { source: "fbclid", name: "Meta Ads (sandbox)", kind: "late" },
] as const;

/** The advertising networks of the sandbox, each with its own way to answer. */
export async function connectAdNetworks(host: Host, { partners }: Pick<Modules, "partners">): Promise<void> {
  const [sandbox] = host.config.AD_NETWORK_HOSTS;
  if (sandbox === undefined) return;
  const there = new Set((await partners.networks.all()).map(({ source }) => source));
  for (const { source, name, kind } of networks) {
    if (there.has(source)) continue;
    const url = `http://${sandbox}/ads/${kind}?click_id={click_id}&event={event}&event_id={event_id}`;
    await host.db.tx(tx => partners.networks.put(tx, { source, name, url, active: true, changedBy: "demo" }));
  }
}
