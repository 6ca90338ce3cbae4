import { type BetOdds, winOrLose } from "#modules/bets/shared/bet-odds.ts";
import { type DiceBet, type DiceRules, multiplierOf, winningRolls } from "./rules.ts";

/** What a playable bet can pay: its winning rolls of ten thousand. */
export const oddsOf = (rules: DiceRules, bet: DiceBet): BetOdds =>
  winOrLose(BigInt(winningRolls(rules, bet)), BigInt(rules.rolls), multiplierOf(rules, bet));
