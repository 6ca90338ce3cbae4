import { instantOf, wallOf } from "#kit/std/wall-time.ts";

/** Periods of a statement. `own` has two dates that the reader chose. */
export const periodNames = ["week", "month", "year", "own"] as const;
export type PeriodName = (typeof periodNames)[number];

export interface Days {
  /** Calendar days of the reader, `2026-11-21`; both belong to the period. */
  readonly first: string;
  readonly last: string;
}

/** The reader's time zone; the machine's if undefined. */
type Zone = string | undefined;

const lengths = { week: 7, month: 30, year: 365 } as const;

/** The last days of this number, including today; for a custom period, initially this month so far. */
export function daysOf(name: PeriodName, now: Date, zone: Zone): Days {
  const last = wallOf(now.getTime(), named(zone)).slice(0, 10);
  return { first: name === "own" ? `${last.slice(0, 8)}01` : daysAfter(last, 1 - lengths[name]), last };
}

/** From the first midnight (inclusive) to the one after the last day (exclusive), in the reader's time zone; null while the period is invalid. */
export function instantsOf({ first, last }: Days, zone: Zone): { readonly from: string; readonly to: string } | null {
  if (!isDay(first) || !isDay(last) || first > last) return null;
  const midnight = (day: string) => new Date(instantOf(day, "00:00", named(zone))).toISOString();
  return { from: midnight(first), to: midnight(daysAfter(last, 1)) };
}

const named = (zone: Zone) => zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

const isDay = (day: string) => /^2\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00Z`));

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
