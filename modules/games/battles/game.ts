import { game } from "#modules/games/game.ts";
import { battleLimits } from "./shared/limits.ts";
import { battlesRules, returnedOf } from "./shared/rules.ts";
import { battlesVerifier } from "./shared/verify.ts";

export const battles = game({
  name: "battles",
  engine: "multiplayer",
  rounds: {
    table: "battles.battles",
    paid: "paid",
    voided: "refunded",
    columns: ["currency", "stake", "size", "cases", "reason"],
    isInBets: false,
  },
  service: "battles",
  rules: battlesRules,
  stakes: battleLimits,
  verifier: battlesVerifier,
  returned: returnedOf,
  proofs: [],
  under: "cases",
});

export { payoutChecks } from "./shared/payouts.ts";
