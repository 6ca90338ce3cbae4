import { useCallback, useEffect, useRef, useState } from "react";
import { call, useApi } from "#kit/web/use-api.ts";
import { noteVisit, useSession, useSessionStore } from "#modules/accounts/web/session.ts";
import { getFavourites, putFavourites } from "#modules/bets/shared/contract.ts";
import {
  emptyShelf,
  type GameShelf,
  knownGames,
  loadShelf,
  mergeFavourites,
  saveShelf,
  toggleFavourite,
  withMarks,
} from "./game-shelf.ts";
import type { HouseGame } from "./menu-items.ts";

/** The state of a player's list on the server. */
interface Known {
  readonly player: string | null;
  list: "asked" | "read" | "failed";
  /** Changes made before it was loaded: applied to the list then. */
  readonly marks: Map<HouseGame, boolean>;
}

/**
 * The shelf as a page shows it; empty in the first render, like the server's. A guest's favourites are stored on the device; on the first
 * visit as a player they are moved to the server.
 */
export function useGameShelf() {
  const player = useSession(state => state.user?.id ?? null);
  const api = useApi();
  const [shelf, setShelf] = useState(emptyShelf);
  const latest = useRef<GameShelf>(shelf);
  latest.current = shelf;
  const known = useRef<Known>({ player: null, list: "asked", marks: new Map() });
  const [attempt, setAttempt] = useState(0);
  const store = useSessionStore();
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  /** One update after the other, so that the last one wins. */
  const put = useCallback(
    (favourites: GameShelf["favourites"]) => {
      const isStillHere = noteVisit(store);
      const send = async () => isStillHere() && (await call(putFavourites, { body: { games: [...favourites] } })).ok;
      const sending = sent.current.then(send);
      sent.current = sending.catch(() => undefined);
      return sending;
    },
    [store],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that failed to load is fetched again
  useEffect(() => {
    if (known.current.player !== player) known.current = { player, list: "asked", marks: new Map() };
    const own = known.current;
    const device = loadShelf(localStorage);
    setShelf({ ...device, favourites: withMarks(device.favourites, own.marks) });
    if (player === null || !api) return;
    const isStillHere = noteVisit(store);
    void call(getFavourites, {}).then(async reply => {
      if (!isStillHere()) return;
      own.list = reply.ok ? "read" : "failed";
      if (!reply.ok) return;
      const saved = knownGames((reply.body as { data: { games: string[] } }).data.games);
      const favourites = withMarks(mergeFavourites(saved, device.favourites), own.marks);
      if (known.current === own) setShelf(now => ({ ...now, favourites }));
      if (favourites.join() !== saved.join() && !(await put(favourites))) return;
      saveShelf(localStorage, { ...loadShelf(localStorage), favourites: [] });
    });
  }, [player, api, store, put, attempt]);
  const toggle = useCallback(
    (game: HouseGame) => {
      const next = toggleFavourite(latest.current, game);
      setShelf(next);
      const own = known.current;
      if (player === null) saveShelf(localStorage, next);
      else if (own.list === "read") void put(next.favourites);
      else {
        own.marks.set(game, next.favourites.includes(game));
        if (own.list === "failed") setAttempt(before => before + 1);
        own.list = "asked";
      }
    },
    [player, put],
  );
  return { shelf, toggle };
}
