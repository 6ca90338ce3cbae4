import type { GamePage } from "#modules/games/game.ts";

export const pages: readonly GamePage[] = [{ path: "hilo", file: "hilo-page" }];
