import { type Micros, micros } from "#kit/money/amount.ts";

/** A player's deposits of a day against their limit, micro-units. */
export interface DepositDay {
  /** The limit in force; null is none. */
  readonly limit: Micros | null;
  /** Credited today. */
  readonly credited: Micros;
  /** Reserved by open invoices other than the one in question. */
  readonly reserved: Micros;
}

/** Whether an invoice of at most `most` may be opened: with all open invoices it stays within the limit. */
export function mayReserve({ limit, credited, reserved }: DepositDay, most: Micros): boolean {
  return limit === null || credited + reserved + most <= limit;
}

/**
 * How much of `amount` may be credited; the rest goes back to the payer. An open invoice may use the amount it
 * reserved (`own`; 0 for one that has ended), as far as the limit still allows it; anything beyond uses only
 * what is not reserved.
 */
export function creditable({ limit, credited, reserved }: DepositDay, own: Micros, amount: Micros): Micros {
  if (limit === null) return amount;
  const left = limit - credited;
  const free = left - reserved;
  const reservedHere = own < left ? own : left;
  const most = free > reservedHere ? free : reservedHere;
  if (most <= 0n) return micros(0n);
  return most < amount ? micros(most) : amount;
}
