import { meridianRoulette } from "./roulette/game.ts";
import type { TableGame } from "./shared/table-game.ts";

/** Every live table, in the order of the lobby. */
export const tables: readonly TableGame[] = [meridianRoulette as TableGame];
