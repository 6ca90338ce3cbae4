import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { OwnGames } from "../shared/contract.ts";
import { addOwnGames, ownGamesOf } from "./store.ts";
import { gameView, type ViewContext } from "./views.ts";

const mostFavourites = 200;
const mostRecent = 20;

export async function readOwnGames(host: Host, player: PlayerId, context: ViewContext): Promise<OwnGames> {
  const [favourites, recent] = await Promise.all([
    ownGamesOf(host.db, "favourites", player, mostFavourites),
    ownGamesOf(host.db, "recent", player, mostRecent),
  ]);
  return {
    favourites: favourites.map(row => gameView(row, context)),
    recent: recent.map(row => gameView(row, context)),
  };
}

type Named = readonly { readonly kind: string; readonly slug: string }[];

/** Adds what a device kept for a guest. Again it changes nothing. */
export async function mergeGuestGames(
  host: Host,
  player: PlayerId,
  { favourites, recent }: { readonly favourites: Named; readonly recent: Named },
): Promise<void> {
  const now = new Date(host.clock.now());
  await host.db.tx(async tx => {
    await addOwnGames(tx, "favourites", player, favourites, now);
    await addOwnGames(tx, "recent", player, recent, now);
  });
}
