import { battlesRules } from "#modules/games/battles/shared/rules.ts";
import { casesRules } from "#modules/games/cases/shared/rules.ts";
import { coinflipRules } from "#modules/games/coinflip/shared/rules.ts";
import { crashRules } from "#modules/games/crash/shared/rules.ts";
import { diceRules } from "#modules/games/dice/shared/rules.ts";
import { duelsRules } from "#modules/games/duels/shared/rules.ts";
import { hiloRules } from "#modules/games/hilo/shared/rules.ts";
import { kenoRules } from "#modules/games/keno/shared/rules.ts";
import { limboRules } from "#modules/games/limbo/shared/rules.ts";
import { minerRules } from "#modules/games/miner/shared/rules.ts";
import { plinkoRules } from "#modules/games/plinko/shared/rules.ts";
import { roomsRules } from "#modules/games/rooms/shared/rules.ts";
import { rouletteRules } from "#modules/games/roulette/shared/rules.ts";

/** The rules of every game, under every version that was published: the server plays by them, the audit recomputes payouts from them. */
export const gameRules = {
  dice: diceRules,
  plinko: plinkoRules,
  limbo: limboRules,
  keno: kenoRules,
  cases: casesRules,
  coinflip: coinflipRules,
  miner: minerRules,
  hilo: hiloRules,
  crash: crashRules,
  roulette: rouletteRules,
  rooms: roomsRules,
  duels: duelsRules,
  battles: battlesRules,
};

export type GameRules = typeof gameRules;
