import type { GamePage } from "#modules/games/game.ts";

export const pages: readonly GamePage[] = [
  { path: "rooms", file: "rooms-page" },
  { path: "rooms/:colour", file: "rooms-page" },
];
