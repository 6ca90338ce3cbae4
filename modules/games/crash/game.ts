import { game } from "#modules/games/game.ts";
import { crashExamples } from "./shared/example-bets.ts";
import { crashLimits } from "./shared/limits.ts";
import { crashProof } from "./shared/proof.ts";
import { crashRules, returnedOf } from "./shared/rules.ts";
import { crashVerifier } from "./shared/verify.ts";

export const crash = game({
  name: "crash",
  engine: "shared-rounds",
  rounds: {
    table: "crash.rounds",
    paid: "settled",
    voided: "voided",
    columns: ["point"],
    isInBets: true,
  },
  service: "crash",
  rules: crashRules,
  stakes: crashLimits,
  verifier: crashVerifier,
  returned: returnedOf,
  proofs: [crashProof],
  exampleBets: crashExamples,
  art: {
    hue: 38,
    glyph: "M3 17C8 17 13 14 17 5M17 5l-4.2.6M17 5l.8 4.2",
  },
});

export { payoutChecks } from "./shared/payouts.ts";
