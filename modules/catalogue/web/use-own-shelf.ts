import { useCallback, useEffect, useState } from "react";
import { useClient } from "#kit/web/client.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import type { CatalogueGame } from "../shared/contract.ts";
import { type DeviceShelf, emptyShelf, isSame, loadShelf, saveShelf, toggled } from "./own-shelf.ts";

const named = (games: readonly CatalogueGame[]) => games.map(({ kind, slug }) => ({ kind, slug }));

/** Favourites and recent games: a guest's on the device, a player's at the server, where the device's are added at login. */
export function useOwnShelf() {
  const { api } = useClient();
  const player = useSession(state => state.user?.id ?? null);
  const { notifyError } = useErrorTexts("catalogue");
  const [shelf, setShelf] = useState<DeviceShelf>(emptyShelf);
  useEffect(() => {
    const device = loadShelf(localStorage);
    setShelf(device);
    if (player === null) return;
    let here = true;
    const read = async () => {
      const { getOwnGames, mergeOwnGames } = await import("../shared/contract.ts");
      const isEmpty = device.favourites.length + device.recent.length === 0;
      const body = { favourites: named(device.favourites), recent: named(device.recent) };
      const { data } = await (isEmpty ? api.call(getOwnGames, {}) : api.call(mergeOwnGames, { body }));
      saveShelf(localStorage, emptyShelf);
      if (here) setShelf(data);
    };
    // Without the list the marks of the device are shown; the next page asks again.
    read().catch(() => undefined);
    return () => {
      here = false;
    };
  }, [api, player]);
  const toggle = useCallback(
    (game: CatalogueGame) => {
      const next = { ...shelf, favourites: toggled(shelf.favourites, game) };
      setShelf(next);
      if (player === null) {
        saveShelf(localStorage, next);
        return;
      }
      const send = async () => {
        const { markGame } = await import("../shared/contract.ts");
        const { kind, slug } = game;
        const favourite = next.favourites.some(each => isSame(each, game));
        await api.call(markGame, { params: { kind, slug }, body: { favourite } });
      };
      send().catch((error: unknown) => {
        setShelf(shelf);
        notifyError(error);
      });
    },
    [api, player, shelf, notifyError],
  );
  const isFavourite = (game: CatalogueGame) => shelf.favourites.some(each => isSame(each, game));
  return { shelf, isFavourite, toggle };
}
