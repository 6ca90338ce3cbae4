import { type BetOdds, winOrLose } from "#modules/bets/shared/bet-odds.ts";
import { type DiceBet, diceConfiguration, multiplierOf, winningRolls } from "./rules.ts";

/** What a playable bet can pay: its winning rolls of ten thousand. */
export const oddsOf = (bet: DiceBet): BetOdds =>
  winOrLose(BigInt(winningRolls(bet)), BigInt(diceConfiguration.rolls), multiplierOf(bet));
