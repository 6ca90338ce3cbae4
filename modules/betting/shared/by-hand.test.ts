import { expect, test } from "vitest";
import { endOfFactor, factorOfEnd, resultByHand } from "./by-hand.ts";

const three = ["home", "draw", "away"];
const homeWon = { home: "won", draw: "lost", away: "lost" };

test("a result by hand names how every outcome ends", () => {
  expect(resultByHand("1x2", three, homeWon)).toMatchObject({ home: { result: 1 }, draw: { result: 0 } });
  expect(resultByHand("hcp", ["home", "away"], { home: "half_won", away: "half_lost" })).toMatchObject({
    home: { result: 1, voidFactor: 0.5 },
    away: { result: 0, voidFactor: 0.5 },
  });
});

test.each([
  ["one outcome missing", { home: "won", draw: "lost" }],
  ["an unknown outcome", { home: "won", draw: "lost", away: "lost", other: "lost" }],
  ["an unknown end", { home: "wins", draw: "lost", away: "lost" }],
  ["two winners of a market that has one", { home: "won", draw: "won", away: "lost" }],
  ["two of two places tied", { home: "tied_2_2", draw: "lost", away: "lost" }],
])("a result with %s is none", (_, ends) => expect(resultByHand("1x2", three, ends)).toBeUndefined());

test.each(["won", "lost", "void", "half_won", "half_lost", "tied_1_2", "tied_2_3"])(
  "%s is written as it is read",
  end => {
    const factor = factorOfEnd(end);
    expect(factor && endOfFactor(factor)).toBe(end);
  },
);
