import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type DayPrices, type Sum, totalIn } from "#modules/rates/shared/day-prices.ts";
import type { Break } from "../shared/breaks.ts";
import type { BreakView, DailyLimitView } from "../shared/contract.ts";
import { type DailyLimitState, type LimitKind, limitsAt, stillLater } from "../shared/daily-limits.ts";
import type { OperatorLimit } from "./operator-limits-store.ts";

/** Deposits of the day, and what open invoices may still bring, by currency. */
export interface DepositSums {
  readonly credited: readonly Sum[];
  readonly open: readonly Sum[];
}

export const noDeposits: DepositSums = { credited: [], open: [] };

interface LimitFacts {
  readonly kind: LimitKind;
  readonly state: DailyLimitState;
  readonly operator: OperatorLimit | undefined;
  readonly used: readonly Sum[];
  /** Open sums of deposits; null for other kinds. */
  readonly open: readonly Sum[] | null;
  readonly prices: DayPrices | undefined;
  /** The currency for sums where no limit names one. */
  readonly fallback: Currency;
  readonly now: Date;
}

/** One limit at a moment, as its player sees it. */
export function limitView(facts: LimitFacts): DailyLimitView {
  const { kind, state, used, open, prices, fallback, now } = facts;
  const { limit } = limitsAt(state, now);
  const later = stillLater(state, now);
  const currency = limit?.currency ?? fallback;
  const total = (sums: readonly Sum[], to: Currency = currency) =>
    totalIn(
      to,
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
    operator: viewOfOperators(facts.operator, to => total(used, to)),
  };
}

/** View of a daily limit that an operator set; how much of it is used is added up in its own currency. */
function viewOfOperators(
  set: OperatorLimit | undefined,
  usedIn: (currency: Currency) => bigint | undefined,
): DailyLimitView["operator"] {
  if (!set?.limit || "minutes" in set.limit) return null;
  const { amount, currency } = set.limit;
  return {
    limit: formatAmount(amount),
    currency,
    used: shown(usedIn(currency) ?? null),
    cause: set.cause,
    since: set.setAt.toISOString(),
  };
}

export function viewOfBreak(present: Break | null): BreakView {
  return present && { kind: present.kind, until: present.until.toISOString() };
}

function shown(amount: Micros | bigint | null): string | null {
  return amount === null ? null : formatAmount(micros(amount));
}
