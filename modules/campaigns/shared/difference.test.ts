import { expect, test } from "vitest";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import { differenceOf, type Group, quantile } from "./difference.ts";

test.each([
  [1, 12.7062],
  [2, 4.30265],
  [5, 2.57058],
  [10, 2.22814],
  [30, 2.04227],
  [1000, 1.96234],
  [100_000, 1.95999],
])("the upper quantile of Student with %d degrees of freedom is %d", (freedom, expected) => {
  expect(quantile(0.975, freedom)).toBeCloseTo(expected, 4);
});

test("the interval is Welch's", () => {
  // Values 3, 4, 5, 8 and 1, 2, 3: means 5 and 2, variances 14/3 and 1, 4.418 degrees of freedom, t 2.67581.
  const found = differenceOf({ players: 4, mean: 5, variance: 14 / 3 }, { players: 3, mean: 2, variance: 1 });
  expect(found?.difference).toBe(3);
  expect(found?.low).toBeCloseTo(3 - 2.675814 * Math.sqrt(1.5), 3);
  expect(found?.high).toBeCloseTo(3 + 2.675814 * Math.sqrt(1.5), 3);
});

test("one player has no interval, players without any difference a point", () => {
  const one = { players: 1, mean: 5, variance: 0 };
  const equal = { players: 9, mean: 5, variance: 0 };
  expect(differenceOf(one, equal)).toBeUndefined();
  expect(differenceOf(equal, one)).toBeUndefined();
  expect(differenceOf(equal, { players: 9, mean: 4, variance: 0 })).toEqual({ difference: 1, low: 1, high: 1 });
});

test("of 400 campaigns without an effect, about 20 show one", () => {
  const random = seededRandom("campaigns");
  const uniform = () => Buffer.from(random.bytes(4)).readUInt32BE() / 2 ** 32;
  const group = (players: number, spread: number): Group => {
    const values = Array.from({ length: players }, () => spread * (uniform() + uniform() + uniform() - 1.5));
    const mean = values.reduce((sum, value) => sum + value, 0) / players;
    return { players, mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (players - 1) };
  };
  let shown = 0;
  for (let n = 0; n < 400; n++) {
    const found = differenceOf(group(30, 1), group(12, 3));
    if (found && (found.low > 0 || found.high < 0)) shown += 1;
  }
  expect(shown).toBeGreaterThan(9);
  expect(shown).toBeLessThan(36);
});
