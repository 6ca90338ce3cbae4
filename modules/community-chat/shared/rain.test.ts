import { expect, test } from "vitest";
import { shareOf } from "./rain.ts";

test("equal parts are cut to a micro-unit: 10 among 3 is 3.333333, and a micro-unit stays", () => {
  expect(shareOf(10_000_000n, 3)).toBe(3_333_333n);
  expect(shareOf(10_000_000n, 1)).toBe(10_000_000n);
  expect(shareOf(2n, 3)).toBe(0n);
  expect(shareOf(10_000_000n, 0)).toBe(0n);
});
