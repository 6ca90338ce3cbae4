import type { GamePage } from "#modules/games/game.ts";

export const pages: readonly GamePage[] = [
  { path: "cases", file: "cases-page" },
  { path: "cases/:slug", file: "case-page" },
];
