import { type GameProof, verifiersOf } from "#modules/fairness/shared/game-proof.ts";
import type { Verifiers } from "#modules/fairness/shared/verification.ts";
import { type GameRules, gameProofs, gameRules, verifiersOfGames } from "#modules/games/index.ts";
import { jackpotProof } from "#modules/jackpots/shared/proof.ts";
import { wheelProof } from "#modules/wheel/shared/proof.ts";

/** The games that the terminal can check by hand, and the daily wheel. */
export const proofs: readonly GameProof[] = [...gameProofs, wheelProof, jackpotProof];

/** Under other rules than the published ones. */
export const verifiersUnder = (rules: GameRules): Verifiers => ({
  ...verifiersOf([wheelProof, jackpotProof]),
  ...verifiersOfGames(rules),
});

/** With the rules that are published. */
export const verifiers = verifiersUnder(gameRules);
