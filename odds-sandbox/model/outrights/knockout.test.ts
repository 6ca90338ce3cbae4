import { expect, test } from "vitest";
import { knockoutChances, knockoutStandings } from "./knockout.ts";

test("four entrants: the chances of every round are those of the tree", () => {
  // 0 beats 1 with .6, 2 beats 3 with .7; in the final 0 beats 2 with .5 and 3 with .8, 1 beats 2 with .4 and 3 with .6.
  const table = [
    [0, 0.6, 0.5, 0.8],
    [0.4, 0, 0.4, 0.6],
    [0.5, 0.6, 0, 0.7],
    [0.2, 0.4, 0.3, 0],
  ];
  const { wins } = knockoutChances(4, (a, b) => table[a]?.[b] ?? 0);
  expect(wins[0]?.[1]).toBeCloseTo(0.6, 12);
  expect(wins[0]?.[2]).toBeCloseTo(0.6 * (0.7 * 0.5 + 0.3 * 0.8), 12);
  expect(wins[3]?.[2]).toBeCloseTo(0.3 * (0.6 * 0.2 + 0.4 * 0.4), 12);
  expect(wins.reduce((sum, reached) => sum + (reached[2] ?? 0), 0)).toBeCloseTo(1, 12);
  expect(wins.reduce((sum, reached) => sum + (reached[1] ?? 0), 0)).toBeCloseTo(2, 12);
});

test("who loses in one round shares a place, and a final that is not played is a dead heat", () => {
  const losers = [["e", "f", "g", "h"], ["c", "d"], ["b"]];
  const places = (isShared: boolean) =>
    knockoutStandings(losers, "a", isShared)
      .map(({ entrant, place }) => `${entrant}${place}`)
      .sort()
      .join(" ");
  expect(places(false)).toBe("a1 b2 c3 d3 e5 f5 g5 h5");
  expect(places(true)).toBe("a1 b1 c3 d3 e5 f5 g5 h5");
});
