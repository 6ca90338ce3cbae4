import { expect, test } from "vitest";
import { runShare, seedOf } from "../../testing/matches.ts";
import { randomStream } from "../random.ts";
import { firstBall, gameChance, matchChance, matchEnds, setChance, setEnds, tieBreakChance } from "./tennis.ts";

const chances = { first: 0.65, second: 0.6 };
const six = (p: number) => p.toFixed(6);

test("golden numbers of .65 against .60: games, tie-break, set, best of three", () => {
  expect([six(gameChance(0.65)), six(gameChance(0.6))]).toEqual(["0.829645", "0.735729"]);
  expect([six(tieBreakChance(chances, "first")), six(tieBreakChance(chances, "second"))]).toEqual([
    "0.581617",
    "0.581617",
  ]);
  expect([six(setChance(chances, "first")), six(setChance(chances, "second"))]).toEqual(["0.663495", "0.663495"]);
  expect(six(matchChance(chances, 2))).toBe("0.736502");
});

test("a game from 0:0 has the closed form", () => {
  for (const p of [0.3, 0.5, 0.62, 0.9]) {
    expect(gameChance(p)).toBeCloseTo(p ** 4 * (15 - 4 * p - (10 * p * p) / (1 - 2 * p * (1 - p))), 12);
  }
});

test("chances are martingales: those after the next point average to those before", () => {
  for (const points of [
    [0, 0],
    [2, 3],
    [3, 3],
    [4, 3],
  ] as const) {
    const [a, b] = points;
    expect(gameChance(0.63, points)).toBeCloseTo(
      0.63 * gameChance(0.63, [a + 1, b]) + 0.37 * gameChance(0.63, [a, b + 1]),
      12,
    );
    const after = (next: readonly [number, number]) => matchChance(chances, 2, { ...firstBall, points: next });
    const now = after(points);
    expect(now).toBeCloseTo(0.65 * after([a + 1, b]) + 0.35 * after([a, b + 1]), 9);
  }
});

test("every way to end sums to 1 and has a score of tennis", () => {
  expect(setEnds(chances, "first").reduce((sum, { p }) => sum + p, 0)).toBeCloseTo(1, 12);
  const ends = matchEnds(chances, { sets: [1, 0], games: [3, 4], points: [2, 1], serves: "second" }, 3);
  expect(ends.reduce((sum, { p }) => sum + p, 0)).toBeCloseTo(1, 12);
  for (const { sets } of ends) expect(Math.max(...sets)).toBe(3);
});

test("matches played point by point end as often as computed", () => {
  const random = randomStream(seedOf(77));
  const matches = 20_000 * runShare;
  let won = 0;
  for (let match = 0; match < matches; match++) {
    const sets: [number, number] = [0, 0];
    let serves: "first" | "second" = "first";
    while (Math.max(...sets) < 2) {
      const games: [number, number] = [0, 0];
      while (!(Math.max(...games) >= 6 && Math.abs(games[0] - games[1]) >= 2) && Math.max(...games) < 7) {
        const tieBreak = games[0] === 6 && games[1] === 6;
        const points: [number, number] = [0, 0];
        for (
          let number = 0;
          Math.max(...points) < (tieBreak ? 7 : 4) || Math.abs(points[0] - points[1]) < 2;
          number++
        ) {
          const starts = !tieBreak || Math.floor((number + 1) / 2) % 2 === 0;
          const server: "first" | "second" = starts === (serves === "first") ? "first" : "second";
          const toFirst = server === "first" ? random.next() < chances.first : random.next() >= chances.second;
          points[toFirst ? 0 : 1]++;
        }
        games[points[0] > points[1] ? 0 : 1]++;
        serves = serves === "first" ? "second" : "first";
      }
      sets[games[0] > games[1] ? 0 : 1]++;
    }
    won += sets[0] === 2 ? 1 : 0;
  }
  const p = matchChance(chances, 2);
  expect(Math.abs(won / matches - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / matches));
});
