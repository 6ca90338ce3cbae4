import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type VerificationLevel, verificationLevels } from "#modules/verification/shared/level.ts";

/** All-time totals of deposits and payouts in one currency at a level, micro-units; null is no limit. */
export interface LevelTotals {
  readonly deposits: Micros | null;
  readonly payouts: Micros | null;
}

/** In euros. The law requires identity checks from 2,000 per transaction; ours apply to all-time totals. */
const inEuros: Readonly<Record<VerificationLevel, { readonly deposits: bigint; readonly payouts: bigint } | null>> = {
  0: { deposits: 5_000n, payouts: 2_000n },
  1: { deposits: 20_000n, payouts: 10_000n },
  2: { deposits: 100_000n, payouts: 100_000n },
  3: null,
};
/** Round numbers near the value of a euro: limits that are easy to remember. */
const perEuro: Readonly<Record<Currency, bigint>> = { RUB: 100n, INR: 100n, KZT: 500n, USD: 1n, EUR: 1n };

export function levelTotals(level: VerificationLevel, currency: Currency): LevelTotals {
  const euros = inEuros[level];
  if (!euros) return { deposits: null, payouts: null };
  const inCurrency = (sum: bigint) => parseDecimal(`${sum * perEuro[currency]}`);
  return { deposits: inCurrency(euros.deposits), payouts: inCurrency(euros.payouts) };
}

/** The lowest level that allows this much in total, given what each level allows. */
export function levelFor(sum: bigint, totalAt: (level: VerificationLevel) => Micros | null): VerificationLevel {
  const isEnough = (most: Micros | null) => most === null || sum <= most;
  return verificationLevels.find(level => isEnough(totalAt(level))) ?? 3;
}
