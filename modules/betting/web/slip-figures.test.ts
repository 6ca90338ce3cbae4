import { expect, test } from "vitest";
import { isStakeAllowed } from "../shared/slip-limits.ts";
import { betsOf, type Choice, figuresOf, kindOf, systemsOf, unitLimits } from "./slip-figures.ts";

const unit = 10_000_000n;
const none = [false, false, false];

test("singles, an accumulator and systems are what the call takes, with their stake and highest return", () => {
  expect((["single", "accumulator", "of_2", "lucky_15"] as const).map(kindOf)).toEqual([
    { kind: "single" },
    { kind: "accumulator" },
    { kind: "system", folds: [2] },
    { kind: "lucky_15" },
  ]);
  const prices = ["2", "3", "1.5"];
  expect(figuresOf(["3.1"], "single", [false], unit)).toEqual({ bets: 1, stake: unit, possible: 31_000_000n });
  // A bet on each.
  expect(figuresOf(prices, "single", none, unit)).toEqual({ bets: 3, stake: 30_000_000n, possible: 65_000_000n });
  // Three legs at 1.40 or more add 5 %.
  expect(figuresOf(prices, "accumulator", none, unit)).toEqual({
    bets: 1,
    stake: unit,
    possible: 90_000_000n,
    price: "9.00",
    boost: { percent: 5, amount: 4_500_000n },
  });
  // A leg below 1.40 does not count; a free bet has no boost.
  expect(figuresOf(["2", "3", "1.399"], "accumulator", none, unit)).not.toHaveProperty("boost");
  expect(figuresOf(["2", "3", "1.399"], "accumulator", none, unit)).toHaveProperty("price", "8.39");
  expect(figuresOf(prices, "accumulator", none, unit, { freeBet: true })).not.toHaveProperty("boost");
  // 2 x 3 + 2 x 1.5 + 3 x 1.5
  expect(figuresOf(prices, "of_2", none, unit)).toEqual({ bets: 3, stake: 30_000_000n, possible: 135_000_000n });
  // The same and all three.
  expect(figuresOf(prices, "trixie", none, unit)).toEqual({ bets: 4, stake: 40_000_000n, possible: 225_000_000n });
  // The first is in both bets: 2 x 3 + 2 x 1.5
  expect(figuresOf(prices, "of_1", [true, false, false], unit)).toEqual({
    bets: 2,
    stake: 20_000_000n,
    possible: 90_000_000n,
  });
});

test("what is no price and what is no system has no figures", () => {
  expect(figuresOf(["1e1"], "single", [false], unit)).toBeUndefined();
  expect(figuresOf(["2", "3"], "of_3", [false, false], unit)).toBeUndefined();
  expect(figuresOf(["2", "3"], "lucky_15", [false, false], unit)).toBeUndefined();
  expect(figuresOf([], "accumulator", [], unit)).toBeUndefined();
  expect(figuresOf([], "single", [], unit)).toBeUndefined();
});

test("every system that is offered exists, by name as far as bookmakers name them", () => {
  expect(systemsOf(2, 0)).toEqual([]);
  expect(systemsOf(3, 0)).toEqual(["of_2", "trixie", "patent"]);
  expect(systemsOf(4, 0)).toEqual(["of_2", "of_3", "yankee", "lucky_15"]);
  expect(systemsOf(6, 0)).toContain("alphabet");
  expect(systemsOf(3, 1)).toEqual(["of_1"]);
  expect(systemsOf(3, 2)).toEqual([]);
  for (let count = 1; count <= 8; count += 1)
    for (let bankers = 0; bankers < count; bankers += 1)
      for (const choice of systemsOf(count, bankers)) {
        const of = Array.from({ length: count }, (_, index) => index < bankers);
        expect(betsOf(choice, of), `${choice} of ${count}`).toBeGreaterThan(1);
      }
});

test.each<[Choice, number, string]>([
  ["lucky_15", 4, "0.01"],
  ["heinz", 6, "0.01"],
  ["of_2", 3, "0.04"],
  ["accumulator", 3, "0.1"],
])("the smallest unit of %s of %i legs in dollars is %s, and one less is refused", (choice, count, least) => {
  const bets = betsOf(
    choice,
    Array.from({ length: count }, () => false),
  );
  const { min, max } = unitLimits("USD", bets ?? 0);
  expect(Number(min) / 1e6).toBe(Number(least));
  expect(isStakeAllowed("USD", min, bets ?? 0)).toBe(true);
  expect(isStakeAllowed("USD", (min - 10_000n) as typeof min, bets ?? 0)).toBe(false);
  expect(max * BigInt(bets ?? 0)).toBeLessThanOrEqual(50_000_000_000n);
});
