import { expect, test } from "vitest";
import { designedReturns } from "./designed-returns.ts";

test("a tile shows the return of the rules in force with at most one decimal", () => {
  const games = [
    { game: "dice", designed: "99" },
    { game: "roulette", designed: "97.297" },
  ];
  expect(designedReturns({ status: 200, body: { data: { games } } })).toEqual({ dice: "99", roulette: "97.3" });
});

test("without a response no return is shown", () => {
  expect(designedReturns({ status: 503, body: null })).toEqual({});
});
