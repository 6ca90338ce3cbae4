import type { ExampleBet } from "#modules/bets/shared/example-bet.ts";
import { oddsOf } from "./odds.ts";
import { limboRules, returnedOf } from "./rules.ts";

const { current: rules } = limboRules;
const at = (id: string, target: number): ExampleBet => ({
  id,
  odds: oddsOf(rules, target),
  returned: returnedOf(rules),
});

export const limboExamples = [at("double", 200), at("tenfold", 1000)];
