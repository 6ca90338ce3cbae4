import { expect, test } from "vitest";
import type { Standing } from "../shared/contract.ts";
import { withChanges } from "./use-board.ts";

const line = (place: number, score: string): Standing => ({ place, player: null, test: false, score, prize: null });

test("a frame replaces the lines it has, adds new ones at their place, and drops those past the end", () => {
  const before = [line(1, "9"), line(2, "8"), line(3, "7")];
  const grown = withChanges(before, { lines: [line(4, "1"), line(1, "10")], scores: [], length: 4 });
  expect(grown.map(({ place, score }) => `${place}:${score}`)).toEqual(["1:10", "2:8", "3:7", "4:1"]);
  expect(withChanges(grown, { lines: [], scores: [], length: 2 })).toHaveLength(2);
});

test("a score changes in its line, and one of a place that is not there is left out", () => {
  const bob = { name: "bob", avatar: "a" };
  const before = [line(1, "9"), Object.assign(line(2, "8"), { player: bob })];
  const scores: [number, string][] = [
    [2, "8.5"],
    [7, "1"],
  ];
  expect(withChanges(before, { lines: [], scores, length: 2 })).toEqual([
    before[0],
    Object.assign({}, before[1], { score: "8.5" }),
  ]);
});
