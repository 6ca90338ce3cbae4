import { type Micros, micros, microsPerMinor, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

/** Smallest and largest stake of one bet, in micro-units. */
export interface StakeLimits {
  readonly min: Micros;
  readonly max: Micros;
}

export type StakeTable = Readonly<Record<Currency, StakeLimits>>;

/** Parses a table of stakes written in major units: `{ RUB: ["1", "10000"], ... }`. */
export function stakeTable(table: Readonly<Record<Currency, readonly [min: string, max: string]>>): StakeTable {
  const limits = Object.entries(table).map(([currency, [min, max]]) => [
    currency,
    { min: parseDecimal(min), max: parseDecimal(max) },
  ]);
  return Object.fromEntries(limits) as StakeTable;
}

/** Truncates an amount to whole minor units: the smallest step that players can enter. */
export function wholeMinor(value: bigint): Micros {
  return micros(value - (value % microsPerMinor));
}
