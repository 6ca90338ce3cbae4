import { expect, test } from "vitest";
import { returnOf } from "#modules/bets/shared/bet-odds.ts";
import { oddsOf } from "./odds.ts";
import { diceRules } from "./rules.ts";

test("every playable bet returns 99 %, exactly, over all rolls", () => {
  for (let target = 1; target <= 9_800; target++) {
    const odds = oddsOf(diceRules.current, { direction: "under", target });
    expect(odds.outcomes.reduce((sum, { weight }) => sum + weight, 0n)).toBe(odds.total);
    expect(returnOf(odds)).toBeCloseTo(0.99, 10);
  }
});
