import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { Deviations, factorOf } from "../../testing/deviations.ts";
import { runShare, seedOf } from "../../testing/matches.ts";
import { unfairPrices } from "../../testing/price-checks.ts";
import { expectedFactor } from "../chances.ts";
import type { Line } from "../events/rules.ts";
import { priceMarket } from "../price.ts";
import { randomStream } from "../random.ts";
import { sumOf } from "../score-chances.ts";
import { type BasketballMatch, withOvertime } from "./basketball.ts";
import { BasketballBook } from "./basketball-book.ts";
import { type BasketballFacts, beforeTip, playBasketball, sum, tippedOff } from "./basketball-facts.ts";
import { basketballRules, openingLines } from "./basketball-rules.ts";
import { settleBasketball } from "./settle-basketball.ts";

const level: BasketballMatch = { home: [0.48, 0.06, 0.35, 0.11], away: [0.475, 0.06, 0.355, 0.11] };
const played = (number: number) => playBasketball(level, randomStream(seedOf(number)));
const rulesOf = (number: number) =>
  basketballRules(level, randomStream(seedOf(number)), { possession: 1000, pause: 1000 });

function record(found: Deviations, from: BasketballFacts, end: BasketballFacts, lines: readonly Line[]): void {
  const book = new BasketballBook(level, from);
  for (const line of lines) {
    const results = new Map(required(settleBasketball(line, end), `${line.id} ${line.spec} is open at the end`));
    for (const { id, price, p } of priceMarket(line, book.outcomes(line)).outcomes) {
      if (p.win < 0.02) continue;
      const odds = Number(price);
      const factor = factorOf(required(results.get(id), id), odds);
      found.add(`${line.id} ${line.spec} ${id}`, factor - expectedFactor(p, odds * 1000));
    }
  }
}

test("a possession each and overtime by hand: who is ahead, by how much, and of which sum", () => {
  // Each side scores two points or none; level scores go on with ten possessions each.
  const even: BasketballMatch = { home: [0.5, 0, 0.5, 0], away: [0.5, 0, 0.5, 0] };
  const one = Float64Array.of(0.5, 0, 0.5);
  const { difference, offset, total, home } = withOvertime(even, one, one);
  expect(difference[offset]).toBe(0);
  expect(sumOf(difference.slice(offset + 1))).toBeCloseTo(0.5, 9);
  expect([sumOf(difference), sumOf(total), sumOf(home)].map(p => p.toFixed(9))).toEqual(Array(3).fill("1.000000000"));
  // Ahead by two without overtime, or from a level score with one more basket than the other in ten possessions: binomial(20, 9) / 2^20.
  const more = 167_960 / 2 ** 20;
  const tie = 184_756 / 2 ** 20;
  expect(difference[offset + 2]).toBeCloseTo(0.25 + (0.5 * more) / (1 - tie), 9);
});

test("the mean factor of every opening price is within 4 standard errors of its expected factor", () => {
  const found = new Deviations();
  const lines = openingLines(level);
  const book = new BasketballBook(level, beforeTip);
  const priced = lines.map(line => ({ line, market: priceMarket(line, book.outcomes(line)) }));
  for (let number = 0; number < 20_000 * runShare; number++) {
    const end = required(played(number).at(-1), "an end").facts;
    for (const { line, market } of priced) {
      const results = new Map(required(settleBasketball(line, end), line.id));
      for (const { id, price, p } of market.outcomes) {
        const odds = Number(price);
        found.add(
          `${line.id} ${line.spec} ${id}`,
          factorOf(required(results.get(id), id), odds) - expectedFactor(p, odds * 1000),
        );
      }
    }
  }
  expect(found.size).toBeGreaterThan(40);
  expect(found.worst).toEqual([]);
});

test("prices in play are martingales: the same holds at every possession, whatever has happened", () => {
  const found = new Deviations();
  for (let number = 0; number < 5000 * runShare; number++) {
    const rules = rulesOf(500_000 + number);
    const { state } = required(rules.steps[randomStream(seedOf(number)).below(100)], "a step");
    const end = required(rules.steps.at(-1), "an end").state;
    const lines = [...rules.openingLines, ...rules.linesAt(state)].filter(line => !settleBasketball(line, state));
    const unique = [...new Map(lines.map(line => [`${line.id}?${line.spec}`, line])).values()];
    record(found, state, end, unique);
  }
  expect(found.worst).toEqual([]);
});

test("no price has an expected factor above 1, chances sum to 1, and all that is offered is decided by the end", () => {
  expect(unfairPrices(rulesOf, 30, 9)).toEqual([]);
});

test("a league's match has about 220 points, an overtime only after a level score, and the same seed plays the same match", () => {
  const ends = Array.from({ length: 400 }, (_, number) => required(played(number).at(-1), "an end").facts);
  const points = ends.reduce((all, { quarters }) => all + sum(quarters)[0] + sum(quarters)[1], 0) / ends.length;
  expect(points).toBeGreaterThan(210);
  expect(points).toBeLessThan(232);
  for (const { quarters } of ends) {
    const [home, away] = sum(quarters.slice(0, 4));
    expect(quarters.length > 4).toBe(home === away);
  }
  expect(JSON.stringify(played(3))).toBe(JSON.stringify(played(3)));
  expect(settleBasketball({ id: "winner", spec: "" }, { ...tippedOff, phase: "abandoned" })).toEqual([
    ["home", "refund"],
    ["away", "refund"],
  ]);
});
