import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

const looserAfterMs = 86_400_000;

/** What is limited per day (UTC): the sum of stakes, stakes minus payouts, and deposits. */
export const limitKinds = ["wager", "loss", "deposit"] as const;
export type LimitKind = (typeof limitKinds)[number];

/** A limit as the player set it: it applies to all wallets. */
export interface SetLimit {
  readonly amount: Micros;
  readonly currency: Currency;
}

/** Some limits by name; null is no limit. */
export type Limits<Name extends string, Value> = Readonly<Record<Name, Value | null>>;

export interface LimitState<Name extends string, Value> {
  readonly current: Limits<Name, Value>;
  /** Looser limits that were requested, and when they begin. */
  readonly later: { readonly limits: Limits<Name, Value>; readonly from: Date } | null;
}

/** One daily limit. */
export type DailyLimitState = LimitState<"limit", SetLimit>;

export const noLimit: DailyLimitState = { current: { limit: null }, later: null };

/** Which of two limits is the tighter one. */
export type IsTighter<Value> = (one: Value, other: Value) => boolean;

/** The limits in force at a moment. */
export function limitsAt<Name extends string, Value>(state: LimitState<Name, Value>, now: Date): Limits<Name, Value> {
  return state.later && state.later.from <= now ? state.later.limits : state.current;
}

/** Requested limits that are not in force yet. */
export function stillLater<Name extends string, Value>(
  { later }: LimitState<Name, Value>,
  now: Date,
): LimitState<Name, Value>["later"] {
  return later && later.from > now ? later : null;
}

/**
 * The limits after a request: each becomes the tighter of old and new at once; if one of
 * them is looser than the old, the whole request begins 24 hours later. A new request replaces a pending one, and
 * inherits its time when none of its limits is looser.
 */
export function changeLimits<Name extends string, Value>(
  state: LimitState<Name, Value>,
  asked: Limits<Name, Value>,
  now: Date,
  isTighter: IsTighter<Value>,
): LimitState<Name, Value> {
  const tighter = (one: Value | null, other: Value | null) => {
    if (one === null || other === null) return one ?? other;
    return isTighter(one, other) ? one : other;
  };
  const before = limitsAt(state, now);
  const names = Object.keys(before) as Name[];
  const current: Record<Name, Value | null> = { ...before };
  for (const name of names) current[name] = tighter(before[name], asked[name]);
  if (names.every(name => current[name] === asked[name])) return { current, later: null };
  const waiting = stillLater(state, now);
  const isNotLooser =
    waiting !== null && names.every(name => tighter(waiting.limits[name], asked[name]) === asked[name]);
  const from = isNotLooser ? waiting.from : new Date(now.getTime() + looserAfterMs);
  return { current, later: { limits: asked, from } };
}

/** The last request: the pending one, else the limits in force. Omitted limits of a new request default to it. */
export function latestLimits<Name extends string, Value>(state: LimitState<Name, Value>): Limits<Name, Value> {
  return state.later?.limits ?? state.current;
}
