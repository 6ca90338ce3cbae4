import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type DayPrices, type Sum, totalIn } from "#modules/rates/shared/day-prices.ts";
import type { Break } from "../shared/breaks.ts";
import type { BreakView, DailyLimitView } from "../shared/contract.ts";
import { type DailyLimitState, type LimitKind, limitsAt, stillLater } from "../shared/daily-limits.ts";

/** Deposits of the day, and what open invoices may still bring, by currency. */
export interface DepositSums {
  readonly credited: readonly Sum[];
  readonly open: readonly Sum[];
}

export const noDeposits: DepositSums = { credited: [], open: [] };

interface LimitFacts {
  readonly kind: LimitKind;
  readonly state: DailyLimitState;
  readonly used: readonly Sum[];
  /** Of deposits only. */
  readonly open: readonly Sum[] | null;
  readonly prices: DayPrices | undefined;
  /** The currency for sums where no limit names one. */
  readonly fallback: Currency;
  readonly now: Date;
}

/** One limit at a moment, as its player sees it. */
export function limitView({ kind, state, used, open, prices, fallback, now }: LimitFacts): DailyLimitView {
  const { limit } = limitsAt(state, now);
  const later = stillLater(state, now);
  const currency = limit?.currency ?? fallback;
  const total = (sums: readonly Sum[]) =>
    totalIn(
      currency,
      sums.map(sum => ({ ...sum, prices })),
    );
  const next = later?.limits.limit ?? null;
  return {
    kind,
    currency,
    limit: shown(limit?.amount ?? null),
    used: shown(total(used) ?? null),
    open: open && shown(total(open) ?? null),
    later: later && {
      limit: shown(next?.amount ?? null),
      currency: next?.currency ?? currency,
      from: later.from.toISOString(),
    },
  };
}

export function viewOfBreak(present: Break | null): BreakView {
  return present && { kind: present.kind, until: present.until.toISOString() };
}

function shown(amount: Micros | bigint | null): string | null {
  return amount === null ? null : formatAmount(micros(amount));
}
