import { required } from "#kit/std/invariant.ts";
import { winOrLose } from "#modules/bets/shared/bet-odds.ts";
import type { ExampleBet } from "#modules/bets/shared/example-bet.ts";
import { spotOf } from "./cloth.ts";
import { multiplierOf, returnedOf, rouletteRules } from "./rules.ts";

const { current: rules } = rouletteRules;

function chipOn(id: string): ExampleBet {
  const spot = required(spotOf(id), "a spot of the cloth");
  const odds = winOrLose(BigInt(spot.numbers.length), BigInt(rules.pockets), multiplierOf(rules, spot));
  return { id, odds, returned: returnedOf(rules) };
}

export const rouletteExamples = [chipOn("red"), chipOn("dozen-1"), chipOn("straight-17")];
