import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { seedOf } from "../../testing/matches.ts";
import { playPrices, unfairPrices } from "../../testing/price-checks.ts";
import { priceMarket } from "../price.ts";
import { randomStream } from "../random.ts";
import { settleVolleyball } from "./settle-volleyball.ts";
import { endsAfter, setEnds, setWinner, type VolleyballMatch } from "./volleyball.ts";
import { VolleyballBook } from "./volleyball-book.ts";
import { afterRally, beforeToss, playVolleyball, startOfSet, type VolleyballFacts } from "./volleyball-facts.ts";
import { volleyballRules } from "./volleyball-rules.ts";

const match: VolleyballMatch = { serving: 0.42, receiving: 0.61 };
const even: VolleyballMatch = { serving: 0.5, receiving: 0.5 };
const rulesOf = (number: number, of = match) =>
  volleyballRules(of, randomStream(seedOf(number)), { rally: 1700, pause: 8000 });
const homeChance = (sides: ReturnType<typeof setEnds>) => sides.home.won[0]?.p ?? 0;

test.each([
  [[25, 23], 1, "home"],
  [[25, 24], 1, undefined],
  [[27, 29], 4, "away"],
  [[24, 10], 1, undefined],
  [[15, 13], 5, "home"],
  [[15, 13], 4, undefined],
  [[14, 16], 5, "away"],
] as const)("a set at %j in set %i is won by %s", (score, set, winner) => {
  expect(setWinner(score, set)).toBe(winner);
});

test("who wins a rally serves next, sides take turns to begin, and the fifth set is tossed for", () => {
  let facts = startOfSet(beforeToss, "away");
  expect(facts.serves).toBe("away");
  facts = afterRally(facts, "home");
  expect(facts.serves).toBe("home");
  const served = (sets: number) => startOfSet(Object.assign({}, facts, { sets: Array(sets).fill([25, 0]) }), "home");
  expect([1, 2, 3, 4].map(sets => served(sets).serves)).toEqual(["home", "away", "home", "home"]);
});

test("chances by hand: even sides, and two level sides of which one serves", () => {
  const set = setEnds(even, 1, [0, 0], "home");
  expect(homeChance(set)).toBeCloseTo(0.5, 9);
  // Without 24:24, the chance of 25:k is binomial(24 + k, k) / 2^(25 + k).
  const ended = (total: number) => (set.home.total.p[total - set.home.total.from] ?? 0) as number;
  expect(ended(25)).toBeCloseTo(2 ** -25, 12);
  expect(ended(48)).toBeCloseTo(16_123_801_841_550 / 2 ** 48, 12);
  // From 24:24 with the serve: D = aa + a(1-a)E + (1-a)bD and E = ba + b(1-a)E + (1-b)bD.
  const [a, b] = [match.serving, match.receiving];
  const e = (d: number) => (b * a + (1 - b) * b * d) / (1 - b * (1 - a));
  const [low, high] = [a * a + a * (1 - a) * e(0), a * a + a * (1 - a) * e(1) + (1 - a) * b];
  const level = low / (1 - (high - low));
  expect(homeChance(setEnds(match, 1, [24, 24], "home"))).toBeCloseTo(level, 8);
  expect(homeChance(setEnds(match, 1, [24, 24], "away"))).toBeCloseTo(e(level), 8);
  const scores = new VolleyballBook(even, beforeToss).outcomes({ id: "set_score", spec: "" });
  expect(scores.map(({ p }) => p.win)).toEqual([2, 3, 3, 2, 3, 3].map(p => expect.closeTo(p / 16, 8)));
});

test("points of sets that are over count for the match", () => {
  const facts: VolleyballFacts = {
    sets: [
      [25, 13],
      [20, 25],
    ],
    won: [1, 1],
    first: "home",
    serves: "home",
    onBreak: true,
    phase: "open",
  };
  const book = new VolleyballBook(match, facts);
  const chance = (id: string, spec: string) => book.outcomes({ id, spec })[0]?.p.win ?? 0;
  const rest = endsAfter(match, [1, 1], "home");
  const above = (of: typeof rest.total, line: number) =>
    [...of.p].reduce((sum, p, index) => sum + (of.from + index > line ? p : 0), 0);
  expect(chance("points_total", "total=180.5")).toBeCloseTo(above(rest.total, 97.5), 9);
  expect(chance("points_hcp", "hcp=-9.5")).toBeCloseTo(above(rest.margin, 2.5), 9);
});

