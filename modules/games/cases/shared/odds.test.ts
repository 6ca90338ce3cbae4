import { expect, test } from "vitest";
import { returnOf } from "#modules/bets/shared/bet-odds.ts";
import { oddsOf } from "./odds.ts";
import { casesRules } from "./rules.ts";

const { cases, most_at_once: mostAtOnce, tickets } = casesRules.current;

test("every case returns 95 %, however many are opened at once", () => {
  for (const of of cases) {
    for (let count = 1; count <= mostAtOnce; count++) {
      const odds = oddsOf(of, count);
      expect(odds.total).toBe(BigInt(tickets) ** BigInt(count));
      expect(returnOf(odds)).toBeCloseTo(0.95, 10);
    }
  }
});
