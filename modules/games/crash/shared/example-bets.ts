import { winOrLose } from "#modules/bets/shared/bet-odds.ts";
import type { ExampleBet } from "#modules/bets/shared/example-bet.ts";
import { crashRules, drawsReaching, returnedOf } from "./rules.ts";

const { current: rules } = crashRules;

/** Cashed out automatically, at hundredths. */
function cashedOutAt(id: string, target: number): ExampleBet {
  const multiplier = { numerator: BigInt(target), denominator: 100n };
  const odds = winOrLose(drawsReaching(rules, target), 1n << BigInt(rules.bits), multiplier);
  return { id, odds, returned: returnedOf(rules) };
}

export const crashExamples = [cashedOutAt("double", 200), cashedOutAt("tenfold", 1000)];
