import { addDays, type Break } from "#modules/limits/shared/breaks.ts";

/** For how many days the vault of a currency can be locked when something is put in; 0 is not at all. */
export const lockDays = [0, 1, 7, 30] as const;
export type LockDays = (typeof lockDays)[number];

/** The later of the lock there is and the one that is wished for; null without any. A lock is never made shorter. */
export function lockAfter(present: Date | null, days: LockDays, now: Date): Date | null {
  const requested = days === 0 ? null : addDays(now, days);
  if (present === null || present <= now) return requested;
  return requested !== null && requested > present ? requested : present;
}

/**
 * Until when nothing can be taken out; null when it can now. A lock keeps money from play: during a self-exclusion, when nothing
 * can be played, it does not keep it from its owner.
 */
export function lockedUntil(lock: Date | null, present: Break | null, now: Date): Date | null {
  if (lock === null || lock <= now || present?.kind === "self_exclusion") return null;
  return lock;
}
