/** When a race starts again: at a time of day in a time zone, whatever its clocks do. */

export const repeats = ["day", "week"] as const;
export type Repeat = (typeof repeats)[number];

export interface Schedule {
  readonly every: Repeat;
  /** IANA, `Asia/Almaty`. */
  readonly zone: string;
  /** Of the zone's clocks, `18:00`. */
  readonly time: string;
  /** Of `week`: 1 is Monday, 7 Sunday; else null. */
  readonly weekday: number | null;
}

export const timePattern = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const dayMs = 86_400_000;

/** The first start after an instant. A race lasts until the next one starts: a day may have 23 or 25 hours. */
export function startAfter(schedule: Schedule, afterMs: number): number {
  const today = Math.floor((afterMs + offsetAt(schedule.zone, afterMs)) / dayMs);
  // The instant's own day on the zone's clocks, and a week after it.
  for (let day = today; day <= today + 8; day++) {
    if (schedule.weekday !== null && weekdayOf(day) !== schedule.weekday) continue;
    const start = instantOf(schedule, day);
    if (start > afterMs) return start;
  }
  throw new Error(`no start of ${schedule.every} ${schedule.weekday} within a week`);
}

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1;

/** A time that the clocks skip is as much later as they are moved; of one that comes twice it is the first. */
function instantOf({ zone, time }: Schedule, day: number): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const wall = day * dayMs + (hours * 60 + minutes) * 60_000;
  const before = wall - offsetAt(zone, wall - dayMs);
  const after = wall - offsetAt(zone, wall + dayMs);
  const isShown = (instant: number) => instant + offsetAt(zone, instant) === wall;
  const shown = [before, after].filter(isShown);
  return shown.length > 0 ? Math.min(...shown) : before;
}

/** What the zone's clocks are ahead of UTC, milliseconds. */
function offsetAt(zone: string, instant: number): number {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
  });
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }): [string, number] => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}
