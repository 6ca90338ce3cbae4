import { required } from "#kit/std/invariant.ts";
import { game } from "#modules/games/game.ts";
import { casesExamples } from "./shared/example-bets.ts";
import { casesLimits } from "./shared/limits.ts";
import { oddsOf } from "./shared/odds.ts";
import { casesProof } from "./shared/proof.ts";
import { casesRules, findCase, returnedOf } from "./shared/rules.ts";
import { casesVerifier } from "./shared/verify.ts";

export const cases = game({
  name: "cases",
  engine: "instant",
  service: "cases",
  rules: casesRules,
  stakes: casesLimits,
  verifier: casesVerifier,
  returned: (rules, choice) =>
    returnedOf(rules, required(findCase(rules, (choice as { readonly slug: string }).slug), "a case that is sold")),
  odds(rules, choice) {
    const { slug, count } = choice as { readonly slug: string; readonly count: number };
    return oddsOf(required(findCase(rules, slug), "a case that is sold"), count);
  },
  proofs: [casesProof],
  exampleBets: casesExamples,
  art: {
    hue: 62,
    glyph: "M3 7l7-4 7 4v7l-7 4-7-4zM3 7l7 4 7-4M10 11v7",
  },
});

export { payoutChecks } from "./shared/payouts.ts";
