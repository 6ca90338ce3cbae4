import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { getFavourites } from "../shared/contract.ts";
import type { BetsStore } from "./store.ts";

interface FavouritesNeeds {
  readonly store: Pick<BetsStore, "favourites" | "keepFavourites">;
  readonly isGame: (name: string) => boolean;
  readonly now: () => Date;
}

/** A player's favourite games. */
export function createFavourites({ store, isGame, now }: FavouritesNeeds) {
  return {
    /** Without games that no longer exist, so that the list can be sent back. */
    async read(player: PlayerId): Promise<RouteOutput<typeof getFavourites>> {
      const games = await store.favourites(player);
      return { data: { games: games.filter(isGame) } };
    },
    /** Removes duplicates, keeping the first. */
    async keep(player: PlayerId, games: readonly string[]): Promise<RouteOutput<typeof getFavourites>> {
      if (!games.every(isGame)) fail(validationFailed, { errors: { games: ["game_unknown"] } });
      const once = [...new Set(games)];
      await store.keepFavourites(player, once, now());
      return { data: { games: once } };
    },
  };
}
