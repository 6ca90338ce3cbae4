import type { Tx } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type DepositDay, holdDepositLimits, type SetLimit } from "#modules/limits/server/index.ts";
import { dayOf } from "#modules/limits/shared/day.ts";
import { noRates, pricesOfDay } from "#modules/rates/server/index.ts";
import { converted, totalIn } from "#modules/rates/shared/day-prices.ts";
import { depositsOfLevel, type Levels, type LevelTotal } from "./levels.ts";
import { type DepositsOfCurrency, depositSums } from "./store.ts";

export interface DepositQuestion {
  readonly player: PlayerId;
  /** Currency of the deposit in question; all results are in it. */
  readonly currency: Currency;
  readonly now: Date;
  /** The invoice in question, once there is one. */
  readonly except: Uuid | null;
}

/**
 * The player's deposits over all wallets against the tightest of their daily limits and the all-time total of their
 * verification level. Locks all their deposits until `tx` ends. Fails with `rates_unavailable` where currencies have to
 * be compared and the day has no rates.
 */
export async function holdDeposits(
  tx: Tx,
  levels: Levels | undefined,
  { player, currency, now, except }: DepositQuestion,
): Promise<{ readonly day: DepositDay; readonly ever: LevelTotal }> {
  const limits = await holdDepositLimits(tx, player, now);
  const sums = await depositSums(tx, { player, now, except });
  const reserved = sums.map(sum => ({ currency: sum.currency, amount: sum.reserved }));
  return {
    day: await dayIn(tx, currency, limits, sums, now),
    ever: await depositsOfLevel(levels, tx, { player, currency, now }, reserved),
  };
}

/** Usage is rounded up and the limit down, so that the total stays within the limit. */
async function dayIn(
  tx: Tx,
  currency: Currency,
  limits: readonly SetLimit[],
  sums: readonly DepositsOfCurrency[],
  now: Date,
): Promise<DepositDay> {
  if (limits.length === 0) return { limit: null, credited: micros(0n), reserved: micros(0n) };
  const isOneCurrency = [...limits, ...sums].every(sum => sum.currency === currency);
  const prices = isOneCurrency ? undefined : await pricesOfDay(tx, dayOf(now));
  const total = (pick: (sum: DepositsOfCurrency) => bigint) =>
    totalIn(
      currency,
      sums.map(sum => ({ currency: sum.currency, amount: pick(sum), prices })),
    ) ?? noRates();
  const amounts = limits.map(limit => converted(limit, currency, prices) ?? noRates());
  return {
    limit: micros(amounts.reduce((least, amount) => (amount < least ? amount : least))),
    credited: micros(total(sum => sum.credited)),
    reserved: micros(total(sum => sum.reserved)),
  };
}
