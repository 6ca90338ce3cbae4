import { expect, test } from "vitest";
import { hasTooManyVoids, isOutOfBounds, sigmasOff, voidsPayTooMuch } from "./bounds.ts";

test.each([
  [10_000, 0, false],
  [2, 1, false],
  [10_000, 1, false],
  [10_000, 4, false],
  [10_000, 6, false],
  [10_000, 7, true],
  [100, 1, false],
  [100, 2, true],
  [1_000_000, 100, false],
  [1_000_000, 140, true],
])("of %i rounds %i void ones are too many: %s", (ended, voids, expected) => {
  expect(hasTooManyVoids(ended, voids)).toBe(expected);
});

/** So many rounds, of which a share pays this multiple. */
const returns = (rounds: number, hits: number, multiple: number) => ({
  rounds,
  sum: hits * multiple,
  squares: hits * multiple * multiple,
});

test("returns are out of bounds from 3.5 standard errors on, either way, and never of fewer than 1,000 rounds", () => {
  expect(sigmasOff(returns(10_000, 2_400, 4), "96")).toBeCloseTo(0, 9);
  expect(isOutOfBounds(sigmasOff(returns(10_000, 2_400, 4), "96"))).toBe(false);
  expect(isOutOfBounds(sigmasOff(returns(10_000, 2_700, 4), "96"))).toBe(true);
  expect(isOutOfBounds(sigmasOff(returns(10_000, 2_100, 4), "96"))).toBe(true);
  expect(sigmasOff(returns(999, 999, 4), "96")).toBeUndefined();
  expect(isOutOfBounds(sigmasOff(returns(10_000, 0, 4), "96"))).toBe(true);
});

test("one win of a heavy tail is no alarm: it widens its own band", () => {
  const usual = returns(10_000, 2_400, 4);
  const top = { rounds: usual.rounds, sum: usual.sum + 5_000, squares: usual.squares + 25_000_000 };
  expect(isOutOfBounds(sigmasOff(top, "96"))).toBe(false);
});

test.each([
  // The deviation of one round is 1.71 stakes: 46.4 of them over the mean are 80.2 stakes of one round, 162.2 of four.
  [{ rounds: 0, sum: 0 }, false],
  [{ rounds: 1, sum: 79 }, false],
  [{ rounds: 1, sum: 81 }, true],
  [{ rounds: 4, sum: 160 }, false],
  [{ rounds: 4, sum: 163 }, true],
  [{ rounds: 100, sum: 96 }, false],
  [{ rounds: 100, sum: 0 }, false],
])("void rounds %o would have paid too much: %s", (voids, expected) => {
  expect(voidsPayTooMuch(voids, returns(10_000, 2_400, 4), "96")).toBe(expected);
});

test("void rounds of a game that few have played say nothing", () => {
  expect(voidsPayTooMuch({ rounds: 5, sum: 5_000 }, returns(999, 240, 4), "96")).toBe(false);
});
