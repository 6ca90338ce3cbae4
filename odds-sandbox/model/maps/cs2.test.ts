import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { seedOf } from "../../testing/matches.ts";
import { playPrices, unfairPrices } from "../../testing/price-checks.ts";
import { randomStream } from "../random.ts";
import { type Cs2Match, mapEnds, mapWinner, roundChance } from "./cs2.ts";
import { Cs2Book } from "./cs2-book.ts";
import { beforeFirstMap, type Cs2Facts, playCs2 } from "./cs2-facts.ts";
import { cs2Rules } from "./cs2-rules.ts";
import { settleCs2 } from "./settle-cs2.ts";

const sides = { defending: 0.55, attacking: 0.49 };
const match: Cs2Match = { maps: [sides, { defending: 0.5, attacking: 0.47 }, sides] };
const even: Cs2Match = { maps: Array(3).fill({ defending: 0.5, attacking: 0.5 }) as never };
const rulesOf = (number: number) => cs2Rules(match, randomStream(seedOf(number)), { round: 5000, pause: 8000 });

test.each([
  [[13, 11], "home"],
  [[12, 12], undefined],
  [[15, 13], undefined],
  [[16, 14], "home"],
  [[12, 16], "away"],
  [[15, 15], undefined],
  [[18, 15], undefined],
  [[19, 15], "home"],
] as const)("a map at %j is won by %s", (score, winner) => {
  expect(mapWinner(score)).toBe(winner);
});

test("teams change sides after twelve rounds, and in overtime after three", () => {
  const chances = Array.from({ length: 36 }, (_, round) => roundChance(match, 1, round));
  expect(chances.slice(0, 12)).toEqual(Array(12).fill(0.55));
  expect(chances.slice(12, 27)).toEqual(Array(15).fill(0.49));
  expect(chances.slice(27, 36)).toEqual([0.55, 0.55, 0.55, 0.49, 0.49, 0.49, 0.55, 0.55, 0.55]);
  expect(roundChance(match, 2, 0)).toBe(0.47);
});

test("chances by hand: even teams", () => {
  const ends = mapEnds(even, 1, [0, 0]);
  expect(ends.reduce((sum, { p }) => sum + p, 0)).toBeCloseTo(1, 9);
  // 12:12 is binomial(24, 12) / 2^24 of all; 13:11 is binomial(23, 12) / 2^24 of them.
  const overtime = ends.filter(({ score }) => Math.min(...score) >= 12).reduce((sum, { p }) => sum + p, 0);
  expect(overtime).toBeCloseTo(2_704_156 / 2 ** 24, 9);
  expect(ends.find(({ score }) => score.join() === "13,11")?.p).toBeCloseTo(1_352_078 / 2 ** 24, 12);
  const book = new Cs2Book(even, beforeFirstMap);
  expect(book.outcomes({ id: "map_score", spec: "" }).map(({ p }) => p.win.toFixed(9))).toEqual(
    Array(4).fill("0.250000000"),
  );
});

test("the mean factor of every price is within 4 standard errors of its expected factor, before and during the match", () => {
  const { before, during } = playPrices(rulesOf, 10_000, 3000);
  expect(before.size).toBeGreaterThan(25);
  expect(before.worst).toEqual([]);
  expect(during.worst).toEqual([]);
});

test("no price has an expected factor above 1, chances sum to 1, and all that is offered is decided by the end", () => {
  expect(unfairPrices(rulesOf, 20, 7)).toEqual([]);
});

test("a third map decides a match that is level, and the same seed plays the same match", () => {
  const ends = Array.from({ length: 200 }, (_, number) => required(rulesOf(number).steps.at(-1), "an end").state);
  for (const { maps, won } of ends) {
    expect(maps.length).toBe(won[0] + won[1]);
    expect(Math.max(...won)).toBe(2);
  }
  expect(new Set(ends.map(({ maps }) => maps.length))).toEqual(new Set([2, 3]));
  expect(playCs2(match, randomStream(seedOf(3)))).toEqual(playCs2(match, randomStream(seedOf(3))));
});

test("a match that is broken off on its third map settles what is certain, and refunds the rest", () => {
  const facts: Cs2Facts = {
    maps: [
      [13, 4],
      [10, 13],
      [5, 5],
    ],
    won: [1, 1],
    onBreak: false,
    phase: "abandoned",
  };
  const settled = (id: string, spec = "") => settleCs2({ id, spec }, facts);
  expect(settled("maps_total", "total=2.5")).toEqual([
    ["over", "win"],
    ["under", "lose"],
  ]);
  expect(settled("maps_hcp", "hcp=-1.5")?.[0]).toEqual(["home", "lose"]);
  expect(settled("map_score")?.map(([, result]) => result)).toEqual(["lose", "refund", "refund", "lose"]);
  expect(settled("map_winner", "map=2")?.[1]).toEqual(["away", "win"]);
  expect(settled("map_winner", "map=3")?.[0]).toEqual(["home", "refund"]);
  expect(settled("winner")?.[0]).toEqual(["home", "refund"]);
});
