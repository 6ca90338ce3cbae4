import { expect, test } from "vitest";
import { describeTable } from "#studio/testing/table-suite.ts";
import type { TableGame } from "../shared/table-game.ts";
import { dragonTiger } from "./game.ts";
import { odds } from "./odds.ts";
import { returnsOf, spots, winnerOf } from "./rules.ts";

describeTable(dragonTiger as TableGame, {
  odds: odds(),
  edges: { dragon: "3.7349", tiger: "3.7349", tie: "10.3614", "suited-tie": "13.9759" },
});

const returns = (dragon: string, tiger: string) => spots.map(spot => Number(returnsOf({ dragon, tiger }, spot)));

test("the higher rank wins, the ace is the lowest", () => {
  expect(winnerOf({ dragon: "2s", tiger: "Ah" })).toBe("dragon");
  expect(winnerOf({ dragon: "Qs", tiger: "Kh" })).toBe("tiger");
});

test("a tie returns half of both sides; a suited tie pays its own spot too", () => {
  expect(returns("9s", "4h")).toEqual([200, 0, 0, 0]);
  expect(returns("9s", "9h")).toEqual([50, 50, 1_200, 0]);
  expect(returns("9s", "9s")).toEqual([50, 50, 1_200, 5_100]);
});
