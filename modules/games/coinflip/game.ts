import { game } from "#modules/games/game.ts";
import { coinflipExamples } from "./shared/example-bets.ts";
import { coinflipLimits } from "./shared/limits.ts";
import { coinflipProof } from "./shared/proof.ts";
import { coinflipRules, returnedOf } from "./shared/rules.ts";
import { coinflipVerifier } from "./shared/verify.ts";

export const coinflip = game({
  name: "coinflip",
  engine: "instant",
  service: "coinflip",
  rules: coinflipRules,
  stakes: coinflipLimits,
  verifier: coinflipVerifier,
  returned: returnedOf,
  proofs: [coinflipProof],
  exampleBets: coinflipExamples,
  art: {
    hue: 88,
    glyph: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M7 10l2.3 2.4L13 8",
  },
});

export { payoutChecks } from "./shared/payouts.ts";
