import { game } from "#modules/games/game.ts";
import { duelLimits } from "./shared/limits.ts";
import { duelsRules, returnedOf } from "./shared/rules.ts";
import { duelsVerifier } from "./shared/verify.ts";

export const duels = game({
  name: "duels",
  engine: "multiplayer",
  rounds: {
    table: "duels.duels",
    paid: "paid",
    voided: "refunded",
    columns: ["currency", "stake", "side", "joined_by", "opener_won", "reason"],
    isInBets: false,
  },
  service: "duels",
  rules: duelsRules,
  stakes: duelLimits,
  verifier: duelsVerifier,
  returned: returnedOf,
  proofs: [],
  under: "coinflip",
});

export { payoutChecks } from "./shared/payouts.ts";
