import { instantOf, wallOf } from "#kit/std/wall-time.ts";

/** When a race starts again: at a time of day in a time zone, whatever its clocks do. */

export const repeats = ["day", "week"] as const;
export type Repeat = (typeof repeats)[number];

export interface Schedule {
  readonly every: Repeat;
  /** IANA, `Asia/Almaty`. */
  readonly zone: string;
  /** Start by the zone's clocks, `18:00`. */
  readonly time: string;
  /** For `week`: 1 is Monday, 7 Sunday; else null. */
  readonly weekday: number | null;
}

export const timePattern = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const dayMs = 86_400_000;

/** The first start after an instant. A race lasts until the next one starts: a day may have 23 or 25 hours. */
export function startAfter({ every, zone, time, weekday }: Schedule, afterMs: number): number {
  const today = Date.parse(`${wallOf(afterMs, zone).slice(0, 10)}T00:00Z`);
  // The instant's own day on the zone's clocks, and a week after it.
  for (let ahead = 0; ahead <= 8; ahead++) {
    const day = new Date(today + ahead * dayMs);
    if (weekday !== null && (day.getUTCDay() || 7) !== weekday) continue;
    const start = instantOf(day.toISOString().slice(0, 10), time, zone);
    if (start > afterMs) return start;
  }
  throw new Error(`no start of ${every} ${weekday} within a week`);
}
