import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import type { Prices } from "./fact.ts";

/** An amount in US dollars, exact: micro-units with 18 decimals. */
export function inDollars(amount: string, currency: Currency, prices: Prices | undefined): bigint {
  return parseDecimal(amount) * required(prices, "a rule with money is read with prices")[currency];
}
