import { expect, test } from "vitest";
import { longestSilence } from "./journal.ts";

test("the longest silence is the largest gap between confirmations, the ends included", () => {
  expect(longestSilence([], 0, 100)).toBe(100);
  expect(longestSilence([10, 95], 0, 100)).toBe(85);
  expect(longestSilence([95, 10, 40, 200], 0, 100)).toBe(55);
  expect(longestSilence([30, 60], 20, 200)).toBe(140);
});
