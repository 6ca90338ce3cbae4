import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { revealedSince } from "#modules/fairness/server/index.ts";
import { limitsSetSince } from "#modules/limits/server/index.ts";
import { playedSince } from "#modules/projections/server/index.ts";
import type { Done } from "../shared/goal.ts";

/** What a player has done from a day (UTC) on, as far as it has been folded. */
export async function doneSince(on: Queryable, player: PlayerId, from: string): Promise<Done> {
  const { games, bestMultiplier } = await playedSince(on, player, from);
  return {
    games,
    bestMultiplier,
    seeds: await revealedSince(on, player, from),
    limits: await limitsSetSince(on, player, from),
  };
}
