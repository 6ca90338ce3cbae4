import { type BetOdds, fromHundredths } from "#modules/bets/shared/bet-odds.ts";
import { drawsWith } from "./odds.ts";
import { type KenoBet, type KenoRules, rowOf } from "./rules.ts";

/** What a playable bet can pay: the draws with each number of hits. */
export const oddsOf = (rules: KenoRules, { risk, picks }: KenoBet): BetOdds =>
  fromHundredths(
    rowOf(rules, risk, picks.length).map((hundredths, hits) => [drawsWith(picks.length, hits), hundredths]),
  );
