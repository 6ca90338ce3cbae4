/** Durations of a break, in days. */
export const timeOutDays = [1, 7, 30] as const;
/** Durations of a self-exclusion, in calendar months. */
export const exclusionMonths = [6, 12, 60] as const;

export type TimeOutDays = (typeof timeOutDays)[number];
export type ExclusionMonths = (typeof exclusionMonths)[number];

export type BreakKind = "time_out" | "self_exclusion";

/** No stakes and deposits before `until`, for this reason. */
export interface Break {
  readonly kind: BreakKind;
  readonly until: Date;
}

export function addDays(from: Date, days: number): Date {
  return new Date(from.getTime() + days * 86_400_000);
}

/** The same day and time this many months later (UTC); the month's last day where it has no such day. */
export function addMonths(from: Date, months: number): Date {
  const first = new Date(from);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), days));
  return first;
}
