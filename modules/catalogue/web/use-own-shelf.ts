import { useEffect, useState } from "react";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { replaces } from "#kit/web/query/route-cache.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery, useRouteCache } from "#kit/web/query/use-query.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import { type CatalogueGame, getOwnGames, markGame, mergeOwnGames } from "../shared/contract.ts";
import { type DeviceShelf, emptyShelf, isSame, loadShelf, saveShelf, toggled } from "./own-shelf.ts";

const named = (games: readonly CatalogueGame[]) => games.map(({ kind, slug }) => ({ kind, slug }));

/** Favourites and recent games: a guest's on the device, a player's at the server, where the device's are added at login. */
export function useOwnShelf() {
  const player = useSession(state => state.user?.id ?? null);
  const { notifyError } = useErrorTexts("catalogue");
  const cache = useRouteCache();
  const [device, setDevice] = useState<DeviceShelf>(emptyShelf);
  const { data } = useQuery(getOwnGames, {}, { enabled: player !== null });
  const { mutate: merge } = useMutation(mergeOwnGames, replaces(getOwnGames));
  const { mutate: mark } = useMutation(markGame, { invalidates: [getOwnGames] });
  useEffect(() => {
    const stored = loadShelf(localStorage);
    setDevice(stored);
    if (player === null || stored.favourites.length + stored.recent.length === 0) return;
    // Without a response the marks stay on the device; the next page sends them again.
    merge({ body: { favourites: named(stored.favourites), recent: named(stored.recent) } }).then(
      () => saveShelf(localStorage, emptyShelf),
      () => undefined,
    );
  }, [player, merge]);
  // Until the list is read the marks of the device are shown.
  const shelf: DeviceShelf = (player !== null && data) || device;
  const toggle = (game: CatalogueGame) => {
    const next = { ...shelf, favourites: toggled(shelf.favourites, game) };
    if (player === null) {
      setDevice(next);
      saveShelf(localStorage, next);
      return;
    }
    if (data) cache.set(getOwnGames, {}, { ...data, favourites: [...next.favourites] });
    const { kind, slug } = game;
    const favourite = next.favourites.some(each => isSame(each, game));
    mark({ params: { kind, slug }, body: { favourite } }).catch(notifyError);
  };
  const isFavourite = (game: CatalogueGame) => shelf.favourites.some(each => isSame(each, game));
  return { shelf, isFavourite, toggle };
}
