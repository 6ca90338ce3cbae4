import { garnetBaccarat } from "./baccarat/game.ts";
import { fiveSeatsBlackjack } from "./blackjack/game.ts";
import { dragonTiger } from "./dragon-tiger/game.ts";
import { meridianRoulette } from "./roulette/game.ts";
import type { TableGame } from "./shared/table-game.ts";
import { sicBo } from "./sic-bo/game.ts";
import { houseWheel } from "./wheel/game.ts";

/** Every live table, in the order of the lobby. */
export const tables: readonly TableGame[] = [
  meridianRoulette as TableGame,
  fiveSeatsBlackjack as unknown as TableGame,
  garnetBaccarat as unknown as TableGame,
  dragonTiger as TableGame,
  houseWheel as TableGame,
  sicBo as unknown as TableGame,
];
