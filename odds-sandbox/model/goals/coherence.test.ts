import { expect, test } from "vitest";
import { drawnMatch, goldenMatch, runShare, seedOf } from "../../testing/matches.ts";
import { expectedFactor, fairChance } from "../chances.ts";
import { priceMarket } from "../price.ts";
import { randomStream } from "../random.ts";
import { linesAtScore, openingLines } from "./lines.ts";
import { beforeKickOff, type FootballMatch, type FootballState } from "./match.ts";
import { FootballBook } from "./outcomes.ts";
import { playFootball } from "./play.ts";

function drawnState(match: FootballMatch, number: number): FootballState {
  const random = randomStream(seedOf(9_000_000 + number));
  const half = random.below(2) === 0 ? 0 : 1;
  const firstHalf = [random.poisson(0.7), random.poisson(0.6)] as const;
  const goals =
    half === 0 ? firstHalf : ([firstHalf[0] + random.poisson(0.4), firstHalf[1] + random.poisson(0.4)] as const);
  return {
    goals,
    firstHalf,
    redCards: [random.poisson(0.1), random.poisson(0.1)],
    half,
    seconds: random.next() * match.lengths[half],
    corners: [random.poisson(3), random.poisson(3)],
    yellowCards: [random.poisson(1), random.poisson(1)],
    order: [
      ...Array.from({ length: goals[0] }, () => ({ side: "home" as const, player: "h0" })),
      ...Array.from({ length: goals[1] }, () => ({ side: "away" as const, player: "a0" })),
    ],
  };
}

test("no price has an expected factor above 1, in any of 10,000 states, so no set of bets gains for sure", () => {
  let priced = 0;
  for (let number = 0; number < 10_000 * runShare; number++) {
    const match = drawnMatch(number);
    const state = drawnState(match, number);
    const book = new FootballBook(match, state);
    for (const line of [...openingLines(match), ...linesAtScore(state.goals, match)]) {
      const market = priceMarket(line, book.outcomes(line));
      for (const { id, price, p } of market.outcomes) {
        priced++;
        const factor = expectedFactor(p, Math.round(Number(price) * 1000));
        if (!(factor <= 1 + 1e-6)) expect.fail(`${line.id} ${line.spec} ${id} at ${price}: ${factor}`);
      }
    }
  }
  expect(priced).toBeGreaterThan(10_000);
});

test("the chances of an outcome sum to 1 over its market and never leave 0 to 1", () => {
  for (let number = 0; number < 200; number++) {
    const match = drawnMatch(number);
    const book = new FootballBook(match, drawnState(match, number));
    for (const line of openingLines(match)) {
      const outcomes = book.outcomes(line);
      for (const { p } of outcomes) {
        for (const chance of Object.values(p)) {
          expect(chance).toBeGreaterThanOrEqual(-1e-12);
          expect(chance).toBeLessThanOrEqual(1 + 1e-9);
        }
      }
      if (line.id === "double_chance" || line.id === "anytime_scorer") continue;
      const sum = outcomes.reduce((total, { p }) => total + p.win + p.half_win, 0) + (outcomes[0]?.p.refund ?? 0);
      expect(Math.abs(sum - 1), `${line.id} ${line.spec}`).toBeLessThan(1e-6);
    }
  }
});

test("related markets agree: handicap 0 is draw no bet, double chance is the sum, totals fall with the line", () => {
  for (let number = 0; number < 200; number++) {
    const match = drawnMatch(number);
    const book = new FootballBook(match, drawnState(match, number));
    const fair = (id: string, spec = "") => book.outcomes({ id, spec }).map(({ p }) => fairChance(p));
    const [home = 0, draw = 0, away = 0] = fair("1x2");
    const [none = 0] = fair("hcp", "hcp=0");
    expect(none).toBeCloseTo(fair("draw_no_bet")[0] ?? 0, 9);
    expect(fair("double_chance")[0]).toBeCloseTo(home + draw, 9);
    expect(fair("hcp", "hcp=-0.5")[0]).toBeCloseTo(home, 7);
    expect(fair("hcp", "hcp=0.5")[1]).toBeCloseTo(away, 7);
    const halves = fair("ht_ft");
    // Scores end at 15 in one table and halves at 15 in the other: up to 3e-6 apart where a side expects six goals.
    expect((halves[0] ?? 0) + (halves[3] ?? 0) + (halves[6] ?? 0)).toBeCloseTo(home, 4);
    const scores = fair("correct_score");
    expect(scores.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
    const overs = openingLines(match)
      .filter(({ id }) => id === "total")
      .map(({ id, spec }) => fair(id, spec)[0] ?? 0);
    for (const [index, over] of overs.entries()) expect(over).toBeLessThanOrEqual((overs[index - 1] ?? 1) + 1e-9);
  }
});

test("the fast tables are the sums over every way the match may end", () => {
  const book = new FootballBook(goldenMatch, { ...beforeKickOff, goals: [1, 0], firstHalf: [1, 0], seconds: 1000 });
  const cells = new Float64Array(9);
  const sign = (by: number) => (by > 0 ? 0 : by === 0 ? 1 : 2);
  book.goals.each((x1, y1, x, y, p) => {
    const cell = 3 * sign(x1 - y1) + sign(x - y);
    cells[cell] = (cells[cell] ?? 0) + p;
  });
  for (const [index, p] of cells.entries()) expect(book.goals.halfFull[index]).toBeCloseTo(p, 9);
});

test("a match of a top league offers at least 120 markets, and each kind once per specifier", () => {
  const lines = [...openingLines(goldenMatch), ...linesAtScore([0, 0], goldenMatch)];
  expect(lines.length).toBeGreaterThanOrEqual(120);
  expect(new Set(lines.map(({ id, spec }) => `${id}?${spec}`)).size).toBe(lines.length);
});

test("the same seed plays the same match, another seed another one", () => {
  const played = (number: number) => JSON.stringify(playFootball(goldenMatch, randomStream(seedOf(number))));
  expect(played(4)).toBe(played(4));
  expect(played(4)).not.toBe(played(5));
});
