/** Periods of a statement. `own` has two dates that the reader chose. */
export const periodNames = ["week", "month", "year", "own"] as const;
export type PeriodName = (typeof periodNames)[number];

export interface Days {
  /** Calendar days of the reader, `2026-11-21`; both belong to the period. */
  readonly first: string;
  readonly last: string;
}

const lengths = { week: 7, month: 30, year: 365 } as const;

/** The last days of this number, including today; for a custom period, initially this month so far. */
export function daysOf(name: PeriodName, now: Date): Days {
  const last = dayOf(now);
  if (name === "own") return { first: `${last.slice(0, 8)}01`, last };
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - lengths[name] + 1);
  return { first: dayOf(first), last };
}

/** From the first midnight (inclusive) to the one after the last day (exclusive), in the reader's time zone; null while the period is invalid. */
export function instantsOf({ first, last }: Days): { readonly from: string; readonly to: string } | null {
  const from = midnight(first, 0);
  const to = midnight(last, 1);
  return from && to && from < to ? { from: from.toISOString(), to: to.toISOString() } : null;
}

function midnight(day: string, later: number): Date | null {
  const [year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined || year < 2000) return null;
  return new Date(year, month - 1, date + later);
}

function dayOf(time: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
