import { type BetOdds, winOrLose } from "#modules/bets/shared/bet-odds.ts";
import { drawsOf, type LimboRules, multiplierOf, winningDraws } from "./rules.ts";

/** What a bet on a playable target can pay: its winning draws of 2^52. */
export const oddsOf = (rules: LimboRules, target: number): BetOdds =>
  winOrLose(winningDraws(rules, target), drawsOf(rules), multiplierOf(target));
