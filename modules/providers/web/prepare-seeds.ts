import type { Client } from "#kit/web/client.ts";
import { freshClientSeed } from "#modules/fairness/web/client-seed.ts";
import { getProviderSeeds, setProviderSeed } from "../shared/contract.ts";

/**
 * Reads the commitments of casino and provider to the seeds of one game, and then sets a fresh client seed where the player has none:
 * both hashes are here before the seed exists. Nothing where the game has no seeds.
 */
export async function prepareSeeds(api: Client["api"], provider: string, slug: string): Promise<void> {
  const query = { provider, slug };
  const { data } = await api.call(getProviderSeeds, { query });
  if (data?.provider.client_seed === null)
    await api.call(setProviderSeed, { query, body: { client_seed: freshClientSeed() } });
}
