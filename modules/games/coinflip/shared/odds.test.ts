import { expect, test } from "vitest";
import { returnOf } from "#modules/bets/shared/bet-odds.ts";
import { flipOdds } from "./odds.ts";

test("a flip returns 99 %", () => expect(returnOf(flipOdds)).toBeCloseTo(0.99, 12));
