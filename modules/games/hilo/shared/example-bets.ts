import { winOrLose } from "#modules/bets/shared/bet-odds.ts";
import type { ExampleBet } from "#modules/bets/shared/example-bet.ts";
import { hiloRules, returnedOf } from "./rules.ts";

const returned = returnedOf(hiloRules.current);
const { numerator, denominator } = returned;

/** Cashed out after one guess of the colour, which is right half of the time. */
const colour: ExampleBet = {
  id: "colour",
  odds: winOrLose(1n, 2n, { numerator: numerator * 2n, denominator }),
  returned,
};

export const hiloExamples = [colour];
