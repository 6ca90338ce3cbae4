import { type BetOdds, fromHundredths } from "#modules/bets/shared/bet-odds.ts";
import { pathsTo } from "./odds.ts";
import { type PlinkoBet, tableOf } from "./rules.ts";

/** What a playable bet can pay: the paths to each slot. */
export const oddsOf = (bet: PlinkoBet): BetOdds =>
  fromHundredths(tableOf(bet).map((hundredths, slot) => [pathsTo(bet.rows, slot), hundredths]));
