import { batched } from "#kit/db/batched.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Accounts, playedBy } from "#modules/accounts/server/index.ts";
import type { PublicProfileOf } from "./rows.ts";

/** Reads the profiles requested at the same moment in one query: a burst of bets must not cause a query for each. */
export function createPublicProfileReader(publicProfiles: Accounts["publicProfiles"]): PublicProfileOf {
  return batched(async (players: readonly PlayerId[]) => {
    const profiles = await publicProfiles(players);
    return players.map(player => playedBy(profiles.get(player)));
  });
}
