import type { GamePage } from "#modules/games/game.ts";

export const pages: readonly GamePage[] = [
  { path: "cases/battles", file: "battles-page" },
  { path: "cases/battles/:id", file: "battles-page" },
];
