import { expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { averageCostPercent, depositBonus, mostWager } from "./terms.ts";

test.each([
  ["60", 100, "50", "50"],
  ["25000.55", 150, "30000", "30000"],
  ["10.01", 33, "100", "3.3"],
  ["0.01", 50, "100", "0"],
])("a deposit of %s at %i percent up to %s brings %s", (credited, percent, cap, bonus) => {
  expect(depositBonus(parseDecimal(credited), percent, parseDecimal(cap))).toBe(parseDecimal(bonus));
});

test("the largest requirement costs at most the whole bonus on average", () => {
  expect(averageCostPercent(mostWager)).toBe(100);
});
