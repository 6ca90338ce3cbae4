import { Failure } from "#kit/contract/error-code.ts";
import { formatAmount, type Micros, micros, microsPerMinor, type Ratio } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { bettingClosed, currencyChanged, stakeOutOfLimits, winCapPassed } from "../shared/errors.ts";
import type { StakeTable } from "../shared/stakes.ts";

/** Refusal of a stake in another currency than the active one. */
export function currencyRefusal(expected: string | undefined, active: Currency): Failure | undefined {
  return expected === undefined || expected === active ? undefined : new Failure(currencyChanged);
}

/** Refusal of a stake for another shared round than the one now open for bets. */
export function roundRefusal(expected: number | undefined, round: bigint): Failure | undefined {
  return expected === undefined || BigInt(expected) === round ? undefined : new Failure(bettingClosed);
}

/** Refusal of a stake outside the limits; undefined when it is within. */
export function limitRefusal(limits: StakeTable, currency: Currency, stake: Micros): Failure | undefined {
  const { min, max } = limits[currency];
  if (stake >= min && stake <= max) return undefined;
  return new Failure(stakeOutOfLimits, { data: { min: formatAmount(min), max: formatAmount(max) } });
}

/** Refusal of a stake whose largest payout would pass the cap; a payout is never reduced instead. */
export function capRefusal(cap: Micros, stake: Micros, largest: Ratio): Failure | undefined {
  const payout = (stake * largest.numerator) / largest.denominator;
  if (payout <= cap) return undefined;
  return new Failure(winCapPassed, {
    data: { win_cap: formatAmount(cap), max_stake: formatAmount(largestStake(cap, largest)) },
  });
}

/** The largest stake in whole minor units whose payout is within the cap: floor(stake * ratio) <= cap. */
export function largestStake(cap: Micros, { numerator, denominator }: Ratio): Micros {
  const stake = ((cap + 1n) * denominator - 1n) / numerator;
  return micros(stake - (stake % microsPerMinor));
}
