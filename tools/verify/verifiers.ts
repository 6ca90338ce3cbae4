import { type GameProof, verifiersOf } from "#modules/fairness/shared/game-proof.ts";
import type { Verifiers } from "#modules/fairness/shared/verification.ts";
import { verifyBattles } from "#modules/games/battles/shared/verify.ts";
import { casesProof } from "#modules/games/cases/shared/proof.ts";
import { coinflipProof } from "#modules/games/coinflip/shared/proof.ts";
import { crashProof } from "#modules/games/crash/shared/proof.ts";
import { diceProof } from "#modules/games/dice/shared/proof.ts";
import { verifyDuels } from "#modules/games/duels/shared/verify.ts";
import { hiloProof } from "#modules/games/hilo/shared/proof.ts";
import { kenoProof } from "#modules/games/keno/shared/proof.ts";
import { limboProof } from "#modules/games/limbo/shared/proof.ts";
import { minerProof } from "#modules/games/miner/shared/proof.ts";
import { plinkoProof } from "#modules/games/plinko/shared/proof.ts";
import { verifyRooms } from "#modules/games/rooms/shared/verify.ts";
import { rouletteProof, rouletteTableProof } from "#modules/games/roulette/shared/proof.ts";
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
export const verifiers: Verifiers = {
  ...verifiersOf(proofs),
  rooms: verifyRooms,
  duels: verifyDuels,
  battles: verifyBattles,
};
