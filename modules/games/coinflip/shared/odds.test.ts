import { expect, test } from "vitest";
import { returnOf } from "#modules/bets/shared/bet-odds.ts";
import { flipOddsOf } from "./odds.ts";
import { coinflipRules } from "./rules.ts";

test("a flip returns 99 %", () => expect(returnOf(flipOddsOf(coinflipRules.current))).toBeCloseTo(0.99, 12));
