import { expect, test } from "vitest";
import { colourOf } from "../spots.ts";
import { partsOf, statisticsOf } from "./numbers.ts";
import { rouletteTexts } from "./texts.ts";

test("names a number by colour, parity and dozen", () => {
  expect(partsOf(29, rouletteTexts("en"))).toEqual(["Black, odd", "Dozen 3"]);
  expect(partsOf(0, rouletteTexts("en"))).toEqual(["Zero", ""]);
  expect([0, 32, 33].map(colourOf)).toEqual(["green", "red", "black"]);
});

test("counts what came, the most and the least often", () => {
  const { total, shares, most, least } = statisticsOf([17, 17, 17, 32, 32, 0], 2);
  expect([total, shares, most]).toEqual([6, { red: 2, black: 3, green: 1 }, [17, 32]]);
  expect(least).toEqual([36, 35]);
});

test("a number that has not come is not among the most frequent", () => {
  expect(statisticsOf([26, 36, 4], 4).most).toEqual([4, 26, 36]);
  expect(statisticsOf([], 4).most).toEqual([]);
});
