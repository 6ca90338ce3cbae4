import { expect, test } from "vitest";
import { describeTable } from "#studio/testing/table-suite.ts";
import type { TableGame } from "../shared/table-game.ts";
import { garnetBaccarat } from "./game.ts";
import { odds } from "./odds.ts";
import { bankerDraws, factsOf, returnsOf, totalOf } from "./rules.ts";

describeTable(garnetBaccarat as unknown as TableGame, {
  odds: odds(),
  edges: {
    player: "1.2351",
    banker: "1.0579",
    tie: "14.3596",
    "player-pair": "10.3614",
    "banker-pair": "10.3614",
    "either-pair": "13.7099",
    "perfect-pair": "8.0470",
  },
});

const returns = (player: string[], banker: string[], spot: string) => returnsOf(factsOf({ player, banker }), spot);

test("counts a hand without its tens", () => {
  expect(
    [
      ["10h", "Ks"],
      ["Ac", "9d"],
      ["7s", "8h", "9c"],
      ["4s", "5s"],
    ].map(totalOf),
  ).toEqual([0, 0, 4, 9]);
});

test("the banker draws by the table of third cards", () => {
  const drawn = (banker: number) =>
    Array.from({ length: 10 }, (_, third) => third).filter(third => bankerDraws(banker, third));
  expect([3, 4, 5, 6, 7].map(drawn)).toEqual([
    [0, 1, 2, 3, 4, 5, 6, 7, 9],
    [2, 3, 4, 5, 6, 7],
    [4, 5, 6, 7],
    [6, 7],
    [],
  ]);
  expect([0, 1, 2].map(total => drawn(total).length)).toEqual([10, 10, 10]);
  expect([5, 6].map(total => bankerDraws(total, undefined))).toEqual([true, false]);
});

test("the banker pays 0.95, and a tie returns the stakes on both", () => {
  expect(returns(["2h", "3s"], ["4d", "3c"], "banker")).toBe(195n);
  expect(returns(["2h", "3s"], ["4d", "3c"], "player")).toBe(0n);
  expect(["player", "banker", "tie"].map(spot => returns(["2h", "3s"], ["Kd", "5c"], spot))).toEqual([
    100n,
    100n,
    900n,
  ]);
});

test("pairs are of the first two cards: of one rank, perfect also of one suit", () => {
  const pairs = (player: string[], banker: string[]) =>
    ["player-pair", "banker-pair", "either-pair", "perfect-pair"].map(spot => Number(returns(player, banker, spot)));
  expect(pairs(["2h", "2s", "Kc"], ["4d", "3c", "3d"])).toEqual([1_200, 0, 600, 0]);
  expect(pairs(["2h", "2h"], ["4d", "3c"])).toEqual([1_200, 0, 600, 2_600]);
  expect(pairs(["2h", "2h"], ["Kd", "Kd"])).toEqual([1_200, 1_200, 600, 20_100]);
});
