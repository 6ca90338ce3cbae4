import type { Modules } from "#apps/server/modules.ts";
import type { Host } from "#kit/host/host.ts";
import { mainHostname } from "#kit/http/hosts.ts";

/** The mirrors of the demo: names that browsers resolve to this machine by themselves. */
export const demoMirrors = ["mirror-a.localhost", "mirror-b.localhost"] as const;
/** Countries blocked in the demo. */
export const closedCountries = ["US", "GB", "FR", "NL"] as const;

/**
 * Registers the mirrors of a demo on one machine, the links of its pages, and the blocked
 * countries; through the use cases, so that a running server is notified. An installation with its own host name gets no mirrors.
 */
export async function setUpMirrorsAndRegions(host: Host, { mirrors, geo }: Modules, sandbox: string): Promise<void> {
  const main = mainHostname(host.config);
  const links = {
    revshareServiceFrontendUrl: `${sandbox}/partners`,
    telegramChannelUrl: `${sandbox}/channel`,
  };
  const names = main.endsWith(".localhost") ? [main, ...demoMirrors] : [main];
  await host.db.tx(async tx => {
    for (const name of names) await mirrors.register(tx, name, links);
    for (const country of closedCountries) await geo.block(tx, country, "all");
  });
}
