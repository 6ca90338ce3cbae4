import { game } from "#modules/games/game.ts";
import { rouletteExamples } from "./shared/example-bets.ts";
import { rouletteLimits } from "./shared/limits.ts";
import { rouletteProof, rouletteTableProof } from "./shared/proof.ts";
import { payoutsOf, returnedOf, rouletteRules } from "./shared/rules.ts";
import { rouletteVerifier } from "./shared/verify.ts";

export const roulette = game({
  name: "roulette",
  engine: "shared-rounds",
  rounds: {
    table: "roulette.rounds",
    paid: "settled",
    voided: "voided",
    columns: ["pocket"],
    isInBets: true,
  },
  rules: rouletteRules,
  stakes: rouletteLimits,
  verifier: rouletteVerifier,
  returned: returnedOf,
  paysAt: payoutsOf,
  proofs: [rouletteProof, rouletteTableProof],
  exampleBets: rouletteExamples,
  service: "roulette",
  art: {
    hue: 22,
    glyph: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 3v4M10 13v4M3 10h4M13 10h4",
  },
});

export { payoutChecks } from "./shared/payouts.ts";
