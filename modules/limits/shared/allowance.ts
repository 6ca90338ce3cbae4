import type { Currency } from "#kit/money/currency.ts";
import { type DayPrices, floorDiv, measureOf, type Sum } from "#modules/rates/shared/day-prices.ts";
import type { SetLimit } from "./daily-limits.ts";

/** Effectively unlimited; within the range of a row's column. */
const mostMicros = 4_000_000_000_000_000_000n;

/**
 * How much more of `currency` a limit allows, in micro-units, given the usage in several currencies: rounded down,
 * below zero when it is exceeded. Undefined when currencies have to be compared and the day has no prices.
 */
export function leftOf(
  limit: SetLimit,
  used: readonly Sum[],
  currency: Currency,
  prices: DayPrices | undefined,
): bigint | undefined {
  const counted = used.filter(({ amount }) => amount !== 0n);
  const measure = measureOf([limit.currency, currency, ...counted.map(sum => sum.currency)], prices);
  if (!measure) return undefined;
  const convertedOf = (sum: Sum) => sum.amount * measure(sum.currency);
  const left = counted.reduce((rest, sum) => rest - convertedOf(sum), convertedOf(limit));
  const most = floorDiv(left, measure(currency));
  return most < mostMicros ? most : mostMicros;
}

/** Which of two limits is lower; undefined when they are of two currencies and the day has no prices. */
export function isTighterAt(prices: DayPrices | undefined): (one: SetLimit, other: SetLimit) => boolean | undefined {
  return (one, other) => {
    const measure = measureOf([one.currency, other.currency], prices);
    return measure && one.amount * measure(one.currency) < other.amount * measure(other.currency);
  };
}

/** The day's counters of one wallet, micro-units of its currency. */
export interface WalletDay {
  readonly currency: Currency;
  readonly wagered: bigint;
  /** Below zero for a gain. An open bet counts as lost. */
  readonly lost: bigint;
}

/** The limits of stakes in force, the player's own and an operator's: each of them holds. Empty is none. */
export interface StakeLimits {
  readonly wager: readonly SetLimit[];
  readonly loss: readonly SetLimit[];
}

/** Upper bounds of the day's counters of a wallet; null is unbounded. */
export interface Lease {
  readonly currency: Currency;
  readonly wagerMost: bigint | null;
  readonly lossMost: bigint | null;
}

export type Leasing =
  | { readonly kind: "unlimited" }
  | { readonly kind: "leased"; readonly leases: readonly Lease[] }
  | { readonly kind: "refused"; readonly reason: "limit_reached" | "rates_unavailable" };

/**
 * Leases to one wallet all that the limits leave, the others keep what they have used; refused when that is less than the stake, or
 * for losses less than `own`, the part of the stake that is real money. Every counter is then at or below its lease and the total of leases is within each limit, so a stake need only read its own
 * wallet. Nothing is leased while a limit is exceeded: a payout elsewhere would otherwise free what is not there.
 */
export function leaseTo(
  { currency, stake, own = stake }: { readonly currency: Currency; readonly stake: bigint; readonly own?: bigint },
  wallets: readonly WalletDay[],
  { wager, loss }: StakeLimits,
  prices: DayPrices | undefined,
): Leasing {
  if (wager.length === 0 && loss.length === 0) return { kind: "unlimited" };
  const left = (limits: readonly SetLimit[], counter: "wagered" | "lost") => {
    const used = wallets.map(day => ({ currency: day.currency, amount: day[counter] }));
    return leastOf(limits.map(limit => leftOf(limit, used, currency, prices)));
  };
  const [wagerLeft, lossLeft] = [left(wager, "wagered"), left(loss, "lost")];
  if (wagerLeft === undefined || lossLeft === undefined) return { kind: "refused", reason: "rates_unavailable" };
  const isShort = (rest: bigint | null, asked: bigint) => rest !== null && rest < asked;
  if (isShort(wagerLeft, stake) || isShort(lossLeft, own)) return { kind: "refused", reason: "limit_reached" };
  const most = (day: WalletDay, counter: "wagered" | "lost", rest: bigint | null) =>
    rest === null ? null : day[counter] + (day.currency === currency ? rest : 0n);
  const leases = wallets.map(day => ({
    currency: day.currency,
    wagerMost: most(day, "wagered", wagerLeft),
    lossMost: most(day, "lost", lossLeft),
  }));
  return { kind: "leased", leases };
}

/** The least of what several limits leave: null without limits, undefined when one of them cannot be computed. */
function leastOf(rests: readonly (bigint | undefined)[]): bigint | null | undefined {
  return rests.reduce<bigint | null | undefined>(
    (least, rest) =>
      least === undefined || rest === undefined ? undefined : least === null || rest < least ? rest : least,
    null,
  );
}
