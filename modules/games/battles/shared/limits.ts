import { micros } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { StakeLimits, StakeTable } from "#modules/bets/shared/stakes.ts";
import { casesRules, priceOf } from "#modules/games/cases/shared/rules.ts";
import { mostCases } from "./rules.ts";

/** A seat costs the price of its cases: from one of the cheapest to ten of the dearest. */
export const battleLimits = Object.fromEntries(
  currencyCodes.map((currency): [Currency, StakeLimits] => {
    const prices = casesRules.current.cases.map(each => priceOf(each, currency)).sort((a, b) => (a < b ? -1 : 1));
    const [cheapest = micros(0n), dearest = micros(0n)] = [prices[0], prices.at(-1)];
    return [currency, { min: cheapest, max: micros(dearest * BigInt(mostCases)) }];
  }),
) as StakeTable;
