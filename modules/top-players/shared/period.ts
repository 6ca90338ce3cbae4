/** Days, weeks (from Monday) and months of UTC. */
export const periods = ["day", "week", "month"] as const;
export type Period = (typeof periods)[number];

export const boards = ["wins", "multipliers", "wagers"] as const;
export type TopBoard = (typeof boards)[number];

const dayMs = 86_400_000;
/** 1970-01-05 was a Monday. */
const firstMonday = 4;

/** Days since 1970 (UTC), both included. */
export interface Days {
  readonly first: number;
  readonly last: number;
}

/** The whole period that an instant is in. */
export function daysOf(period: Period, atMs: number): Days {
  const today = Math.floor(atMs / dayMs);
  if (period === "day") return { first: today, last: today };
  if (period === "week") {
    const first = today - ((today - firstMonday) % 7);
    return { first, last: first + 6 };
  }
  const at = new Date(atMs);
  const firstOf = (month: number) => Date.UTC(at.getUTCFullYear(), month, 1) / dayMs;
  return { first: firstOf(at.getUTCMonth()), last: firstOf(at.getUTCMonth() + 1) - 1 };
}

export const instantOf = (day: number): Date => new Date(day * dayMs);
