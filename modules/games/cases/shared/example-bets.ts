import type { ExampleBet } from "#modules/bets/shared/example-bet.ts";
import { oddsOf } from "./odds.ts";
import { casesRules, returnedOf } from "./rules.ts";

const { current: rules } = casesRules;

/** One of each case. */
export const casesExamples = rules.cases.map((of): ExampleBet => {
  return { id: of.slug, odds: oddsOf(of, 1), returned: returnedOf(rules, of) };
});
