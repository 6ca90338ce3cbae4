import { payoutChecks as battlesPayouts } from "../battles/game.ts";
import { createBattles } from "../battles/server/index.ts";
import { payoutChecks as casesPayouts } from "../cases/game.ts";
import { createCases } from "../cases/server/index.ts";
import { payoutChecks as coinflipPayouts } from "../coinflip/game.ts";
import { createCoinflip } from "../coinflip/server/index.ts";
import { payoutChecks as crashPayouts } from "../crash/game.ts";
import { createCrash } from "../crash/server/index.ts";
import { payoutChecks as dicePayouts } from "../dice/game.ts";
import { createDice } from "../dice/server/index.ts";
import { payoutChecks as duelsPayouts } from "../duels/game.ts";
import { createDuels } from "../duels/server/index.ts";
import { payoutChecks as hiloPayouts } from "../hilo/game.ts";
import { createHilo } from "../hilo/server/index.ts";
import { payoutChecks as kenoPayouts } from "../keno/game.ts";
import { createKeno } from "../keno/server/index.ts";
import { payoutChecks as limboPayouts } from "../limbo/game.ts";
import { createLimbo } from "../limbo/server/index.ts";
import { payoutChecks as minerPayouts } from "../miner/game.ts";
import { createMiner } from "../miner/server/index.ts";
import { payoutChecks as plinkoPayouts } from "../plinko/game.ts";
import { createPlinko } from "../plinko/server/index.ts";
import { payoutChecks as roomsPayouts } from "../rooms/game.ts";
import { createRooms } from "../rooms/server/index.ts";
import { payoutChecks as roulettePayouts } from "../roulette/game.ts";
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

/** What each game's bets are audited with. */
export const gamePayouts = {
  crash: crashPayouts,
  dice: dicePayouts,
  plinko: plinkoPayouts,
  limbo: limboPayouts,
  coinflip: coinflipPayouts,
  hilo: hiloPayouts,
  keno: kenoPayouts,
  roulette: roulettePayouts,
  miner: minerPayouts,
  cases: casesPayouts,
  rooms: roomsPayouts,
  duels: duelsPayouts,
  battles: battlesPayouts,
};
