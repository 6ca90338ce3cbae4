import { join } from "node:path";
import { expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { betOfSpin, betsOfGame } from "#modules/bonuses/shared/example-bets.ts";
import { betsOf, expectedValue, type WageringPlan } from "#modules/bonuses/shared/expected-value.ts";
import { wageringGames } from "#modules/bonuses/shared/terms.ts";
import { publishedPayouts } from "#modules/providers/server/published-payouts.ts";
import { manifestView } from "#modules/providers/shared/provider-calls.ts";
import { readProof } from "#studio/engine/par/stored.ts";
import { manifestOf } from "#studio/rgs/server/manifest.ts";
import { slots } from "#studio/slots/registry.ts";
import { checkLines } from "./second-verifier.ts";

const program = join(import.meta.dirname, "fairhouse_expected_value.py");

const games = wageringGames.flatMap(game => betsOfGame(game).slice(0, 3));
const double = required(betsOfGame("dice")[0], "a bet of dice");
const red = required(betsOfGame("roulette")[0], "a bet of roulette");
const number = required(betsOfGame("roulette")[2], "a bet of roulette");
const tenth = { rate: 250, odds: required(betsOfGame("dice")[1], "a bet of dice").odds };

/** The slots whose every payout the studio publishes, as the casino learns of them. */
const published = slots.map(game => {
  const payouts = readProof(game.slug)?.payouts;
  const sent = manifestOf({ game, maths: "0".repeat(64), module: "", ...(payouts && { payouts }) });
  return { slug: game.slug, manifest: manifestView.parse(sent), maths: null, isEnabled: true };
});
const provider = { slug: "studio", isOn: true, games: new Map(published.map(each => [each.slug, each])) };
const spins = publishedPayouts([provider], "USD", "en");

const plan = (bet: { readonly rate: number; readonly odds: WageringPlan["odds"] }, wager: number, stake: string) => {
  const amount = parseDecimal("100");
  return { amount, target: amount * BigInt(wager), stake: parseDecimal(stake), rate: bet.rate, odds: bet.odds };
};

/** The examples of the specification, and every game with stakes that leave a short one. */
const plans: readonly WageringPlan[] = [
  plan(double, 10, "1"),
  plan(double, 10, "5"),
  plan(double, 20, "5"),
  plan(red, 10, "5"),
  plan(number, 10, "5"),
  plan(tenth, 10, "20"),
  { amount: 3_000_000n, target: 4_000_000n, stake: 1_000_000n, rate: 1000, odds: double.odds },
  ...spins.map(slot => plan(betOfSpin(slot), 2, "5")),
  ...games.map(bet => plan(bet, 1, "7")),
  ...[double, red].map(bet => ({ ...plan(bet, 1, "7"), cap: 150_000_000n })),
  { ...plan(red, 10, "5"), cap: 500_000_000n },
  { amount: 3_000_000n, target: 4_000_000n, stake: 1_000_000n, rate: 1000, odds: double.odds, cap: 4_000_000n },
];

test("the second implementation finds the same values to 1e-9", async () => {
  const { code, text } = await checkLines(program, plans.map(lineOf));
  expect(text).toBe(`${plans.length} plans, 0 wrong\n`);
  expect(code).toBe(0);
});

test("there are slots among them, with the return that they state", () => {
  expect(spins.map(({ slug, rate }) => [slug, rate])).toContainEqual(["seven-struck", 993]);
  for (const slot of spins) {
    const { outcomes, total } = betOfSpin(slot).odds;
    const paid = outcomes.reduce(
      (sum, { weight, multiplier }) => sum + (weight * multiplier.numerator * 1_000n) / multiplier.denominator,
      0n,
    );
    expect(Number(paid) / Number(total * 1_000n)).toBeCloseTo(readProof(slot.slug)?.modes[0]?.rtp ?? 0, 6);
  }
});

test("it finds a wrong value", async () => {
  const line = lineOf(required(plans[1], "a plan"));
  const { code } = await checkLines(program, [line.replace(/"finish":0\.4/, '"finish":0.5')]);
  expect(code).toBe(1);
});

function lineOf(of: WageringPlan): string {
  const found = required(expectedValue(of), "a plan that can be computed");
  return JSON.stringify({
    amount: Number(of.amount),
    stake: Number(of.stake),
    cap: of.cap ? Number(of.cap) : null,
    bets: betsOf(of),
    outcomes: of.odds.outcomes.map(({ weight, multiplier }) =>
      [weight, multiplier.numerator, multiplier.denominator].map(Number),
    ),
    release: found.release,
    finish: found.finish,
  });
}
