/** Activity is sent at most this often: milliseconds. */
export const activityEveryMs = 60_000;
/** The countdown is shown when so many seconds are left. */
export const warnSeconds = 120;

export interface SessionTimes {
  readonly idle_seconds: number;
  readonly life_seconds: number;
}

/** What the page shows of its session at a moment, by a clock that only moves forward: milliseconds. */
export interface SessionClock {
  /** Times as the server gave them at `now`. */
  set(times: SessionTimes, now: number): void;
  /** A key or the pointer: true if the server has to be notified. */
  noteActivity(now: number): boolean;
  /** The countdown, in seconds; null while there is time. `over`: the eight hours end, and activity does not help. */
  countdown(now: number): { readonly seconds: number; readonly over: boolean } | null;
}

export function createSessionClock(): SessionClock {
  let [idleAt, endsAt, sentAt] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    set({ idle_seconds, life_seconds }, now) {
      idleAt = now + idle_seconds * 1000;
      endsAt = now + life_seconds * 1000;
    },
    noteActivity(now) {
      if (now - sentAt < activityEveryMs || now >= idleAt) return false;
      sentAt = now;
      return true;
    },
    countdown(now) {
      const seconds = Math.ceil((Math.min(idleAt, endsAt) - now) / 1000);
      return seconds > warnSeconds ? null : { seconds: Math.max(0, seconds), over: endsAt <= idleAt };
    },
  };
}
