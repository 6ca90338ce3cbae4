import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { type BetOdds, fromHundredths, winOrLose } from "./bet-odds.ts";
import { lawOf, type ReturnSums, sigmasOf, tailFrom, verdictOf } from "./return-law.ts";

/** A generator with a seed (mulberry32), so that a run is the same each time. */
function drawsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How many of `n` bets win, by the gaps between wins: as few draws as there are wins. */
function winsOf(draw: () => number, n: number, chance: number): number {
  let wins = -1;
  for (let at = 0; at <= n; wins++) at += Math.ceil(Math.log(1 - draw()) / Math.log(1 - chance)) || 1;
  return wins;
}

/** A bet that pays `multiple` in `winning` of a million draws. */
const bet = (winning: number, multiple: number) =>
  winOrLose(BigInt(winning), 1_000_000n, { numerator: BigInt(multiple), denominator: 1n });

/** Sums of bets that are all alike, of which so many won. */
function sumsOf(odds: BetOdds, bets: number, wins: number): ReturnSums {
  const law = lawOf(odds);
  const { numerator, denominator } = required(odds.outcomes[0], "a win").multiplier;
  const multiple = Number(numerator) / Number(denominator);
  const isTail = multiple >= tailFrom;
  return {
    bets,
    paid: wins * multiple,
    due: bets * law.returned,
    body: isTail ? 0 : wins * multiple,
    mean: bets * law.mean,
    variance: bets * law.variance,
    wins: isTail ? wins : 0,
    expectedWins: bets * law.tail,
  };
}

test("mean and variance of a bet are those of its odds, and payouts of a hundred times and more are counted apart", () => {
  expect(lawOf(bet(487_500, 2))).toEqual({ mean: 0.975, variance: 1.95 - 0.975 ** 2, tail: 0, returned: 0.975 });
  const law = lawOf(
    fromHundredths([
      [1n, 50_000],
      [1n, 10_000],
      [498n, 100],
      [500n, 0],
    ]),
  );
  expect(law).toMatchObject({ mean: 0.498, tail: 0.002 });
  expect(law.returned).toBeCloseTo(1.098, 12);
  expect(law.variance).toBeCloseTo(0.498 - 0.498 ** 2, 12);
});

const hours = 720;
const betsAnHour = 120;
const months = 1_000;

test.each([
  ["every second", 487_500, 2],
  ["one in fifty", 19_500, 50],
  ["one in a thousand", 975, 1_000],
])("a thousand honest months of a game that wins %s bet: at most one alert a month", (_, winning, multiple) => {
  const odds = bet(winning, multiple);
  const draw = drawsOf(winning);
  const window = new Uint8Array(hours);
  let [wins, isOpen, alerts, mostInMonth] = [0, false, 0, 0];
  for (let month = 0, inMonth = 0; month < months; month++, inMonth = 0) {
    for (let hour = 0; hour < hours; hour++) {
      const won = winsOf(draw, betsAnHour, winning / 1e6);
      wins += won - (window[hour] ?? 0);
      window[hour] = won;
      // The first window is not full.
      const counted = month === 0 ? (hour + 1) * betsAnHour : hours * betsAnHour;
      const verdict = verdictOf(sumsOf(odds, counted, wins));
      if (verdict === "outside" && !isOpen) inMonth++;
      isOpen = verdict === "outside" || (isOpen && verdict !== "calm");
    }
    alerts += inMonth;
    mostInMonth = Math.max(mostInMonth, inMonth);
  }
  expect(mostInMonth).toBeLessThanOrEqual(1);
  // One look in two thousand may be wrong; looks an hour apart share almost all of their bets.
  expect(alerts).toBeLessThan(months / 20);
});

test("a game that pays three percent too much is outside within 100,000 bets", () => {
  for (const [winning, multiple] of [
    [487_500, 2],
    [195_000, 5],
  ] as const) {
    const draw = drawsOf(multiple);
    const honest = bet(winning, multiple);
    let [wins, bets] = [0, 0];
    while (verdictOf(sumsOf(honest, bets, wins)) !== "outside" && bets < 1_000_000) {
      bets += 100;
      wins += winsOf(draw, 100, (winning * 1.03) / 1e6);
    }
    expect(bets).toBeGreaterThan(1_000);
    expect(bets).toBeLessThanOrEqual(100_000);
  }
});

test("a payout that no outcome has is outside at once, and few bets say nothing otherwise", () => {
  const even = bet(487_500, 2);
  expect(verdictOf({ ...sumsOf(even, 1, 0), wins: 1 })).toBe("outside");
  expect([sigmasOf(sumsOf(even, 999, 999)), verdictOf(sumsOf(even, 999, 999))]).toEqual([undefined, "calm"]);
  expect(verdictOf(sumsOf(even, 1_000, 600))).toBe("outside");
  expect(verdictOf(sumsOf(even, 1_000, 530))).toBe("inside");
});
