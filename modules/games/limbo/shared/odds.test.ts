import { expect, test } from "vitest";
import { returnOf } from "#modules/bets/shared/bet-odds.ts";
import { oddsOf } from "./odds.ts";
import { limboRules } from "./rules.ts";

test("every target returns 99 % but for what is cut", () => {
  for (const target of [101, 200, 347, 100_000, 100_000_000])
    expect(returnOf(oddsOf(limboRules.current, target))).toBeCloseTo(0.99, 6);
});
