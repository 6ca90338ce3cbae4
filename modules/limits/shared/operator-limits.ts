import { limitKinds, type SetLimit } from "./daily-limits.ts";
import type { PlayLimits } from "./play-time.ts";

/** Limits of play time that operators set, in minutes of a day (UTC) and of a session. */
export const timeKinds = ["day_time", "session_time"] as const;
export type TimeKind = (typeof timeKinds)[number];

/** What an operator may limit on a player's account: sums of a day, as players limit them, and play time. */
export const operatorLimitKinds = [...limitKinds, ...timeKinds] as const;
export type OperatorLimitKind = (typeof operatorLimitKinds)[number];

/** Why, in the general words that the player is shown; the operator's note is another field. */
export const limitCauses = ["play", "affordability", "law", "agreed"] as const;
export type LimitCause = (typeof limitCauses)[number];

export const mostMinutes = 1440;

/** Money for a daily limit, minutes for play time. */
export type OperatorLimitValue = SetLimit | { readonly minutes: number };

export function isTimeKind(kind: OperatorLimitKind): kind is TimeKind {
  return kind === "day_time" || kind === "session_time";
}

/**
 * Whether one limit is tighter than or equal to another of its kind; null is no limit. Another currency is not: whether it is tighter
 * would change with the rates, and by changing it back and forth one operator could loosen.
 */
export function isNotLooser(next: OperatorLimitValue | null, before: OperatorLimitValue | null): boolean {
  if (before === null || next === null) return before === null;
  if ("minutes" in before) return "minutes" in next && next.minutes <= before.minutes;
  return !("minutes" in next) && next.currency === before.currency && next.amount <= before.amount;
}

/** An operator's limits of play time; null is none. */
export type OperatorPlayLimits = Pick<PlayLimits, "day" | "session">;

/** The tighter one of each of the player's own and the operator's limits of play time. */
export function tighterPlay(own: PlayLimits, operator: OperatorPlayLimits): PlayLimits {
  return { day: least(own.day, operator.day), session: least(own.session, operator.session), check: own.check };
}

function least(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
