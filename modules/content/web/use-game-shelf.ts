import { useCallback, useEffect, useRef, useState } from "react";
import type { HouseGame } from "#kit/ui/game-glyph.tsx";
import { callHouse, useHouse } from "#kit/web/house.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import { getFavourites, putFavourites } from "#modules/desk/shared/contract.ts";
import {
  emptyShelf,
  type GameShelf,
  knownGames,
  loadShelf,
  mergeFavourites,
  saveShelf,
  toggleFavourite,
} from "./game-shelf.ts";

/**
 * The shelf as a page shows it; empty in the first picture, as the server drew it. A guest's marks are kept on the device; at the first
 * sight of the page as a player they go to the house, and the device keeps none.
 */
export function useGameShelf() {
  const player = useSession(state => state.user?.id ?? null);
  const house = useHouse();
  const [shelf, setShelf] = useState(emptyShelf);
  const latest = useRef<GameShelf>(shelf);
  latest.current = shelf;
  useEffect(() => {
    const device = loadShelf(localStorage);
    setShelf(device);
    if (player === null || !house) return;
    let left = false;
    void callHouse(getFavourites, {}).then(async reply => {
      if (!reply.ok) return;
      const kept = knownGames((reply.body as { data: { games: string[] } }).data.games);
      const favourites = mergeFavourites(kept, device.favourites);
      if (!left) setShelf(now => ({ ...now, favourites }));
      const isNew = favourites.length > kept.length;
      if (isNew && !(await callHouse(putFavourites, { body: { games: [...favourites] } })).ok) return;
      saveShelf(localStorage, { ...loadShelf(localStorage), favourites: [] });
    });
    return () => {
      left = true;
    };
  }, [player, house]);
  const toggle = useCallback(
    (game: HouseGame) => {
      const next = toggleFavourite(latest.current, game);
      setShelf(next);
      if (player === null) saveShelf(localStorage, next);
      else void callHouse(putFavourites, { body: { games: [...next.favourites] } });
    },
    [player],
  );
  return { shelf, toggle };
}
