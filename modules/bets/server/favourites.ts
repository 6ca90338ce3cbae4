import type { RouteOutput } from "#kit/contract/route.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { getFavourites } from "../shared/contract.ts";
import type { BetsStore } from "./store.ts";

/** A player's favourite games. */
export function createFavourites(store: Pick<BetsStore, "favourites" | "keepFavourites">, now: () => Date) {
  return {
    async read(player: PlayerId): Promise<RouteOutput<typeof getFavourites>> {
      return { data: { games: await store.favourites(player) } };
    },
    /** Removes duplicates, keeping the first. */
    async keep(player: PlayerId, games: readonly string[]): Promise<RouteOutput<typeof getFavourites>> {
      const once = [...new Set(games)];
      await store.keepFavourites(player, once, now());
      return { data: { games: once } };
    },
  };
}
