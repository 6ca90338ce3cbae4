import { describe, expect, test } from "vitest";
import { burstsOf, hourMs, isFlaggedAsIdle, isIdleAtMinimum } from "./flags.ts";

const noon = Date.UTC(2026, 10, 2, 12);
const many = (count: number, from: number, everyMs: number) =>
  Array.from({ length: count }, (_, n) => ({ player: `${from}-${n}`, at: from + n * everyMs }));

describe("a burst of registrations", () => {
  test("is ten within an hour", () => {
    expect(burstsOf(many(9, noon, 1000))).toEqual([]);
    expect(burstsOf(many(10, noon, 1000))).toMatchObject([{ from: noon, before: 0 }]);
  });

  test("is one at five times the usual number of the two weeks before", () => {
    // Two each hour are 672 in two weeks.
    const usual = many(672, noon - 14 * 24 * hourMs, hourMs / 2);
    expect(burstsOf([...usual, ...many(9, noon, 1000)])).toEqual([]);
    const [burst] = burstsOf([...usual, ...many(10, noon, 1000)]);
    expect([burst?.players.length, burst?.before]).toEqual([10, 672]);
    const more = many(673, noon - 14 * 24 * hourMs, hourMs / 2.01);
    expect(burstsOf([...more, ...many(10, noon, 1000)])).toEqual([]);
  });
});

describe("deposits of exactly the minimum", () => {
  test.each([
    [1n, 10n, 0n, true],
    [3n, 30n, 29n, true],
    [1n, 10n, 10n, false],
    [2n, 25n, 0n, false],
    [1n, 11n, 0n, false],
    [0n, 0n, 0n, false],
  ])("%i deposits of %i in all, %i staked: %s", (deposits, deposited, staked, expected) => {
    expect(isIdleAtMinimum({ deposits, deposited, staked }, [5n, 10n])).toBe(expected);
  });

  test("are flagged from three players and a quarter of those who deposited on", () => {
    expect([isFlaggedAsIdle(2, 2), isFlaggedAsIdle(3, 12), isFlaggedAsIdle(3, 13)]).toEqual([false, true, false]);
  });
});
