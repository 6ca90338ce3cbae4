import { expect, test } from "vitest";
import { brief, chancePercent, isStrict, likeliest } from "./figures.ts";

/** A card of diamonds by its rank. */
const diamond = (rank: number) => rank - 1;

test("chances are those of the rules, truncated to one decimal", () => {
  expect([2, 7, 13].map(rank => chancePercent(diamond(rank), "higher"))).toEqual(["92.3", "53.8", "7.6"]);
  expect(chancePercent(diamond(1), "higher")).toBe("92.3");
  expect(chancePercent(diamond(5), "red")).toBe("50");
});

test("only above an ace and below a king the same card does not win", () => {
  expect([1, 2, 12, 13].map(rank => [isStrict(diamond(rank), "higher"), isStrict(diamond(rank), "lower")])).toEqual([
    [true, false],
    [false, false],
    [false, false],
    [false, true],
  ]);
});

test("a run takes the likeliest offered side, and skips if there is none", () => {
  const all = ["higher", "lower", "red", "black"] as const;
  expect([3, 7, 11].map(rank => likeliest(diamond(rank), all))).toEqual(["higher", "higher", "lower"]);
  expect(likeliest(diamond(3), ["lower", "red"])).toBe("red");
  expect(likeliest(diamond(3), [])).toBe("skip");
});

test("multipliers keep two decimals while there is room for them", () => {
  expect(["1.4285", "2", "999.99", "1000.5", "51482.97"].map(brief)).toEqual([
    "1.42",
    "2.00",
    "999.99",
    "1000",
    "51482",
  ]);
});
