import { type BetOdds, fromHundredths } from "#modules/bets/shared/bet-odds.ts";
import { pathsTo } from "./odds.ts";
import { type PlinkoBet, type PlinkoRules, tableOf } from "./rules.ts";

/** What a playable bet can pay: the paths to each slot. */
export const oddsOf = (rules: PlinkoRules, bet: PlinkoBet): BetOdds =>
  fromHundredths(tableOf(rules, bet).map((hundredths, slot) => [pathsTo(bet.rows, slot), hundredths]));
