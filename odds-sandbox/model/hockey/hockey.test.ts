import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { seedOf } from "../../testing/matches.ts";
import { playPrices, unfairPrices } from "../../testing/price-checks.ts";
import { randomStream } from "../random.ts";
import { type HockeyMatch, overtimeChance } from "./hockey.ts";
import { HockeyBook } from "./hockey-book.ts";
import { beforeFirstPeriod, type HockeyFacts, playHockey, regularScore, sum } from "./hockey-facts.ts";
import { hockeyRules } from "./hockey-rules.ts";
import { settleHockey } from "./settle-hockey.ts";

const match: HockeyMatch = { home: 3.2, away: 2.7 };
const times = { second: 75, pause: 8000, shootOut: 20_000 };
const rulesOf = (number: number, of: HockeyMatch = match) => hockeyRules(of, randomStream(seedOf(number)), times);
const endOf = (number: number) => required(rulesOf(number).steps.at(-1), "an end").state;

test("chances by hand: a match without goals so far, and overtime", () => {
  const book = new HockeyBook({ home: 2, away: 1 }, beforeFirstPeriod);
  const chance = (id: string, outcome: string, spec = "") =>
    required(
      book.outcomes({ id, spec }).find(each => each.id === outcome),
      outcome,
    ).p.win;
  expect(chance("next_goal", "none", "goal=1")).toBeCloseTo(Math.exp(-3), 9);
  expect(chance("next_goal", "home", "goal=1")).toBeCloseTo(((1 - Math.exp(-3)) * 2) / 3, 9);
  expect(chance("both_score", "yes")).toBeCloseTo((1 - Math.exp(-2)) * (1 - Math.exp(-1)), 9);
  // Level after sixty minutes: the sum of (2 x 1)^n / n!^2 over n, times exp(-3).
  expect(chance("1x2", "draw")).toBeCloseTo(Math.exp(-3) * 4.252_350_88, 8);
  // Two of three overtimes end by a goal; the rest is even.
  const goal = 1 - Math.exp(-1.08);
  expect(overtimeChance({ home: 2, away: 1 }, 1)).toBeCloseTo((goal * 2) / 3 + (1 - goal) / 2, 12);
  const home = chance("1x2", "home");
  expect(chance("winner", "home")).toBeCloseTo(
    home + chance("1x2", "draw") * overtimeChance({ home: 2, away: 1 }, 1),
    12,
  );
});

test("the mean factor of every price is within 4 standard errors of its expected factor, before and during the match", () => {
  const { before, during } = playPrices(rulesOf, 20_000, 5000);
  expect(before.size).toBeGreaterThan(25);
  expect(before.worst).toEqual([]);
  expect(during.worst).toEqual([]);
});

test("no price has an expected factor above 1, chances sum to 1, and all that is offered is decided by the end", () => {
  expect(
    unfairPrices(number => rulesOf(number, { home: 2 + (number % 7) / 2, away: 1.5 + (number % 5) / 2 }), 60, 11),
  ).toEqual([]);
});

test("a league's match has about six goals, overtime follows a level score only, and the same seed plays the same match", () => {
  const ends = Array.from({ length: 600 }, (_, number) => endOf(number));
  const goals = ends.reduce((all, end) => all + regularScore(end)[0] + regularScore(end)[1], 0) / ends.length;
  expect(goals).toBeGreaterThan(5.5);
  expect(goals).toBeLessThan(6.3);
  for (const end of ends) {
    const [home, away] = regularScore(end);
    expect(end.periods.length > 3).toBe(home === away);
    const [all, others] = sum(end.periods);
    expect(all).not.toBe(others);
  }
  expect(new Set(ends.map(({ periods }) => periods.length))).toEqual(new Set([3, 4, 5]));
  expect(playHockey(match, randomStream(seedOf(3)))).toEqual(playHockey(match, randomStream(seedOf(3))));
});

test("a level match that is broken off after sixty minutes settles these, and refunds the winner", () => {
  const level: HockeyFacts = {
    periods: [
      [1, 0],
      [0, 1],
      [1, 1],
    ],
    seconds: 1200,
    onBreak: true,
    phase: "abandoned",
    scorers: ["home", "away", "home", "away"],
  };
  const settled = (id: string, spec = "") => settleHockey({ id, spec }, level);
  expect(settled("1x2")).toEqual([
    ["home", "lose"],
    ["draw", "win"],
    ["away", "lose"],
  ]);
  expect(settled("total", "total=4")?.[0]).toEqual(["over", "refund"]);
  expect(settled("next_goal", "goal=5")?.[1]).toEqual(["none", "win"]);
  expect(settled("winner")?.[0]).toEqual(["home", "refund"]);
});
