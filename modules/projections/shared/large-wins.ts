import type { Currency } from "#kit/money/currency.ts";

const unit = 1_000_000n;

/** A payout of at least this is a large win, in micro-units: about a thousand euros. A change takes a new `foldVersion`. */
export const largeWinLines: Readonly<Record<Currency, bigint>> = {
  EUR: 1_000n * unit,
  USD: 1_000n * unit,
  RUB: 100_000n * unit,
  INR: 100_000n * unit,
  KZT: 500_000n * unit,
};
