import type { GamePage } from "#modules/games/game.ts";

export const pages: readonly GamePage[] = [{ path: "plinko", file: "plinko-page" }];
