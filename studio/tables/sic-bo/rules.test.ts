import { expect, test } from "vitest";
import { describeTable } from "#studio/testing/table-suite.ts";
import type { TableGame } from "../shared/table-game.ts";
import { sicBo } from "./game.ts";
import { odds } from "./odds.ts";
import { returnsOf, sicBoSpots } from "./rules.ts";

const totals = ["12.5000", "11.1111", "12.0370", "9.7222", "12.5000", "7.4074", "12.5000"];
const byTotal = totals.flatMap((edge, i) => [
  [`total-${4 + i}`, edge],
  [`total-${17 - i}`, edge],
]);
const six = (kind: string, edge: string) => [1, 2, 3, 4, 5, 6].map(face => [`${kind}-${face}`, edge]);

describeTable(sicBo as unknown as TableGame, {
  odds: odds(),
  edges: {
    ...Object.fromEntries(byTotal),
    ...Object.fromEntries([...six("single", "3.7037"), ...six("double", "11.1111"), ...six("triple", "6.9444")]),
    small: "2.7778",
    big: "2.7778",
    odd: "2.7778",
    even: "2.7778",
    "any-triple": "8.3333",
    "pair-1-2": "2.7778",
    "pair-5-6": "2.7778",
  },
});

const paying = (dice: number[]) =>
  Object.fromEntries(
    sicBoSpots.map(({ id }) => [id, Number(returnsOf({ dice }, id))]).filter(([, returned]) => returned !== 0),
  );

test("has 52 spots", () => {
  expect(new Set(sicBoSpots.map(({ id }) => id)).size).toBe(52);
});

test("a triple pays its own spots and none of the even ones", () => {
  expect(paying([2, 2, 2])).toEqual({
    "total-6": 1_900,
    "single-2": 1_300,
    "double-2": 1_200,
    "triple-2": 20_100,
    "any-triple": 3_300,
  });
});

test("two alike and another pay by how many show", () => {
  expect(paying([4, 1, 4])).toEqual({
    small: 200,
    odd: 200,
    "total-9": 800,
    "single-1": 200,
    "single-4": 300,
    "double-4": 1_200,
    "pair-1-4": 700,
  });
});
