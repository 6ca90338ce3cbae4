import { testing as battles } from "../battles/testing/index.ts";
import { testing as cases } from "../cases/testing/index.ts";
import { testing as coinflip } from "../coinflip/testing/index.ts";
import { testing as crash } from "../crash/testing/index.ts";
import { testing as dice } from "../dice/testing/index.ts";
import { testing as duels } from "../duels/testing/index.ts";
import { testing as hilo } from "../hilo/testing/index.ts";
import type { GameName } from "../index.ts";
import { testing as keno } from "../keno/testing/index.ts";
import { testing as limbo } from "../limbo/testing/index.ts";
import { testing as miner } from "../miner/testing/index.ts";
import { testing as plinko } from "../plinko/testing/index.ts";
import { testing as rooms } from "../rooms/testing/index.ts";
import { testing as roulette } from "../roulette/testing/index.ts";
import type { GameTesting } from "./game-testing.ts";

/** Printed by `npm run games` from modules/games/index.ts. Do not edit. What simulator, benchmarks and printed documents need of each game. */
export const gameTesting: Readonly<Record<GameName, GameTesting>> = {
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
