import { type Micros, microsPerMinor, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

export interface SlipLimits {
  /** The smallest stake of one bet. */
  readonly minUnit: Micros;
  /** The smallest stake of a slip. */
  readonly minSlip: Micros;
  /** What a slip may return at most, boost apart. */
  readonly ceiling: Micros;
}

const limits = (minUnit: string, minSlip: string, ceiling: string): SlipLimits => ({
  minUnit: parseDecimal(minUnit),
  minSlip: parseDecimal(minSlip),
  ceiling: parseDecimal(ceiling),
});

export const slipLimits: Readonly<Record<Currency, SlipLimits>> = {
  USD: limits("0.01", "0.1", "50000"),
  EUR: limits("0.01", "0.1", "50000"),
  RUB: limits("1", "10", "5000000"),
  INR: limits("1", "10", "5000000"),
  KZT: limits("5", "50", "25000000"),
};

/** The ceiling, and 1 % of the bankroll: the win cap that is written into a slip. */
export function slipWinCap(currency: Currency, bankroll: Micros): Micros {
  const share = (bankroll / 100n) as Micros;
  const { ceiling } = slipLimits[currency];
  return share < ceiling ? share : ceiling;
}

/** Whether a stake of this unit on this many bets is within the limits: whole minor units, and at least both minima. */
export function isStakeAllowed(currency: Currency, unit: Micros, bets: number): boolean {
  const { minUnit, minSlip } = slipLimits[currency];
  return unit % microsPerMinor === 0n && unit >= minUnit && unit * BigInt(bets) >= minSlip;
}
