import type { Clock } from "#kit/host/host.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { winCapOf } from "#modules/bets/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";

const cachedForMs = 600_000;

/** The most that one round of a game may win, from the bankroll in the books; the bankroll is read again every ten minutes. */
export function createWinCap(clock: Clock, wallet: Pick<Wallet, "capital">) {
  const cached = new Map<Currency, { bankroll: Promise<Micros>; until: number }>();
  function bankrollOf(currency: Currency): Promise<Micros> {
    const known = cached.get(currency);
    if (known && known.until > clock.monotonic()) return known.bankroll;
    const bankroll = wallet.capital(currency);
    cached.set(currency, { bankroll, until: clock.monotonic() + cachedForMs });
    bankroll.catch(() => cached.delete(currency));
    return bankroll;
  }
  return async (currency: Currency, maxStake: Micros): Promise<Micros> =>
    winCapOf(maxStake, await bankrollOf(currency));
}
