import { expect, test } from "vitest";
import { returnOf } from "#modules/bets/shared/bet-odds.ts";
import { oddsOf } from "./bet-odds.ts";
import { rowCounts } from "./odds.ts";
import { plinkoRules, risks } from "./rules.ts";

test("every table returns 99 % over all paths", () => {
  for (const risk of risks) {
    for (const rows of rowCounts) {
      const odds = oddsOf(plinkoRules.current, { rows, risk });
      expect(odds.total).toBe(2n ** BigInt(rows));
      expect(returnOf(odds)).toBeCloseTo(0.99, 12);
    }
  }
});
