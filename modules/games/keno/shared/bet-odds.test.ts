import { expect, test } from "vitest";
import { returnOf } from "#modules/bets/shared/bet-odds.ts";
import { oddsOf } from "./bet-odds.ts";
import { allDraws, mostPicks, returnPercent } from "./odds.ts";
import { kenoRules, risks, rowOf } from "./rules.ts";

test("every row returns what is published for it, over all draws", () => {
  for (const risk of risks) {
    for (let count = 1; count <= mostPicks; count++) {
      const odds = oddsOf(kenoRules.current, { risk, picks: Array.from({ length: count }, (_, index) => index + 1) });
      expect(odds.total).toBe(allDraws);
      expect(100 * returnOf(odds)).toBeCloseTo(Number(returnPercent(rowOf(kenoRules.current, risk, count))), 3);
    }
  }
});
