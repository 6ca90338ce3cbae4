import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { Deviations, factorOf } from "../../testing/deviations.ts";
import { drawnMatch, goldenMatch, runShare, seedOf } from "../../testing/matches.ts";
import { expectedFactor } from "../chances.ts";
import { priceMarket } from "../price.ts";
import { randomStream } from "../random.ts";
import { linesAtScore, openingLines } from "./lines.ts";
import { afterFact, beforeKickOff, type Fact, type FootballMatch, type FootballState } from "./match.ts";
import { FootballBook } from "./outcomes.ts";
import { playFootball } from "./play.ts";
import { settleFootball } from "./settle.ts";

function stateAt(facts: readonly Fact[], half: 0 | 1 | 2, seconds: number): FootballState {
  const before = facts.filter(fact => fact.half < half || (fact.half === half && fact.second <= seconds));
  return { ...before.reduce(afterFact, beforeKickOff), half, seconds };
}

function record(found: Deviations, match: FootballMatch, from: FootballState, end: FootballState): void {
  const book = new FootballBook(match, from);
  for (const line of [...openingLines(match), ...linesAtScore(from.goals, match)]) {
    if (settleFootball(line, from, match)) continue;
    const priced = priceMarket(line, book.outcomes(line));
    const results = new Map(required(settleFootball(line, end, match), `${line.id} is open at the end`));
    for (const { id, price, p } of priced.outcomes) {
      // A price that wins once in hundreds of matches has no normal mean in a run of this size.
      if (p.win < 0.02) continue;
      const odds = Number(price);
      const name = `${line.id} ${line.id === "rest_hcp" || line.id === "next_goal" ? "" : line.spec} ${id}`;
      const factor = factorOf(required(results.get(id), `${name} has no result`), odds);
      found.add(name, factor - expectedFactor(p, odds * 1000));
    }
  }
}

test("the mean factor of every opening price is within 4 standard errors of its expected factor", () => {
  const found = new Deviations();
  for (let number = 0; number < 20_000 * runShare; number++) {
    const facts = playFootball(goldenMatch, randomStream(seedOf(number)));
    record(found, goldenMatch, beforeKickOff, stateAt(facts, 2, 0));
  }
  expect(found.size).toBeGreaterThan(250);
  expect(found.worst).toEqual([]);
});

test("prices in play are martingales: the same holds at every minute, whatever has happened", () => {
  const found = new Deviations();
  for (let number = 0; number < 20_000 * runShare; number++) {
    const random = randomStream(seedOf(1_000_000 + number));
    const match = drawnMatch(number);
    const facts = playFootball(match, random);
    const half = random.below(2) === 0 ? 0 : 1;
    record(found, match, stateAt(facts, half, random.next() * match.lengths[half]), stateAt(facts, 2, 0));
  }
  expect(found.worst).toEqual([]);
});

test("a season has the figures it aims at", () => {
  const matches = 20_000 * runShare;
  const rates = { home: 1.54, away: 1.28, rho: -0.05 };
  const match = { ...goldenMatch, rates };
  const aims = new FootballBook(match, beforeKickOff);
  const [home = 0, draw = 0] = aims.outcomes({ id: "1x2", spec: "" }).map(({ p }) => p.win);
  const over = aims.outcomes({ id: "total", spec: "total=2.5" })[0]?.p.win ?? 0;
  const both = aims.outcomes({ id: "both_score", spec: "" })[0]?.p.win ?? 0;
  const counts = { goals: 0, home: 0, draw: 0, over: 0, both: 0, firstHalf: 0 };
  for (let number = 0; number < matches; number++) {
    const { goals, firstHalf } = stateAt(playFootball(match, randomStream(seedOf(5_000_000 + number))), 2, 0);
    counts.goals += goals[0] + goals[1];
    counts.firstHalf += firstHalf[0] + firstHalf[1];
    counts.home += goals[0] > goals[1] ? 1 : 0;
    counts.draw += goals[0] === goals[1] ? 1 : 0;
    counts.over += goals[0] + goals[1] > 2.5 ? 1 : 0;
    counts.both += goals[0] > 0 && goals[1] > 0 ? 1 : 0;
  }
  const near = (count: number, p: number) =>
    expect(Math.abs(count / matches - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / matches));
  near(counts.home, home);
  near(counts.draw, draw);
  near(counts.over, over);
  near(counts.both, both);
  expect(Math.abs(counts.goals / matches - 2.82)).toBeLessThan(4 * Math.sqrt(2.82 / matches));
  expect(Math.abs(counts.firstHalf / counts.goals - 0.451)).toBeLessThan(4 * Math.sqrt(0.25 / counts.goals));
});
