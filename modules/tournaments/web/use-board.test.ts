import { expect, test } from "vitest";
import type { Standing } from "../shared/contract.ts";
import { withChanges } from "./use-board.ts";

const line = (place: number, score: string): Standing => ({ place, player: null, test: false, score, prize: null });

test("a frame replaces the lines it has, adds new ones at their place, and drops those past the end", () => {
  const before = [line(1, "9"), line(2, "8"), line(3, "7")];
  const grown = withChanges(before, [line(4, "1"), line(1, "10")], 4);
  expect(grown.map(({ place, score }) => `${place}:${score}`)).toEqual(["1:10", "2:8", "3:7", "4:1"]);
  expect(withChanges(grown, [], 2)).toHaveLength(2);
});
