import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { Deviations, factorOf } from "../../testing/deviations.ts";
import { runShare, seedOf } from "../../testing/matches.ts";
import { expectedFactor } from "../chances.ts";
import type { Line, SportRules } from "../events/rules.ts";
import { priceMarket } from "../price.ts";
import { randomStream } from "../random.ts";
import { jointOfTennis } from "./joint.ts";
import { settleTennis } from "./settle-tennis.ts";
import { TennisBook } from "./tennis-book.ts";
import { beforeToss, playTennis, type TennisFacts, type TennisMatch } from "./tennis-match.ts";
import { tennisRules } from "./tennis-rules.ts";

const golden: TennisMatch = { chances: { first: 0.65, second: 0.6 }, setsToWin: 2 };
const times = { point: 1000, game: 0, set: 0 };
const rulesOf = (match: TennisMatch, number: number) => tennisRules(match, randomStream(seedOf(number)), times);

function drawnMatch(number: number): TennisMatch {
  const random = randomStream(seedOf(7_000_000 + number));
  return { chances: { first: 0.52 + 0.2 * random.next(), second: 0.52 + 0.2 * random.next() }, setsToWin: 2 };
}

const linesAt = (rules: SportRules<TennisFacts>, facts: TennisFacts): readonly Line[] =>
  [
    ...new Map(
      [...rules.openingLines, ...rules.linesAt(facts)].map(line => [`${line.id}?${line.spec}`, line]),
    ).values(),
  ].filter(line => rules.settle(line, facts) === undefined);

const endOf = ({ steps }: SportRules<TennisFacts>) => required(steps.at(-1), "a match has an end").state;

/** Prices at a state beside what the end of the match makes of them. */
function record(found: Deviations, rules: SportRules<TennisFacts>, from: TennisFacts, lines: readonly Line[]): void {
  const outcomes = rules.book(from);
  for (const line of lines) {
    const results = new Map(required(rules.settle(line, endOf(rules)), `${line.id} ${line.spec} is open at the end`));
    for (const { id, price, p } of priceMarket(line, outcomes(line)).outcomes) {
      if (p.win < 0.02) continue;
      const name = `${line.id} ${line.id === "game_winner" || line.id.startsWith("set_") ? "" : line.spec} ${id}`;
      const odds = Number(price);
      found.add(name, factorOf(required(results.get(id), name), odds) - expectedFactor(p, odds * 1000));
    }
  }
}

