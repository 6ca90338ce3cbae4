import { micros } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { StakeLimits, StakeTable } from "#modules/bets/shared/stakes.ts";
import { casesRules, priceOf } from "./rules.ts";

/** A stake is the price of 1 to 5 cases: from the cheapest one to five of the dearest. */
export const casesLimits = Object.fromEntries(
  currencyCodes.map((currency): [Currency, StakeLimits] => {
    const { cases, most_at_once: mostAtOnce } = casesRules.current;
    const prices = cases.map(each => priceOf(each, currency)).sort((a, b) => (a < b ? -1 : 1));
    const [cheapest = micros(0n), dearest = micros(0n)] = [prices[0], prices.at(-1)];
    return [currency, { min: cheapest, max: micros(dearest * BigInt(mostAtOnce)) }];
  }),
) as StakeTable;
