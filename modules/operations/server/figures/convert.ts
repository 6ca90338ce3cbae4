import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import { pricesOfPastDays } from "#modules/rates/server/index.ts";
import { converted } from "#modules/rates/shared/day-prices.ts";

interface Dated {
  readonly utcDay: number;
  readonly currency: Currency;
}

/** An amount of a day in the currency of sums, at the rates fixed for that day, so that it never moves again; undefined without rates. */
export type Convert = (dated: Dated, amount: bigint) => bigint | undefined;

export async function converterTo(on: Queryable, shown: Currency, rows: readonly Dated[]): Promise<Convert> {
  const others = rows.filter(({ currency }) => currency !== shown);
  const prices = await pricesOfPastDays(on, [...new Set(others.map(({ utcDay }) => utcDay))]);
  return ({ utcDay, currency }, amount) =>
    currency === shown ? amount : converted({ amount, currency }, shown, prices.get(utcDay));
}
