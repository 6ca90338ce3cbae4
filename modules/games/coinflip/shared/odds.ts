import { type BetOdds, winOrLose } from "#modules/bets/shared/bet-odds.ts";
import { multiplierAfter } from "./rules.ts";

/** What a single flip can pay, whichever side is called. */
export const flipOdds: BetOdds = winOrLose(1n, 2n, multiplierAfter(1));
