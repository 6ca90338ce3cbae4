import { required } from "#kit/std/invariant.ts";
import { game } from "#modules/games/game.ts";
import { limboExamples } from "./shared/example-bets.ts";
import { limboLimits } from "./shared/limits.ts";
import { oddsOf } from "./shared/odds.ts";
import { limboProof } from "./shared/proof.ts";
import { limboRules, returnedOf } from "./shared/rules.ts";
import { storedTarget } from "./shared/stored-target.ts";
import { limboVerifier } from "./shared/verify.ts";

export const limbo = game({
  name: "limbo",
  engine: "instant",
  rules: limboRules,
  stakes: limboLimits,
  verifier: limboVerifier,
  returned: returnedOf,
  odds: (rules, choice) => oddsOf(rules, required(storedTarget(rules, choice), "a target that could be bet on")),
  proofs: [limboProof],
  exampleBets: limboExamples,
  art: {
    hue: 272,
    glyph: "M3 6h14M10 17V9.5M6.6 12.6 10 9.2l3.4 3.4",
  },
});

export { payoutChecks } from "./shared/payouts.ts";
