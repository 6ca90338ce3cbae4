import { useEffect } from "react";
import { useLocation } from "react-router";
import { gameOfPath, loadShelf, notePlayed, saveShelf } from "./game-shelf.ts";

/** Stores which game's page was opened last. */
export function useNotePlayed(): void {
  const game = gameOfPath(useLocation().pathname);
  useEffect(() => {
    if (game) saveShelf(localStorage, notePlayed(loadShelf(localStorage), game));
  }, [game]);
}
