import type { Limits } from "./daily-limits.ts";

/** Limits of time, in whole minutes: of one day (UTC), of one session of play, and between two reality checks. */
export type PlayLimitName = "day" | "session" | "check";
export type PlayLimits = Limits<PlayLimitName, bigint>;

/** Defaults: no time limit, and a reality check every hour. */
export const usualPlayLimits: PlayLimits = { day: null, session: null, check: 60n };

/** A session of play ends after this long without a stake. */
export const sessionBreakMs = 15 * 60_000;
/** How long stakes are taken without checking the time limits again; time is counted in these units. */
export const leaseMs = 60_000;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A player's play time. Times are milliseconds since 1970. */
export interface PlayState {
  /** First stake of the current or last session; null before the first one ever. */
  readonly startedAt: number | null;
  /** Stakes are taken until then without a new lease. */
  readonly leaseUntil: number | null;
  /** When the player last saw their play time: the session's beginning, or an answer to a reality check. */
  readonly checkedAt: number | null;
  /** Days since 1970, and the milliseconds played on that day. */
  readonly day: number;
  readonly playedMs: number;
}

export const neverPlayed: PlayState = { startedAt: null, leaseUntil: null, checkedAt: null, day: 0, playedMs: 0 };

/** Why the stake is refused. `until`: when stakes are possible again; a reality check waits for its answer. */
export type PlayRefusal =
  | { readonly reason: "reality_check" }
  | { readonly reason: "play_time"; readonly of: "day" | "session"; readonly until: number };

export type Renewal =
  | { readonly kind: "granted"; readonly state: PlayState; readonly isNewSession: boolean }
  | { readonly kind: "refused"; readonly refusal: PlayRefusal };

/** Whether the last session is still active at `now`. */
export function isPlaying({ leaseUntil }: PlayState, now: number): boolean {
  return leaseUntil !== null && now < leaseUntil + sessionBreakMs;
}

/** Milliseconds played on the day of `now`. */
export function playedOn({ day, playedMs }: PlayState, now: number): number {
  return day >= Math.floor(now / dayMs) ? playedMs : 0;
}

/** When the session's reality check is due; null for none. */
export function checkDueAt(state: PlayState, limits: PlayLimits): number | null {
  if (state.checkedAt === null || limits.check === null) return null;
  return state.checkedAt + Number(limits.check) * minuteMs;
}

/**
 * Requests play time: up to a minute of it, never beyond a limit, the next reality check or the end of the day. A
 * running lease is returned unchanged. Pure; `now` in milliseconds.
 */
export function renewLease(state: PlayState, limits: PlayLimits, now: number): Renewal {
  if (state.leaseUntil !== null && state.leaseUntil > now) return { kind: "granted", state, isNewSession: false };
  const isNewSession = !isPlaying(state, now);
  const startedAt = isNewSession ? now : (state.startedAt ?? now);
  const checkedAt = isNewSession ? now : (state.checkedAt ?? now);
  const day = Math.floor(now / dayMs);
  const playedMs = playedOn(state, now);
  const midnight = (day + 1) * dayMs;
  const ends = [now + leaseMs, midnight];
  if (limits.day !== null) {
    const dayEnds = now + Number(limits.day) * minuteMs - playedMs;
    if (dayEnds <= now) return refused({ reason: "play_time", of: "day", until: midnight });
    ends.push(dayEnds);
  }
  if (limits.session !== null) {
    const sessionEnds = startedAt + Number(limits.session) * minuteMs;
    const until = (state.leaseUntil ?? now) + sessionBreakMs;
    if (sessionEnds <= now) return refused({ reason: "play_time", of: "session", until: Math.max(until, now) });
    ends.push(sessionEnds);
  }
  if (limits.check !== null) {
    const due = checkedAt + Number(limits.check) * minuteMs;
    if (due <= now) return refused({ reason: "reality_check" });
    ends.push(due);
  }
  const leaseUntil = Math.min(...ends);
  const renewed = { startedAt, checkedAt, leaseUntil, day, playedMs: playedMs + leaseUntil - now };
  return { kind: "granted", state: renewed, isNewSession };
}

/** Ends the rest of a lease, so that tighter limits apply from now on. */
export function cutLease(state: PlayState, now: number): PlayState {
  if (state.leaseUntil === null || state.leaseUntil <= now) return state;
  return { ...state, leaseUntil: now, playedMs: Math.max(0, state.playedMs - (state.leaseUntil - now)) };
}

/** The player has acknowledged the check: the interval to the next one restarts. */
export function acknowledge(state: PlayState, now: number): PlayState {
  return { ...state, checkedAt: now };
}

function refused(refusal: PlayRefusal): Renewal {
  return { kind: "refused", refusal };
}
