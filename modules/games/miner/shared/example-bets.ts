import { winOrLose } from "#modules/bets/shared/bet-odds.ts";
import type { ExampleBet } from "#modules/bets/shared/example-bet.ts";
import { minerRules, multiplierAt, returnedOf } from "./rules.ts";

const { current: rules } = minerRules;

/** Cashed out after one tile. */
function oneTile(mines: number): ExampleBet {
  const odds = winOrLose(BigInt(rules.tiles - mines), BigInt(rules.tiles), multiplierAt(rules, mines, 1));
  return { id: `mines-${mines}`, odds, returned: returnedOf(rules) };
}

export const minerExamples = [oneTile(3), oneTile(12)];
