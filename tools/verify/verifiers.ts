import type { Verifiers } from "#modules/fairness/shared/verification.ts";
import { verifyCrash } from "#modules/games/crash/shared/verify.ts";
import { verifyDice } from "#modules/games/dice/shared/verify.ts";
import { verifyKeno } from "#modules/games/keno/shared/verify.ts";

/** The games that the terminal can check. */
export const verifiers: Verifiers = { dice: verifyDice, keno: verifyKeno, crash: verifyCrash };
