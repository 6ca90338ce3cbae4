import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

/** How long a rain may be collected. */
export const rainSeconds = [60, 120, 300] as const;
/** Players of one rain: it is paid in one transaction. */
export const mostCollectors = 300;
/** Real stakes of the last thirty days that a player has who takes part, in euros. */
export const leastStakedEuros = "20";

const units = (n: bigint): Micros => micros(n * 1_000_000n);

/** What one tip may be: about EUR 20. */
export const largestTip: Readonly<Record<Currency, Micros>> = {
  EUR: units(20n),
  USD: units(20n),
  RUB: units(2_000n),
  KZT: units(10_000n),
  INR: units(2_000n),
};

/** The largest budget: about EUR 5,000. */
export const largestBudget: Readonly<Record<Currency, Micros>> = {
  EUR: units(5_000n),
  USD: units(5_000n),
  RUB: units(500_000n),
  KZT: units(2_500_000n),
  INR: units(500_000n),
};

/** What each player gets, cut to a micro-unit; the rest stays in the budget. */
export function shareOf(amount: bigint, players: number): bigint {
  return players === 0 ? 0n : amount / BigInt(players);
}