test("before the toss the golden match is priced as .736502, sets and games under one distribution", () => {
  const book = new TennisBook(golden, beforeToss);
  const fair = (id: string, spec = "") => book.outcomes({ id, spec }).map(({ p }) => p.win);
  expect(fair("winner")[0]?.toFixed(6)).toBe("0.736502");
  expect(fair("set_winner", "set=1")[0]?.toFixed(6)).toBe("0.663495");
  expect(fair("set_winner", "set=2")[0]?.toFixed(6)).toBe("0.663495");
  const [straight = 0, three = 0] = fair("set_score");
  expect(straight + three).toBeCloseTo(0.736502, 6);
  expect(straight).toBeCloseTo(0.663495 ** 2, 5);
  const scores = fair("set_score");
  expect(scores.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
  expect(fair("sets_total", "total=2.5")[0]).toBeCloseTo(three + (scores[3] ?? 0), 9);
});

test("the mean factor of every opening price is within 4 standard errors of its expected factor", () => {
  const found = new Deviations();
  const lines = rulesOf(golden, 0).openingLines;
  const outcomes = new TennisBook(golden, beforeToss);
  const priced = lines.map(line => ({ line, market: priceMarket(line, outcomes.outcomes(line)) }));
  for (let number = 0; number < 20_000 * runShare; number++) {
    const end = required(playTennis(golden, randomStream(seedOf(number))).points.at(-1), "a match has an end").facts;
    for (const { line, market } of priced) {
      const results = new Map(required(settleTennis(line, end, 2), `${line.id} is open`));
      for (const { id, price, p } of market.outcomes) {
        const odds = Number(price);
        const factor = factorOf(required(results.get(id), id), odds);
        found.add(`${line.id} ${line.spec} ${id}`, factor - expectedFactor(p, odds * 1000));
      }
    }
  }
  expect(found.size).toBeGreaterThan(30);
  expect(found.worst).toEqual([]);
});

test("prices in play are martingales: the same holds at every point, whatever has happened", () => {
  const found = new Deviations();
  for (let number = 0; number < 5000 * runShare; number++) {
    const rules = rulesOf(drawnMatch(number), 500_000 + number);
    const random = randomStream(seedOf(900_000 + number));
    // A step by its number: one drawn among those of the match would favour short matches.
    const state = rules.steps[random.below(170)]?.state;
    if (state?.phase !== "open") continue;
    record(found, rules, state, linesAt(rules, state));
  }
  expect(found.worst).toEqual([]);
});

test("no price has an expected factor above 1, and the chances of a market sum to 1, at any point", () => {
  for (let number = 0; number < 1000 * runShare; number++) {
    const rules = rulesOf(drawnMatch(number), number);
    const { state } = required(rules.steps[(number * 13) % (rules.steps.length - 1)], "a step");
    const outcomes = rules.book(state);
    for (const line of linesAt(rules, state)) {
      const sum = outcomes(line).reduce((total, { p }) => total + p.win, 0);
      expect(Math.abs(sum - 1), `${line.id} ${line.spec}`).toBeLessThan(1e-6);
      for (const { price, p } of priceMarket(line, outcomes(line)).outcomes)
        expect(expectedFactor(p, Math.round(Number(price) * 1000)), `${line.id} ${line.spec}`).toBeLessThanOrEqual(
          1 + 1e-6,
        );
    }
  }
});

test("every market on offer is decided by the end, and none changes its result once decided", () => {
  for (let number = 0; number < 30; number++) {
    const rules = rulesOf(drawnMatch(number), number);
    const decided = new Map<string, string>();
    const offered = new Map<string, Line>();
    for (const { state } of rules.steps) {
      for (const line of linesAt(rules, state)) offered.set(`${line.id}?${line.spec}`, line);
      for (const [name, line] of offered) {
        const results = rules.settle(line, state);
        if (!results) continue;
        expect(JSON.stringify(results), name).toBe(decided.get(name) ?? JSON.stringify(results));
        decided.set(name, JSON.stringify(results));
      }
    }
    expect([...offered.keys()].filter(name => !decided.has(name))).toEqual([]);
  }
});

const facts = (changes: Partial<TennisFacts>): TennisFacts =>
  Object.assign({}, beforeToss, { serves: "home" }, changes);

test("of a match that was broken off what every continuation decides alike is settled, the rest is void", () => {
  const late = facts({
    sets: [1, 1],
    games: [
      [6, 4],
      [4, 6],
      [5, 5],
    ],
    phase: "retired",
    retired: "home",
  });
  const result = (line: Line, outcome: string, state: TennisFacts) =>
    new Map(settleTennis(line, state, 2)).get(outcome);
  expect(result({ id: "winner", spec: "" }, "away", late)).toBe("win");
  expect(result({ id: "sets_total", spec: "total=2.5" }, "over", late)).toBe("win");
  // Twenty finished games and at least twelve of the third set.
  expect(result({ id: "games_total", spec: "total=31.5" }, "over", late)).toBe("win");
  expect(result({ id: "games_total", spec: "total=32.5" }, "over", late)).toBe("refund");
  expect(result({ id: "games_total", spec: "total=33.5" }, "under", late)).toBe("win");
  expect(result({ id: "set_score", spec: "" }, "2:0", late)).toBe("lose");
  expect(result({ id: "set_score", spec: "" }, "2:1", late)).toBe("refund");
  expect(result({ id: "games_hcp", spec: "hcp=-1.5" }, "home", late)).toBe("refund");
  expect(result({ id: "set_winner", spec: "set=1" }, "home", late)).toBe("win");
  const early = facts({ games: [[3, 2]], phase: "retired", retired: "home" });
  expect(result({ id: "winner", spec: "" }, "away", early)).toBe("refund");
  const abandoned = facts({
    sets: [1, 0],
    games: [
      [6, 0],
      [2, 2],
    ],
    phase: "abandoned",
  });
  expect(result({ id: "winner", spec: "" }, "home", abandoned)).toBe("refund");
});

test("a builder is the sum over one distribution: less than one of its legs, more than their product when they help each other", () => {
  const legs = [
    { market: "winner", spec: "", outcome: "home" },
    { market: "sets_total", spec: "total=2.5", outcome: "under" },
  ];
  const parts = jointOfTennis(golden, legs, beforeToss);
  if (typeof parts === "string") return expect.fail(parts);
  const [home = 0, under = 0, both = 0] = parts.map(({ p }) => p);
  expect(both).toBeCloseTo(0.663495 ** 2, 5);
  expect(both).toBeGreaterThan(home * under);
  const impossible = [{ market: "set_score", spec: "", outcome: "0:2" }, ...legs.slice(0, 1)];
  expect(jointOfTennis(golden, impossible, beforeToss)).toBe("impossible");
  const implied = [{ market: "set_score", spec: "", outcome: "2:0" }, ...legs.slice(0, 1)];
  expect(jointOfTennis(golden, implied, beforeToss)).toBe("implied");
  const others = [{ market: "game_winner", spec: "game=1|set=1", outcome: "home" }, ...legs.slice(0, 1)];
  expect(jointOfTennis(golden, others, beforeToss)).toBe("not_combinable");
});

test("the same seed plays the same match", () => {
  const played = (number: number) => JSON.stringify(rulesOf(golden, number).steps);
  expect(played(3)).toBe(played(3));
  expect(played(3)).not.toBe(played(4));
});
