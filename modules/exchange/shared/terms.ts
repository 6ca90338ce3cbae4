import { type Micros, micros, microsPerMinor } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { exchanged, type Rate } from "#modules/rates/shared/rate.ts";

/** The spread of every exchange, in ten-thousandths of its value. */
export const spreadBasisPoints = 50n;
/** How long a quote can be used. */
export const quoteLifeMs = 30_000;

/** Limits of the sold amount, in major units: of one exchange, and of a day (UTC). */
export const exchangeLimits: Readonly<Record<Currency, { readonly max: string; readonly day: string }>> = {
  RUB: { max: "300000", day: "600000" },
  INR: { max: "300000", day: "600000" },
  KZT: { max: "1500000", day: "3000000" },
  USD: { max: "3000", day: "6000" },
  EUR: { max: "3000", day: "6000" },
};

export interface Parts {
  /** The value of the sold amount, cut to a micro-unit: the sum of the three below. */
  readonly value: Micros;
  /** What the player gets: whole minor units. */
  readonly received: Micros;
  readonly spread: Micros;
  /** Below a minor unit: goes to the account `rounding`. */
  readonly remainder: Micros;
}

/**
 * The rounding rule of exchanges. Value = floor(sold × rate); the spread is its share rounded up to a micro-unit; of
 * the rest the player gets the whole minor units, and the fraction is booked to `rounding`, so that nothing is lost.
 */
export function partsOf(sold: Micros, rate: Pick<Rate, "scaled">): Parts {
  const value = exchanged(sold, rate);
  const spread = (value * spreadBasisPoints + 9_999n) / 10_000n;
  const left = value - spread;
  const remainder = left % microsPerMinor;
  return {
    value: micros(value),
    spread: micros(spread),
    remainder: micros(remainder),
    received: micros(left - remainder),
  };
}

/** Whether the rate has moved by more than half a spread since it was quoted, in either direction. */
export function hasMoved(quoted: Pick<Rate, "scaled">, current: Pick<Rate, "scaled">): boolean {
  const change = current.scaled > quoted.scaled ? current.scaled - quoted.scaled : quoted.scaled - current.scaled;
  return change * 20_000n > quoted.scaled * spreadBasisPoints;
}
