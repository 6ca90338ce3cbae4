import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { exchanged, parsePrice, rateOf } from "./rate.ts";

/** Dollars for one unit of each currency, as the API returns them. */
export type Prices = readonly { readonly currency: string; readonly usd: string }[];

/** The approximate value of an amount in another currency, cut to a micro-unit; undefined without a price of both. */
export function convertedAmount(sum: Micros, from: Currency, to: Currency, prices: Prices): Micros | undefined {
  if (from === to) return sum;
  const priceOf = (code: Currency) => parsePrice(prices.find(({ currency }) => currency === code)?.usd ?? "");
  const [one, other] = [priceOf(from), priceOf(to)];
  return one && other ? micros(exchanged(sum, rateOf(one, other))) : undefined;
}
