import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";

/** Whole days of UTC as a call names them. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** How many, up to `to`; `from` goes first. */
  readonly days?: string | undefined;
}

export interface DaysOfPeriod {
  readonly from: string;
  readonly to: string;
  /** The first instant, and the one after the last. */
  readonly begins: Date;
  readonly ends: Date;
}

const dayMs = 86_400_000;
const mostDays = 366;
const usualDays = "7";

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Up to today and for seven days unless stated. Fails with `validation_failed` if it ends before it begins, or is longer than a leap year. */
export function daysOf({ from, to, days = usualDays }: Period, now: number): DaysOfPeriod {
  const last = to === undefined ? Date.parse(dayOf(now)) : Date.parse(to);
  const first = from === undefined ? last - (Number(days) - 1) * dayMs : Date.parse(from);
  const length = (last - first) / dayMs + 1;
  if (length < 1 || length > mostDays) fail(validationFailed, { errors: { from: ["period_invalid"] } });
  return { from: dayOf(first), to: dayOf(last), begins: new Date(first), ends: new Date(last + dayMs) };
}
