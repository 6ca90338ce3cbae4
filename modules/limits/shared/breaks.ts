/** Lengths of a break that a player can take, in days. */
export const timeOutDays = [1, 7, 30] as const;
/** Lengths of a self-exclusion, in calendar months. */
export const exclusionMonths = [6, 12, 60] as const;

export type TimeOutDays = (typeof timeOutDays)[number];
export type ExclusionMonths = (typeof exclusionMonths)[number];

export type BreakKind = "time_out" | "self_exclusion";

/** Nobody plays or pays in before `until`, for whatever reason he may give. */
export interface Break {
  readonly kind: BreakKind;
  readonly until: Date;
}

export function addDays(from: Date, days: number): Date {
  return new Date(from.getTime() + days * 86_400_000);
}

/** The same day and time so many months later (UTC); the month's last day where it has no such day. */
export function addMonths(from: Date, months: number): Date {
  const first = new Date(from);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), days));
  return first;
}
