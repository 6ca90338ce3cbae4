import { expect, test } from "vitest";
import { goldenMatch } from "../../testing/matches.ts";
import { fairChance, lineChances } from "../chances.ts";
import { ladderPrice, powerExponent, priceText } from "../margin.ts";
import { priceMarket } from "../price.ts";
import { bothScore, differences, GoalDistribution, kickOff, threeWay, totals } from "./distribution.ts";
import { beforeKickOff } from "./match.ts";
import { FootballBook } from "./outcomes.ts";

const book = new GoalDistribution(goldenMatch.rates, kickOff, goldenMatch.lengths);

test("1X2 of a match of 1.62 to 1.14 goals: chances, exponent of the margin and prices", () => {
  const chances = threeWay(book.final);
  expect(chances.map(p => p.toFixed(6))).toEqual(["0.475865", "0.265299", "0.258836"]);
  expect(powerExponent(chances, 0.05).toFixed(6)).toBe("0.953854");
  const line = { id: "1x2", spec: "" };
  const { outcomes, status } = priceMarket(line, new FootballBook(goldenMatch, beforeKickOff).outcomes(line));
  expect(status).toBe("active");
  expect(outcomes.map(({ price }) => price)).toEqual(["2.03", "3.5", "3.6"]);
});

test("home, over 2.5 and both score: the joint chance, not the product", () => {
  let joint = 0;
  book.each((_x1, _y1, x, y, p) => {
    if (x > y && x + y > 2.5 && x > 0 && y > 0) joint += p;
  });
  // .22868873: the specification's .228688 is cut, not rounded.
  expect([joint.toFixed(8).slice(0, 8), (1 / joint).toFixed(2)]).toEqual(["0.228688", "4.37"]);
  const k = powerExponent([joint, 1 - joint], 0.08);
  expect(ladderPrice(joint ** -k)).toBe(3550);
  const [over] = lineChances(totals(book.final), 10);
  const product = threeWay(book.final)[0] * over.win * bothScore(book.final);
  expect([product.toFixed(6), (1 / product).toFixed(2)]).toEqual(["0.137569", "7.27"]);
});

test("handicap -1: win, refund and fair price", () => {
  const [home] = lineChances(differences(book.final), 4);
  expect([home.win.toFixed(6), home.refund.toFixed(6)]).toEqual(["0.253937", "0.221928"]);
  expect((1 / fairChance(home)).toFixed(3)).toBe("3.064");
});

test.each([
  [2.0399, 2030],
  [2.03, 2030],
  [1.0999, 1099],
  [1.1, 1100],
  [1.119, 1110],
  [2.999, 2990],
  [3.04, 3000],
  [3.55, 3550],
  [4.99, 4950],
  [9.99, 9900],
  [19.9, 19_500],
  [49.9, 49_000],
  [99, 95_000],
  [999, 990_000],
  [5000, 1_000_000],
  [1.001, 1001],
  [1.0009, undefined],
  [Number.NaN, undefined],
])("%f is offered as %s thousandths", (odds, expected) => {
  expect(ladderPrice(odds)).toBe(expected);
});

test.each([
  [2030, "2.03"],
  [3500, "3.5"],
  [1001, "1.001"],
  [2000, "2"],
  [1_000_000, "1000"],
])("%i thousandths are written %s", (price, text) => {
  expect(priceText(price)).toBe(text);
});
