import type { Host } from "#kit/host/host.ts";
import type { GameProvider } from "#modules/providers/server/index.ts";
import { importGames, readManifest } from "./import-games.ts";

/**
 * Imports and lists the games of providers that have none here yet, as GAME_PROVIDERS asks. Throws when a provider does not respond or is
 * not connected yet, so that the job is retried.
 */
export async function importFirstGames(host: Host, providers: readonly GameProvider[]): Promise<void> {
  const first = providers.filter(({ listsAtOnce }) => listsAtOnce);
  if (first.length === 0) throw new Error("No provider of GAME_PROVIDERS is connected and switched on");
  for (const provider of first) {
    if (await hasGames(host, provider.id)) continue;
    const read = await readManifest(provider);
    await host.db.tx(tx => importGames(host, tx, provider, read, "listed"));
  }
}

async function hasGames({ db }: Host, provider: string): Promise<boolean> {
  const { rowCount } = await db.query("SELECT FROM catalogue.games WHERE provider_id = $1 LIMIT 1", [provider]);
  return rowCount > 0;
}
