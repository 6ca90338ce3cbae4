import type { Tx } from "#kit/db/db.ts";
import type { GameManifest } from "../shared/provider-calls.ts";
import type { ProviderNeeds } from "./needs.ts";
import type { Provider } from "./registry.ts";
import { keepModule } from "./verifier-modules.ts";

/**
 * Reads a provider's manifests. A game that is new takes the maths it comes with; another maths of a known game disables it until an
 * operator approves that version.
 */
export async function readGames(needs: ProviderNeeds, provider: Provider): Promise<readonly GameManifest[]> {
  const { games } = await needs.client.call(provider, "games");
  await needs.host.db.tx(tx => keepGames(needs, tx, provider, games));
  for (const game of games) if (game.maths !== null) await keepModule(needs, provider, game, game.maths);
  return games;
}

/** Reads the games in the transaction of an operator's call. Verifier modules of games that are new follow within a minute (`keepRecords`). */
export async function readGamesIn(needs: ProviderNeeds, tx: Tx, provider: Provider): Promise<readonly GameManifest[]> {
  const { games } = await needs.client.call(provider, "games");
  await keepGames(needs, tx, provider, games);
  return games;
}

async function keepGames(
  needs: ProviderNeeds,
  tx: Tx,
  provider: Provider,
  games: readonly GameManifest[],
): Promise<void> {
  for (const game of games) await keepGame(needs, tx, provider, game);
  await needs.registry.changed(tx);
}

async function keepGame(
  { host, alarms }: ProviderNeeds,
  tx: Tx,
  provider: Provider,
  manifest: GameManifest,
): Promise<void> {
  const known = provider.games.get(manifest.game);
  if (known && known.maths !== manifest.maths)
    tx.afterCommit(() =>
      alarms.raise(provider.id, "maths_changed", manifest.game, { approved: known.maths, now: manifest.maths }),
    );
  await tx.query(
    `INSERT INTO providers.games (provider_id, slug, manifest, maths, read_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (provider_id, slug) DO UPDATE SET manifest = excluded.manifest, read_at = excluded.read_at`,
    [provider.id, manifest.game, JSON.stringify(manifest), manifest.maths, new Date(host.clock.now())],
  );
}
