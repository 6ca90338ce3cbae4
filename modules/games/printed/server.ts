import { createBattles } from "../battles/server/index.ts";
import { createCases } from "../cases/server/index.ts";
import { createCoinflip } from "../coinflip/server/index.ts";
import { createCrash } from "../crash/server/index.ts";
import { createDice } from "../dice/server/index.ts";
import { createDuels } from "../duels/server/index.ts";
import { createHilo } from "../hilo/server/index.ts";
import { createKeno } from "../keno/server/index.ts";
import { createLimbo } from "../limbo/server/index.ts";
import { createMiner } from "../miner/server/index.ts";
import { createPlinko } from "../plinko/server/index.ts";
import { createRooms } from "../rooms/server/index.ts";
import { createRoulette } from "../roulette/server/index.ts";

/** Printed by `npm run games` from modules/games/index.ts. Do not edit. What makes each game's server side. */
export const gameServers = {
  crash: createCrash,
  dice: createDice,
  plinko: createPlinko,
  limbo: createLimbo,
  coinflip: createCoinflip,
  hilo: createHilo,
  keno: createKeno,
  roulette: createRoulette,
  miner: createMiner,
  cases: createCases,
  rooms: createRooms,
  duels: createDuels,
  battles: createBattles,
};
