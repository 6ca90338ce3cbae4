import { expect, test } from "vitest";
import { figuresOf, kindOf } from "./slip-figures.ts";

const unit = 10_000_000n;

test("a single, an accumulator and a system are what the call takes, with their stake and highest return", () => {
  expect([kindOf(1, "all"), kindOf(3, "all"), kindOf(3, 2)]).toEqual([
    { kind: "single" },
    { kind: "accumulator" },
    { kind: "system", folds: [2] },
  ]);
  expect(figuresOf(["3.1"], "all", unit)).toEqual({ bets: 1, stake: unit, possible: 31_000_000n });
  expect(figuresOf(["2", "3", "1.5"], "all", unit)).toEqual({ bets: 1, stake: unit, possible: 90_000_000n });
  // 2 x 3 + 2 x 1.5 + 3 x 1.5
  expect(figuresOf(["2", "3", "1.5"], 2, unit)).toEqual({ bets: 3, stake: 30_000_000n, possible: 135_000_000n });
});

test("what is no price and what is no system has no figures", () => {
  expect(figuresOf(["1e1"], "all", unit)).toBeUndefined();
  expect(figuresOf(["2", "3"], 3, unit)).toBeUndefined();
  expect(figuresOf([], "all", unit)).toBeUndefined();
});
