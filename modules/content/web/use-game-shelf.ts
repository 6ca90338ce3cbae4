import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { HouseGame } from "#kit/ui/game-glyph.tsx";
import { emptyShelf, gameOfPath, loadShelf, notePlayed, saveShelf, toggleFavourite } from "./game-shelf.ts";

/** The shelf as a page shows it; empty in the first picture, as the server drew it. */
export function useGameShelf() {
  const [shelf, setShelf] = useState(emptyShelf);
  useEffect(() => setShelf(loadShelf(localStorage)), []);
  const toggle = useCallback((game: HouseGame) => {
    const next = toggleFavourite(loadShelf(localStorage), game);
    saveShelf(localStorage, next);
    setShelf(next);
  }, []);
  return { shelf, toggle };
}

/** Remembers which game's page was opened last. */
export function useNotePlayed(): void {
  const game = gameOfPath(useLocation().pathname);
  useEffect(() => {
    if (game) saveShelf(localStorage, notePlayed(loadShelf(localStorage), game));
  }, [game]);
}
