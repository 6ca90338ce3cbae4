import { type GameProof, verifiersOf } from "#modules/fairness/shared/game-proof.ts";
import type { Verifiers } from "#modules/fairness/shared/verification.ts";
import { battlesVerifier } from "#modules/games/battles/shared/verify.ts";
import { casesProof } from "#modules/games/cases/shared/proof.ts";
import { casesVerifier } from "#modules/games/cases/shared/verify.ts";
import { coinflipProof } from "#modules/games/coinflip/shared/proof.ts";
import { coinflipVerifier } from "#modules/games/coinflip/shared/verify.ts";
import { crashProof } from "#modules/games/crash/shared/proof.ts";
import { crashVerifier } from "#modules/games/crash/shared/verify.ts";
import { diceProof } from "#modules/games/dice/shared/proof.ts";
import { diceVerifier } from "#modules/games/dice/shared/verify.ts";
import { duelsVerifier } from "#modules/games/duels/shared/verify.ts";
import { hiloProof } from "#modules/games/hilo/shared/proof.ts";
import { hiloVerifier } from "#modules/games/hilo/shared/verify.ts";
import { type GameRules, gameRules } from "#modules/games/index.ts";
import { kenoProof } from "#modules/games/keno/shared/proof.ts";
import { kenoVerifier } from "#modules/games/keno/shared/verify.ts";
import { limboProof } from "#modules/games/limbo/shared/proof.ts";
import { limboVerifier } from "#modules/games/limbo/shared/verify.ts";
import { minerProof } from "#modules/games/miner/shared/proof.ts";
import { minerVerifier } from "#modules/games/miner/shared/verify.ts";
import { plinkoProof } from "#modules/games/plinko/shared/proof.ts";
import { plinkoVerifier } from "#modules/games/plinko/shared/verify.ts";
import { roomsVerifier } from "#modules/games/rooms/shared/verify.ts";
import { rouletteProof, rouletteTableProof } from "#modules/games/roulette/shared/proof.ts";
import { rouletteVerifier } from "#modules/games/roulette/shared/verify.ts";
import { wheelProof } from "#modules/wheel/shared/proof.ts";

/** The games that the terminal can check. */
export const proofs: readonly GameProof[] = [
  diceProof,
  plinkoProof,
  limboProof,
  kenoProof,
  minerProof,
  hiloProof,
  casesProof,
  coinflipProof,
  crashProof,
  rouletteProof,
  rouletteTableProof,
  wheelProof,
];
/** Beside them the games between players, whose records are read and not typed. */
export const verifiersUnder = (rules: GameRules): Verifiers => ({
  ...verifiersOf(proofs),
  dice: diceVerifier(rules.dice),
  plinko: plinkoVerifier(rules.plinko),
  limbo: limboVerifier(rules.limbo),
  keno: kenoVerifier(rules.keno),
  miner: minerVerifier(rules.miner),
  hilo: hiloVerifier(rules.hilo),
  cases: casesVerifier(rules.cases),
  coinflip: coinflipVerifier(rules.coinflip),
  crash: crashVerifier(rules.crash),
  roulette: rouletteVerifier(rules.roulette),
  rooms: roomsVerifier(rules.rooms),
  duels: duelsVerifier(rules.duels),
  battles: battlesVerifier(rules.battles),
});

/** With the rules that are published. */
export const verifiers = verifiersUnder(gameRules);
