import { type BetOdds, winOrLose } from "#modules/bets/shared/bet-odds.ts";
import { draws, multiplierOf, winningDraws } from "./rules.ts";

/** What a bet on a playable target can pay: its winning draws of 2^52. */
export const oddsOf = (target: number): BetOdds => winOrLose(winningDraws(target), draws, multiplierOf(target));
