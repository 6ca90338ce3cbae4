import { Failure } from "#kit/contract/error-code.ts";
import type { Queryable } from "#kit/db/db.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import type { DayPrices } from "../shared/day-prices.ts";
import { ratesUnavailable } from "../shared/errors.ts";
import { parsePrice } from "../shared/rate.ts";

interface DayRow {
  readonly day: number;
  readonly prices: Readonly<Record<string, string>>;
}

/** Fixes a day's prices; existing ones stay. */
export async function fixDay(
  on: Queryable,
  { day, now, at, prices }: { day: number; now: Date; at: Date; prices: Readonly<Record<string, string>> },
): Promise<void> {
  await on.query(
    "INSERT INTO rates.rate_days (day, fixed_at, feed_at, prices) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [day, now, at, JSON.stringify(prices)],
  );
}

export async function isFixed(on: Queryable, day: number): Promise<boolean> {
  const { rowCount } = await on.query("SELECT FROM rates.rate_days WHERE day = $1", [day]);
  return rowCount === 1;
}

/** The prices fixed for exactly this day (days since 1970, UTC); undefined when there are none. */
export async function pricesOfDay(on: Queryable, day: number): Promise<DayPrices | undefined> {
  const { rows } = await on.query<DayRow>("SELECT day, prices FROM rates.rate_days WHERE day = $1", [day]);
  return rows[0] && pricesOf(rows[0]);
}

/**
 * Prices for amounts of past days: those of the day, else the last fixed before it, else the first fixed after it. A day without
 * prices gets none later, so totals do not change afterwards.
 */
export async function pricesOfPastDays(
  on: Queryable,
  days: readonly number[],
): Promise<ReadonlyMap<number, DayPrices>> {
  const { rows } = await on.query<DayRow>(
    `SELECT i.day, coalesce(before.prices, after.prices) AS prices FROM unnest($1::int[]) AS i(day)
     LEFT JOIN LATERAL (SELECT prices FROM rates.rate_days r WHERE r.day <= i.day ORDER BY r.day DESC LIMIT 1) before ON true
     LEFT JOIN LATERAL (SELECT prices FROM rates.rate_days r WHERE r.day > i.day ORDER BY r.day LIMIT 1) after ON true
     WHERE coalesce(before.prices, after.prices) IS NOT NULL`,
    [`{${[...new Set(days)].join(",")}}`],
  );
  return new Map(rows.map(row => [row.day, pricesOf(row)]));
}

/** The price of one unit of a currency on a day, for other modules' queries; null where no prices are fixed. */
export const dayPriceSql = (currency: string, day: string): string =>
  `(SELECT (rate.prices ->> ${currency})::numeric FROM rates.rate_days rate WHERE rate.day = ${day})`;

/** Refuses what cannot be compared without the day's rates. */
export function noRates(): never {
  throw new Failure(ratesUnavailable, { retryAfter: 60 });
}

function pricesOf({ prices }: DayRow): DayPrices {
  const known = currencyCodes.map((code): [Currency, bigint] => [
    code,
    required(parsePrice(prices[code] ?? ""), "every price is checked before its day is fixed"),
  ]);
  return Object.fromEntries(known) as Record<Currency, bigint>;
}
