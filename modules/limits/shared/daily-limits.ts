import type { Micros } from "#kit/money/amount.ts";

const looserAfterMs = 86_400_000;

/** Some limits of a day (UTC), in micro-units; null is no limit. */
export type Limits<Name extends string, Value extends bigint = Micros> = Readonly<Record<Name, Value | null>>;

/** What a player allows himself to stake: `wager` the sum of stakes, `loss` stakes minus payouts. */
export type DailyLimits = Limits<"wager" | "loss">;

export interface LimitState<Name extends string = "wager" | "loss", Value extends bigint = Micros> {
  readonly current: Limits<Name, Value>;
  /** Looser limits that were asked for, and when they begin. */
  readonly later: { readonly limits: Limits<Name, Value>; readonly from: Date } | null;
}

/** The limits in force at a moment. */
export function limitsAt<Name extends string, Value extends bigint>(
  state: LimitState<Name, Value>,
  now: Date,
): Limits<Name, Value> {
  return state.later && state.later.from <= now ? state.later.limits : state.current;
}

/**
 * What becomes of the limits when the player asks for others: each becomes the tighter of old and new at once; if one of
 * them is looser than the old, all that was asked for begins 24 hours later. A new wish replaces one that waits, and
 * inherits its time when it is nowhere looser than that.
 */
export function changeLimits<Name extends string, Value extends bigint>(
  state: LimitState<Name, Value>,
  asked: Limits<Name, Value>,
  now: Date,
): LimitState<Name, Value> {
  const before = limitsAt(state, now);
  const names = Object.keys(before) as Name[];
  const current: Record<Name, Value | null> = { ...before };
  for (const name of names) current[name] = tighter<Value>(before[name], asked[name]);
  if (names.every(name => current[name] === asked[name])) return { current, later: null };
  const waiting = state.later !== null && state.later.from > now ? state.later : null;
  const isKnown = waiting !== null && names.every(name => tighter(waiting.limits[name], asked[name]) === asked[name]);
  const from = isKnown ? waiting.from : new Date(now.getTime() + looserAfterMs);
  return { current, later: { limits: asked, from } };
}

/** What the player asked for last: what waits, else what is in force. A wish that leaves a limit out means this. */
export function wishedLimits<Name extends string, Value extends bigint>(
  state: LimitState<Name, Value>,
): Limits<Name, Value> {
  return state.later?.limits ?? state.current;
}

function tighter<Value extends bigint>(a: Value | null, b: Value | null): Value | null {
  if (a === null) return b;
  if (b === null) return a;
  return a < b ? a : b;
}
