import type { Host } from "#kit/host/host.ts";
import { importGames, readManifest } from "./import-games.ts";
import type { GameProvider } from "./provider.ts";

/** Imports and lists the games of providers that want it and have none here yet. A provider that does not respond is tried at the next run. */
export async function importFirstGames(host: Host, providers: readonly GameProvider[]): Promise<void> {
  for (const provider of providers) {
    if (!provider.listsAtOnce || (await hasGames(host, provider.id))) continue;
    try {
      const read = await readManifest(provider);
      await host.db.tx(tx => importGames(host, tx, provider, read, "listed"));
    } catch (error) {
      host.log.warn({ err: error, provider: provider.id }, "Failed to import the games of a provider");
    }
  }
}

async function hasGames({ db }: Host, provider: string): Promise<boolean> {
  const { rowCount } = await db.query("SELECT FROM catalogue.games WHERE provider_id = $1 LIMIT 1", [provider]);
  return rowCount > 0;
}
