import { type Micros, micros } from "#kit/money/amount.ts";

/** Where a player stands with his deposits of a day, micro-units. */
export interface DepositDay {
  /** The limit in force; null is none. */
  readonly limit: Micros | null;
  /** Credited today. */
  readonly credited: Micros;
  /** Asked for by open invoices that are not the one in question. */
  readonly reserved: Micros;
}

/** Whether an invoice of at most `most` may be opened: with all that is open it stays within the limit. */
export function mayReserve({ limit, credited, reserved }: DepositDay, most: Micros): boolean {
  return limit === null || credited + reserved + most <= limit;
}

/**
 * How much of `amount` may be credited; the rest goes back to the payer. An open invoice has a right to the sum it
 * reserved (`own`; 0 for one that has ended), as far as the limit still allows it; whatever is beyond that takes only
 * what nobody reserved.
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
