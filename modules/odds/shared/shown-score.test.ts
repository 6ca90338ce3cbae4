import { expect, test } from "vitest";
import { pointsOf } from "./shown-score.ts";

type Play = Parameters<typeof pointsOf>[0];

const play = (points: number[] | null, games: number[]): Play =>
  Object.assign({} as Play, { points, periods: [[6, 4], games], serving: "home" });

test.each([
  [[0, 1], "0", "15"],
  [[2, 3], "30", "40"],
  [[3, 3], "40", "40"],
  [[4, 3], "A", "40"],
  [[5, 6], "40", "A"],
  [[9, 9], "40", "40"],
])("points %j of a game are called %s and %s", (points, home, away) => {
  expect([pointsOf(play(points, [2, 2]), "home"), pointsOf(play(points, [2, 2]), "away")]).toEqual([home, away]);
});

test("a tie-break counts points as numbers, and without a game there are none", () => {
  expect(pointsOf(play([5, 6], [6, 6]), "away")).toBe("6");
  expect(pointsOf(play(null, [6, 6]), "home")).toBeUndefined();
});
