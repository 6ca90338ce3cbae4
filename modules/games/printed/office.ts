import type { GameOffice } from "#modules/bets/shared/game-office.ts";
import { office as battles } from "../battles/office/index.ts";
import { office as cases } from "../cases/office/index.ts";
import { office as coinflip } from "../coinflip/office/index.ts";
import { office as crash } from "../crash/office/index.ts";
import { office as dice } from "../dice/office/index.ts";
import { office as duels } from "../duels/office/index.ts";
import { office as hilo } from "../hilo/office/index.ts";
import { office as keno } from "../keno/office/index.ts";
import { office as limbo } from "../limbo/office/index.ts";
import { office as miner } from "../miner/office/index.ts";
import { office as plinko } from "../plinko/office/index.ts";
import { office as rooms } from "../rooms/office/index.ts";
import { office as roulette } from "../roulette/office/index.ts";

/** Printed by `npm run games` from modules/games/index.ts. Do not edit. What operators see of each game alone. */
export const gameOffices: Readonly<Record<string, GameOffice>> = {
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
