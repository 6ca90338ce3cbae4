import { expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { verificationLevels } from "#modules/verification/shared/level.ts";
import { levelFor, levelTotals } from "./level-limits.ts";

test("each level allows more in and out than the one before it, and the last one sets no limit", () => {
  for (const direction of ["deposits", "payouts"] as const) {
    const sums = verificationLevels.map(level => levelTotals(level, "KZT")[direction]);
    expect(sums.slice(0, 3).every((sum, index) => sum !== null && sum > (sums[index - 1] ?? 0n))).toBe(true);
    expect(sums[3]).toBeNull();
  }
});

test.each([
  ["2000", 0],
  ["2000.01", 1],
  ["10000", 1],
  ["10000.01", 2],
  ["100000.01", 3],
])("a payout of %s dollars in all asks for level %i", (sum, level) => {
  expect(levelFor(parseDecimal(sum), at => levelTotals(at, "USD").payouts)).toBe(level);
});
