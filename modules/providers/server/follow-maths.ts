import { readMathsLog } from "./maths-log.ts";
import type { ProviderNeeds } from "./needs.ts";
import { readGames } from "./read-games.ts";
import type { Provider } from "./registry.ts";

/**
 * Reads every provider's log of its maths. Where it names a version that no manifest had, the manifests are read again, which disables the
 * game until an operator approves the version: stakes are not taken under maths that nobody here has seen.
 */
export async function followMaths(needs: ProviderNeeds): Promise<void> {
  for (const provider of needs.registry.all.filter(({ isOn }) => isOn)) {
    try {
      if (await hasNewMaths(needs, provider)) await readGames(needs, provider);
    } catch (error) {
      needs.host.log.warn({ err: error, provider: provider.slug }, "Failed to follow the maths of a provider");
    }
  }
}

async function hasNewMaths(needs: ProviderNeeds, provider: Provider): Promise<boolean> {
  const { entries } = await readMathsLog(needs, provider);
  const newest = new Map(entries.map(({ game, maths }) => [game, maths]));
  return [...provider.games.values()].some(
    ({ slug, manifest }) => newest.has(slug) && newest.get(slug) !== manifest.maths,
  );
}
