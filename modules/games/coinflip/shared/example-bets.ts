import type { ExampleBet } from "#modules/bets/shared/example-bet.ts";
import { flipOddsOf } from "./odds.ts";
import { coinflipRules, returnedOf } from "./rules.ts";

const { current: rules } = coinflipRules;
const flip: ExampleBet = { id: "flip", odds: flipOddsOf(rules), returned: returnedOf(rules) };

export const coinflipExamples = [flip];
