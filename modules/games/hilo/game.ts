import { game } from "#modules/games/game.ts";
import { hiloExamples } from "./shared/example-bets.ts";
import { hiloLimits } from "./shared/limits.ts";
import { hiloProof } from "./shared/proof.ts";
import { hiloRules, returnedOf } from "./shared/rules.ts";
import { hiloVerifier } from "./shared/verify.ts";

export const hilo = game({
  name: "hilo",
  engine: "stepwise",
  rules: hiloRules,
  stakes: hiloLimits,
  verifier: hiloVerifier,
  returned: returnedOf,
  proofs: [hiloProof],
  exampleBets: hiloExamples,
  service: "hilo",
  art: {
    hue: 5,
    glyph: "M6 8l4-4 4 4M6 12l4 4 4-4",
  },
});

export { payoutChecks } from "./shared/payouts.ts";
