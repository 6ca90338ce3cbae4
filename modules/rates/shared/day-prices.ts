import type { Currency } from "#kit/money/currency.ts";
import type { Price } from "./rate.ts";

/** The price of one unit of each currency on a day, US dollars with 18 decimals. */
export type DayPrices = Readonly<Record<Currency, Price>>;

/** Money of one currency, micro-units; may be negative. */
export interface Sum {
  readonly currency: Currency;
  readonly amount: bigint;
}

/** An amount of a day, with the prices of that day; undefined where none are known. */
export interface DatedSum extends Sum {
  readonly prices: DayPrices | undefined;
}

const priceScale = 10n ** 18n;

/**
 * The price of one unit of each in a common measure: the day's prices, or 1 where there is only one currency, which
 * needs no rates. Undefined when there are several currencies and no prices.
 */
export function measureOf(
  currencies: Iterable<Currency>,
  prices: DayPrices | undefined,
): ((currency: Currency) => Price) | undefined {
  if (new Set(currencies).size <= 1) return () => 1n;
  return prices && (currency => prices[currency]);
}

/** Adds amounts up in one currency, each at its own prices, rounded up to a micro-unit. Undefined when a price is missing. */
export function totalIn(currency: Currency, sums: readonly DatedSum[]): bigint | undefined {
  let same = 0n;
  let others = 0n;
  for (const { prices, ...sum } of sums) {
    if (sum.amount === 0n) continue;
    if (sum.currency === currency) same += sum.amount;
    else if (prices) others += ceilDiv(sum.amount * prices[sum.currency] * priceScale, prices[currency]);
    else return undefined;
  }
  return same + ceilDiv(others, priceScale);
}

/** An amount in another currency, rounded down to a micro-unit. */
export function converted({ amount, currency }: Sum, to: Currency, prices: DayPrices | undefined): bigint | undefined {
  const measure = measureOf([currency, to], prices);
  return measure && floorDiv(amount * measure(currency), measure(to));
}

/** `floor(a / b)` for a positive `b`, also below zero. */
export function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return -floorDiv(-a, b);
}
