import type { ExampleBet } from "#modules/bets/shared/example-bet.ts";
import { oddsOf } from "./bet-odds.ts";
import { kenoRules, type Risk, returnedOf, risks } from "./rules.ts";

const { current: rules } = kenoRules;
const threePicks = (risk: Risk): ExampleBet => {
  const bet = { risk, picks: [1, 2, 3] };
  return { id: risk, odds: oddsOf(rules, bet), returned: returnedOf(rules, bet) };
};

export const kenoExamples = risks.map(threePicks);
