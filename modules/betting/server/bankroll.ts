import type { Clock } from "#kit/host/host.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

const freshMs = 60_000;

/** The bankroll of a currency, read from the ledger once a minute. */
export function createBankroll(
  clock: Clock,
  read: (currency: Currency) => Promise<Micros>,
): (currency: Currency) => Promise<Micros> {
  const known = new Map<Currency, { readonly at: number; readonly amount: Promise<Micros> }>();
  return currency => {
    const last = known.get(currency);
    if (last && clock.now() - last.at < freshMs) return last.amount;
    const amount = read(currency);
    known.set(currency, { at: clock.now(), amount });
    amount.catch(() => known.delete(currency));
    return amount;
  };
}
