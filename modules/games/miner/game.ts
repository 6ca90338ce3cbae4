import { game } from "#modules/games/game.ts";
import { minerExamples } from "./shared/example-bets.ts";
import { minerLimits } from "./shared/limits.ts";
import { minerProof } from "./shared/proof.ts";
import { minerRules, returnedOf } from "./shared/rules.ts";
import { minerVerifier } from "./shared/verify.ts";

export const miner = game({
  name: "miner",
  engine: "stepwise",
  service: "miner",
  rules: minerRules,
  stakes: minerLimits,
  verifier: minerVerifier,
  returned: returnedOf,
  proofs: [minerProof],
  exampleBets: minerExamples,
  art: {
    hue: 192,
    glyph: "M3 8l3-4h8l3 4-7 9zM3 8h14M7.5 8 10 17l2.5-9",
  },
});

export { payoutChecks } from "./shared/payouts.ts";
