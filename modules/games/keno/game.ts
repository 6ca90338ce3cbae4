import { game } from "#modules/games/game.ts";
import { oddsOf } from "./shared/bet-odds.ts";
import { kenoExamples } from "./shared/example-bets.ts";
import { kenoLimits } from "./shared/limits.ts";
import { kenoProof } from "./shared/proof.ts";
import { type KenoBet, kenoRules, returnedOf } from "./shared/rules.ts";
import { kenoVerifier } from "./shared/verify.ts";

export const keno = game({
  name: "keno",
  engine: "instant",
  service: "keno",
  rules: kenoRules,
  stakes: kenoLimits,
  verifier: kenoVerifier,
  returned: (rules, choice) => returnedOf(rules, choice as unknown as KenoBet),
  odds: (rules, choice) => oddsOf(rules, choice as unknown as KenoBet),
  proofs: [kenoProof],
  exampleBets: kenoExamples,
  art: {
    hue: 300,
    glyph: "M6 6h.01M10 6h.01M14 6h.01M6 10h.01M10 10h.01M14 10h.01M6 14h.01M10 14h.01M14 14h.01",
    glyphWidth: 2.6,
    figures: [
      { text: "7", x: 92, y: 118.1, size: 30.4 },
      { text: "24", x: 212, y: 130.3, size: 37 },
      { text: "31", x: 76, y: 263.4, size: 34.3 },
      { text: "12", x: 224, y: 271.7, size: 29 },
      { text: "40", x: 148, y: 205.8, size: 47.5, fill: "var(--ivory-50)" },
    ],
  },
});

export { payoutChecks } from "./shared/payouts.ts";
