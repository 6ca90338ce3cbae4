import { required } from "#kit/std/invariant.ts";
import { game } from "#modules/games/game.ts";
import { diceExamples } from "./shared/example-bets.ts";
import { diceLimits } from "./shared/limits.ts";
import { oddsOf } from "./shared/odds.ts";
import { diceProof } from "./shared/proof.ts";
import { diceRules, returnedOf } from "./shared/rules.ts";
import { storedBet } from "./shared/stored-bet.ts";
import { diceVerifier } from "./shared/verify.ts";

export const dice = game({
  name: "dice",
  engine: "instant",
  service: "dice",
  rules: diceRules,
  stakes: diceLimits,
  verifier: diceVerifier,
  returned: returnedOf,
  odds: (rules, choice) => oddsOf(rules, required(storedBet(rules, choice), "a bet that could be placed")),
  proofs: [diceProof],
  exampleBets: diceExamples,
  art: {
    hue: 245,
    glyph: "M4 4h12v12H4zM7.5 7.5h.01M12.5 12.5h.01M10 10h.01",
  },
});

export { payoutChecks } from "./shared/payouts.ts";
