import type { GamePage } from "#modules/games/game.ts";

export const pages: readonly GamePage[] = [{ path: "roulette", file: "roulette-page" }];
