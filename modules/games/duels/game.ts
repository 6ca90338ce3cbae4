import { game } from "#modules/games/game.ts";
import { duelLimits } from "./shared/limits.ts";
import { duelsRules } from "./shared/rules.ts";
import { duelsVerifier } from "./shared/verify.ts";

export const duels = game({
  name: "duels",
  engine: "multiplayer",
  service: "coinflip",
  rules: duelsRules,
  stakes: duelLimits,
  verifier: duelsVerifier,
  proofs: [],
  under: "coinflip",
});

export { payoutChecks } from "./shared/payouts.ts";
