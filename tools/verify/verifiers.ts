import { type GameProof, verifiersOf } from "#modules/fairness/shared/game-proof.ts";
import type { Verifiers } from "#modules/fairness/shared/verification.ts";
import { crashProof } from "#modules/games/crash/shared/proof.ts";
import { diceProof } from "#modules/games/dice/shared/proof.ts";
import { kenoProof } from "#modules/games/keno/shared/proof.ts";

/** The games that the terminal can check. */
export const proofs: readonly GameProof[] = [diceProof, kenoProof, crashProof];
export const verifiers: Verifiers = verifiersOf(proofs);
