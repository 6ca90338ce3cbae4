import type { GamePage } from "#modules/games/game.ts";

export const pages: readonly GamePage[] = [
  { path: "coinflip/duels", file: "duels-page" },
  { path: "coinflip/duels/:id", file: "duels-page" },
];
