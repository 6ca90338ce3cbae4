import { game } from "#modules/games/game.ts";
import { oddsOf } from "./shared/bet-odds.ts";
import { plinkoExamples } from "./shared/example-bets.ts";
import { plinkoLimits } from "./shared/limits.ts";
import { plinkoProof } from "./shared/proof.ts";
import { type PlinkoBet, plinkoRules, returnedOf } from "./shared/rules.ts";
import { plinkoVerifier } from "./shared/verify.ts";

export const plinko = game({
  name: "plinko",
  engine: "instant",
  rules: plinkoRules,
  stakes: plinkoLimits,
  verifier: plinkoVerifier,
  returned: (rules, choice) => returnedOf(rules, choice as unknown as PlinkoBet),
  odds: (rules, choice) => oddsOf(rules, choice as unknown as PlinkoBet),
  proofs: [plinkoProof],
  exampleBets: plinkoExamples,
  art: {
    hue: 340,
    glyph: "M10 3.5h.01M7 8h.01M13 8h.01M4 12.5h.01M10 12.5h.01M16 12.5h.01M3 17h2.5M8.8 17h2.4M14.5 17h2.5",
  },
});

export { payoutChecks } from "./shared/payouts.ts";
