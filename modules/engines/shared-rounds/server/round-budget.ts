import { type Micros, micros } from "#kit/money/amount.ts";

/** How much a shared round may still lose, and how much one bet placed now may win. */
export interface RoundBudget {
  /** A tenth of the bankroll. */
  readonly whole: Micros;
  readonly left: Micros;
  /** Largest payout of one bet: the day's cap, and at most a tenth of the remaining budget. */
  readonly amount: Micros;
}

/**
 * A round may lose a tenth of the bankroll at its caps. Every bet lowers what later ones may win.
 * @param cap the day's win cap of one bet
 * @param reserved largest payouts of the bets already placed, summed
 */
export function roundBudget({ cap, bankroll }: { cap: Micros; bankroll: Micros }, reserved: Micros): RoundBudget {
  const whole = bankroll / 10n;
  const left = whole > reserved ? whole - reserved : 0n;
  const amount = left / 10n < cap ? left / 10n : cap;
  return { whole: micros(whole), left: micros(left), amount: micros(amount) };
}
