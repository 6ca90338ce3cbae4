import { addDays, type Break } from "#modules/limits/shared/breaks.ts";

/** Lock periods in days that can be chosen when money is moved in; 0 is no lock. */
export const lockDays = [0, 1, 7, 30] as const;
export type LockDays = (typeof lockDays)[number];

/** The later of the current lock and the requested one; null without any. A lock is never shortened. */
export function lockAfter(present: Date | null, days: LockDays, now: Date): Date | null {
  const requested = days === 0 ? null : addDays(now, days);
  if (present === null || present <= now) return requested;
  return requested !== null && requested > present ? requested : present;
}

/**
 * Until when nothing can be taken out; null when it can now. A lock prevents play: during a self-exclusion, when nothing
 * can be played, the owner can take their money out.
 */
export function lockedUntil(lock: Date | null, present: Break | null, now: Date): Date | null {
  if (lock === null || lock <= now || present?.kind === "self_exclusion") return null;
  return lock;
}
