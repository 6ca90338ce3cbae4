import type { Modules } from "#apps/server/modules.ts";
import type { Host } from "#kit/host/host.ts";

const kinds = { steady: "Steady Ads", failing: "Failing Ads", late: "Late Ads", moved: "Moved Ads" } as const;

/** The advertising networks of the sandbox, each with its own way to answer. */
export async function connectAdNetworks(host: Host, { partners }: Pick<Modules, "partners">): Promise<void> {
  const [sandbox] = host.config.AD_NETWORK_HOSTS;
  if (sandbox === undefined) return;
  const there = new Set((await partners.networks.all()).map(({ source }) => source));
  for (const [kind, name] of Object.entries(kinds)) {
    const source = `sandbox-${kind}`;
    if (there.has(source)) continue;
    const url = `http://${sandbox}/ads/${kind}?click_id={click_id}&event={event}&event_id={event_id}`;
    await host.db.tx(tx => partners.networks.put(tx, { source, name, url, active: true, changedBy: "demo" }));
  }
}
