import type { ExampleBet } from "#modules/bets/shared/example-bet.ts";
import { oddsOf } from "./bet-odds.ts";
import { plinkoRules, type Risk, returnedOf, risks } from "./rules.ts";

const { current: rules } = plinkoRules;
const eightRows = (risk: Risk): ExampleBet => {
  const bet = { risk, rows: 8 };
  return { id: risk, odds: oddsOf(rules, bet), returned: returnedOf(rules, bet) };
};

export const plinkoExamples = risks.map(eightRows);
