import { countRoundDays } from "#modules/wallet/server/index.ts";
import type { ProviderNeeds } from "./needs.ts";

/** Adds rounds that have ended to the days of their games, for the back office. */
export async function countRounds({ host, registry, accounts }: ProviderNeeds): Promise<void> {
  const games = registry.all.map(({ account }) => account);
  await countRoundDays(host, games, await accounts.people.testPlayers(host.db));
}