test("the mean factor of every price is within 4 standard errors of its expected factor, before and during the match", () => {
  const { before, during } = playPrices(rulesOf, 10_000, 3000);
  expect(before.size).toBeGreaterThan(25);
  expect(before.worst).toEqual([]);
  expect(during.worst).toEqual([]);
});

test("no price has an expected factor above 1, chances sum to 1, and all that is offered is decided by the end", () => {
  expect(unfairPrices(rulesOf, 12, 17)).toEqual([]);
});

test("what is decided early stays so to the end", () => {
  for (let number = 0; number < 40; number++) {
    const rules = rulesOf(number, even);
    const end = required(rules.steps.at(-1), "an end").state;
    const { state } = required(rules.steps[randomStream(seedOf(number)).below(rules.steps.length)], "a step");
    for (const line of [...rules.openingLines, ...rules.linesUntil(state)]) {
      const early = settleVolleyball(line, state);
      if (early) expect(settleVolleyball(line, end), `${line.id} ${line.spec}`).toEqual(early);
    }
  }
});

test("a score that is almost certain closes the market of scores, in which the others would be left", () => {
  const won = (points: number): VolleyballFacts => ({
    sets: [
      [25, 13],
      [25, 20],
      [points, 2],
    ],
    won: [2, 0],
    first: "home",
    serves: "home",
    onBreak: false,
    phase: "open",
  });
  const scores = { id: "set_score", spec: "" };
  const priced = (points: number) => priceMarket(scores, new VolleyballBook(match, won(points)).outcomes(scores));
  expect(priced(24)).toMatchObject({ status: "inactive", outcomes: [] });
  const sum = priced(4).outcomes.reduce((all, { price }) => all + 1 / Number(price), 0);
  expect(sum).toBeGreaterThan(1);
});

test("a match has three to five sets, and the same seed plays the same match", () => {
  const ends = Array.from({ length: 200 }, (_, number) => required(rulesOf(number).steps.at(-1), "an end").state);
  for (const { sets, won } of ends) {
    expect(sets.length).toBe(won[0] + won[1]);
    expect(Math.max(...won)).toBe(3);
  }
  expect(new Set(ends.map(({ sets }) => sets.length))).toEqual(new Set([3, 4, 5]));
  expect(playVolleyball(match, randomStream(seedOf(3)))).toEqual(playVolleyball(match, randomStream(seedOf(3))));
});

test("a match that is broken off in its fifth set settles what is certain, and refunds the rest", () => {
  const facts: VolleyballFacts = {
    sets: [
      [25, 20],
      [23, 25],
      [25, 18],
      [19, 25],
      [14, 14],
    ],
    won: [2, 2],
    first: "home",
    serves: "home",
    onBreak: false,
    phase: "abandoned",
  };
  const settled = (id: string, spec = "") => settleVolleyball({ id, spec }, facts)?.[0]?.[1];
  expect(settled("winner")).toBe("refund");
  expect(settled("sets_total", "total=4.5")).toBe("win");
  expect(settled("sets_hcp", "hcp=-1.5")).toBe("lose");
  // 208 points and a margin of +4 so far; the set ends by two, at 16:14 or later.
  expect(settled("points_total", "total=209.5")).toBe("win");
  expect(settled("points_total", "total=210.5")).toBe("refund");
  expect(settled("points_hcp", "hcp=-1.5")).toBe("win");
  expect(settled("points_hcp", "hcp=-6.5")).toBe("lose");
  expect(settled("points_hcp", "hcp=-3.5")).toBe("refund");
  expect(settled("set_points_total", "set=5|total=29.5")).toBe("win");
  expect(settled("set_points_hcp", "hcp=2.5|set=5")).toBe("win");
  expect(settled("set_winner", "set=4")).toBe("lose");
  expect(settled("set_winner", "set=5")).toBe("refund");
});
