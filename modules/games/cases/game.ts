import { game } from "#modules/games/game.ts";
import { casesLimits } from "./shared/limits.ts";
import { casesProof } from "./shared/proof.ts";
import { casesRules, returnedOf } from "./shared/rules.ts";
import { casesVerifier } from "./shared/verify.ts";

export const cases = game({
  name: "cases",
  engine: "instant",
  service: "cases",
  rules: casesRules,
  stakes: casesLimits,
  verifier: casesVerifier,
  returned: returnedOf,
  proofs: [casesProof],
  art: {
    hue: 62,
    glyph: "M3 7l7-4 7 4v7l-7 4-7-4zM3 7l7 4 7-4M10 11v7",
  },
});

export { payoutChecks } from "./shared/payouts.ts";
