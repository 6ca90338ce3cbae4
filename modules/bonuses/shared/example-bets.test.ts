import { expect, test } from "vitest";
import { rateOf } from "#modules/wagering/shared/grant.ts";
import { betsOfGame, shapeOf } from "./example-bets.ts";
import { wageringGames } from "./terms.ts";

const exampleBets = Object.fromEntries(wageringGames.map(game => [game, betsOfGame(game)]));
const bets = Object.entries(exampleBets).flatMap(([game, all]) => all.map(bet => ({ game, bet })));

test.each(bets)("$game $bet.id counts by the edge of its payouts", ({ bet: { odds, rate } }) => {
  const denominator = odds.outcomes.reduce((all, { multiplier }) => all * multiplier.denominator, odds.total);
  const numerator = odds.outcomes.reduce(
    (sum, { weight, multiplier }) =>
      sum + (weight * multiplier.numerator * (denominator / multiplier.denominator)) / odds.total,
    0n,
  );
  const exact = rateOf({ numerator, denominator });
  // Crash and limbo cut the number of winning draws: their bets return a hair less than their rules say.
  expect(exact - rate).toBeGreaterThanOrEqual(0);
  expect(exact - rate).toBeLessThanOrEqual(1);
});

test("rates follow the edge: 1 % counts a quarter, roulette 676 of a thousand, cases more than their price", () => {
  const rates = Object.fromEntries(Object.entries(exampleBets).map(([game, [first]]) => [game, first?.rate]));
  expect(rates).toEqual({
    dice: 250,
    roulette: 676,
    crash: 250,
    limbo: 250,
    plinko: 250,
    keno: 246,
    hilo: 250,
    miner: 250,
    coinflip: 250,
    cases: 1250,
  });
});

test("a bet is named by its chance and what it pays, or by its best payout", () => {
  const [double] = betsOfGame("dice");
  const [low] = betsOfGame("plinko");
  expect([double, low].map(bet => bet && shapeOf(bet))).toEqual([
    { chance: 0.495, most: "2.00" },
    { chance: null, most: "5.60" },
  ]);
});
