import type { Micros } from "#kit/money/amount.ts";

const looserAfterMs = 86_400_000;

/** What a player allows himself in one currency a day (UTC), in micro-units; null is no limit. */
export interface DailyLimits {
  /** The sum of stakes. */
  readonly wager: Micros | null;
  /** Stakes minus payouts. */
  readonly loss: Micros | null;
}

export interface LimitState {
  readonly current: DailyLimits;
  /** Looser limits that were asked for, and when they begin. */
  readonly later: { readonly limits: DailyLimits; readonly from: Date } | null;
}

/** The limits in force at a moment. */
export function limitsAt(state: LimitState, now: Date): DailyLimits {
  return state.later && state.later.from <= now ? state.later.limits : state.current;
}

/**
 * What becomes of the limits when the player asks for others: each becomes the tighter of old and new at once; if one of
 * them is looser than the old, all that was asked for begins 24 hours later. A new wish replaces one that waits.
 */
export function changeLimits(state: LimitState, asked: DailyLimits, now: Date): LimitState {
  const before = limitsAt(state, now);
  const current = { wager: tighter(before.wager, asked.wager), loss: tighter(before.loss, asked.loss) };
  if (current.wager === asked.wager && current.loss === asked.loss) return { current, later: null };
  return { current, later: { limits: asked, from: new Date(now.getTime() + looserAfterMs) } };
}

function tighter(a: Micros | null, b: Micros | null): Micros | null {
  if (a === null) return b;
  if (b === null) return a;
  return a < b ? a : b;
}
