import { expect, test } from "vitest";
import { legProgress } from "./leg-progress.ts";

const at = (market: string, outcome: string, score: readonly [number, number], spec = "") =>
  legProgress({ event: "m:1", market, spec, outcome }, "football", { score: [...score] })?.needed;

test("what a leg still needs at the current score", () => {
  expect(at("total", "over", [1, 0], "total=2.5")).toBe(2);
  expect(at("total", "over", [2, 0], "total=2")).toBe(1);
  expect(at("total", "over", [2, 1], "total=2.5")).toBeUndefined();
  expect(at("total", "under", [0, 0], "total=2.5")).toBeUndefined();
  expect(at("team_total", "over", [1, 4], "side=home|total=1.5")).toBe(1);
  expect(at("both_score", "yes", [0, 0])).toBe(2);
  expect(at("both_score", "yes", [1, 0])).toBe(1);
  expect(at("1x2", "home", [0, 2])).toBe(3);
  expect(at("1x2", "home", [2, 1])).toBeUndefined();
  expect(at("1x2", "away", [1, 1])).toBe(1);
  expect(at("1x2", "draw", [3, 1])).toBe(2);
  expect(at("corners_total", "over", [0, 0], "total=9.5")).toBeUndefined();
});

test("sports that count neither goals nor points have none", () => {
  const winner = { event: "m:1", market: "winner", spec: "", outcome: "home" };
  expect(legProgress(winner, "tennis", { score: [0, 1] })).toBeUndefined();
  expect(legProgress(winner, "basketball", { score: [40, 41] })).toEqual({ counts: "points", needed: 2 });
});
