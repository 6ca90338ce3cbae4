import { expect, test } from "vitest";
import { pauseAfter } from "./deposit-failures.ts";

const minute = 60_000;
const every = (minutes: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => (from + index * minutes) * minute);

test("four declined deposits in ten minutes pause nothing, the fifth does, for an hour from it", () => {
  expect(pauseAfter(every(2, 4), 6 * minute)).toBeNull();
  expect(pauseAfter(every(2.5, 5), 10 * minute)).toEqual({ until: 70 * minute });
  expect(pauseAfter(every(2.5, 5), 70 * minute - 1)).not.toBeNull();
  expect(pauseAfter(every(2.5, 5), 70 * minute)).toBeNull();
});

test("five over more than ten minutes pause nothing", () => {
  expect(pauseAfter(every(2.6, 5), 11 * minute)).toBeNull();
});

test("five more after the pause close deposits until an operator has reviewed them", () => {
  expect(pauseAfter([...every(1, 5), ...every(1, 4, 80)], 90 * minute)).toBeNull();
  expect(pauseAfter([...every(1, 5), ...every(1, 5, 80)], 10_000 * minute)).toEqual({ until: null });
});
