import { parseDecimal } from "#kit/money/amount.ts";

export interface StakeLimit {
  readonly min: string;
  readonly max: string;
}

/** Limits by currency; a currency without one takes every stake of the provider. */
export type StakeLimits = Readonly<Record<string, StakeLimit>>;

/** Whether `after` allows a stake that `before` did not: that requires a second operator. */
export function allowsMore(before: StakeLimits, after: StakeLimits): boolean {
  return Object.entries(before).some(([currency, limit]) => {
    const next = after[currency];
    return (
      !next || parseDecimal(next.min) < parseDecimal(limit.min) || parseDecimal(next.max) > parseDecimal(limit.max)
    );
  });
}

/** In one line: `EUR 0.10-100, KZT 50-5000`; empty without limits. */
export function limitsLine(limits: StakeLimits): string {
  return Object.entries(limits)
    .map(([currency, { min, max }]) => `${currency} ${min}-${max}`)
    .join(", ");
}
