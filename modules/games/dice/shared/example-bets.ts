import type { ExampleBet } from "#modules/bets/shared/example-bet.ts";
import { oddsOf } from "./odds.ts";
import { diceRules, returnedOf } from "./rules.ts";

const { current: rules } = diceRules;
const under = (id: string, target: number): ExampleBet => {
  return { id, odds: oddsOf(rules, { direction: "under", target }), returned: returnedOf(rules) };
};

/** At even chances, at one in ten and at nine in ten. */
export const diceExamples = [under("double", 4950), under("tenth", 1000), under("safe", 9000)];
