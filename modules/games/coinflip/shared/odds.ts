import { type BetOdds, winOrLose } from "#modules/bets/shared/bet-odds.ts";
import { type CoinflipRules, multiplierAfter } from "./rules.ts";

/** What a single flip can pay, whichever side is called. */
export const flipOddsOf = (rules: CoinflipRules): BetOdds => winOrLose(1n, 2n, multiplierAfter(rules, 1));
