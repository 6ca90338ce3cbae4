import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Break } from "../shared/breaks.ts";
import type { BreakView, CurrencyLimits } from "../shared/contract.ts";
import { type LimitState, limitsAt } from "../shared/daily-limits.ts";
import type { Counters } from "./set-daily-limits.ts";

/** What came in on the day, and what open invoices may still bring. */
export interface DepositSums {
  readonly credited: Micros;
  readonly open: Micros;
}

export const noDeposits: DepositSums = { credited: micros(0n), open: micros(0n) };

export function emptyCounters(currency: Currency): Counters {
  const current = { wager: null, loss: null };
  return { currency, current, later: null, wagered: micros(0n), lost: micros(0n) };
}

/** The limits of one currency at a moment, as their player sees them. */
export function limitsView(
  counters: Counters,
  deposit: LimitState<"deposit">,
  sums: DepositSums,
  now: Date,
): CurrencyLimits {
  const { wager, loss } = limitsAt(counters, now);
  const later = stillLater(counters, now);
  const depositLater = stillLater(deposit, now);
  return {
    currency: counters.currency,
    wager_limit: shown(wager),
    loss_limit: shown(loss),
    deposit_limit: shown(limitsAt(deposit, now).deposit),
    wagered: formatAmount(counters.wagered),
    lost: formatAmount(counters.lost),
    deposited: formatAmount(sums.credited),
    deposits_open: formatAmount(sums.open),
    later: later && {
      wager_limit: shown(later.limits.wager),
      loss_limit: shown(later.limits.loss),
      from: later.from.toISOString(),
    },
    deposit_later: depositLater && {
      deposit_limit: shown(depositLater.limits.deposit),
      from: depositLater.from.toISOString(),
    },
  };
}

export function viewOfBreak(present: Break | null): BreakView {
  return present && { kind: present.kind, until: present.until.toISOString() };
}

function stillLater<Name extends string>(state: LimitState<Name>, now: Date): LimitState<Name>["later"] {
  return state.later && state.later.from > now ? state.later : null;
}

function shown(limit: Micros | null): string | null {
  return limit === null ? null : formatAmount(limit);
}
