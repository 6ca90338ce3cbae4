/** When a campaign chooses players, in the wall time of its zone. */
export type Schedule =
  | { readonly kind: "once"; readonly day: string; readonly time: string }
  | { readonly kind: "daily"; readonly time: string }
  /** 1 is Monday. */
  | { readonly kind: "weekly"; readonly weekday: number; readonly time: string };

export const scheduleKinds = ["once", "daily", "weekly"] as const;

const dayMs = 86_400_000;
const minuteMs = 60_000;

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "" && zone.includes("/");
  } catch {
    return false;
  }
}

/** The first time of the schedule after an instant, in milliseconds since 1970; undefined when it has ended. */
export function nextTime(schedule: Schedule, zone: string, after: number): number | undefined {
  if (schedule.kind === "once") {
    const at = instantOf(schedule.day, schedule.time, zone);
    return at > after ? at : undefined;
  }
  const today = Date.parse(`${wallOf(after, zone).slice(0, 10)}T00:00Z`);
  for (let ahead = 0; ahead <= 8; ahead++) {
    const day = new Date(today + ahead * dayMs);
    if (schedule.kind === "weekly" && (day.getUTCDay() || 7) !== schedule.weekday) continue;
    const at = instantOf(day.toISOString().slice(0, 10), schedule.time, zone);
    if (at > after) return at;
  }
  return undefined;
}

/**
 * The instant of a wall time. A time that the clocks skip is moved on by what they skip (02:30 becomes 03:30); of a time that they show twice
 * it is the first.
 */
export function instantOf(day: string, time: string, zone: string): number {
  const wall = Date.parse(`${day}T${time}Z`);
  // Offsets before and after a change of the clocks: no zone changes them twice in two days.
  const offsets = [offsetAt(wall - dayMs, zone), offsetAt(wall + dayMs, zone)];
  const matches = offsets.map(offset => wall - offset).filter(at => at + offsetAt(at, zone) === wall);
  return matches.length > 0 ? Math.min(...matches) : wall - Math.min(...offsets);
}

function offsetAt(at: number, zone: string): number {
  return Date.parse(`${wallOf(at, zone)}Z`) - Math.floor(at / minuteMs) * minuteMs;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-24T02:30`, as clocks of the zone show it. */
function wallOf(at: number, zone: string): string {
  const format = formats.get(zone) ?? newFormat(zone);
  formats.set(zone, format);
  return format.format(at).replace(", ", "T");
}

/** Swedish writes dates as ISO 8601 does. */
function newFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}
