import { pages as battles } from "../battles/web/index.ts";
import { pages as cases } from "../cases/web/index.ts";
import { pages as coinflip } from "../coinflip/web/index.ts";
import { pages as crash } from "../crash/web/index.ts";
import { pages as dice } from "../dice/web/index.ts";
import { pages as duels } from "../duels/web/index.ts";
import type { GamePage } from "../game.ts";
import { pages as hilo } from "../hilo/web/index.ts";
import { pages as keno } from "../keno/web/index.ts";
import { pages as limbo } from "../limbo/web/index.ts";
import { pages as miner } from "../miner/web/index.ts";
import { pages as plinko } from "../plinko/web/index.ts";
import { pages as rooms } from "../rooms/web/index.ts";
import { pages as roulette } from "../roulette/web/index.ts";

/** Printed by `npm run games` from modules/games/index.ts. Do not edit. The pages of each game. */
export const gamePages: Readonly<Record<string, readonly GamePage[]>> = {
  crash,
  dice,
  plinko,
  limbo,
  coinflip,
  hilo,
  keno,
  roulette,
  miner,
  cases,
  rooms,
  duels,
  battles,
};
