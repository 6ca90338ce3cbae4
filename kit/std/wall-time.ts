/** Wall time: what the clocks of a time zone show. Zones are IANA names, `Asia/Almaty`. */

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Whether its days begin at an hour or a half hour of UTC, in winter and in summer: not those of Asia/Kathmandu or Pacific/Chatham. */
export function hasHalfHours(zone: string): boolean {
  const seasons = [Date.UTC(2026, 0), Date.UTC(2026, 6)];
  return seasons.every(at => offsetAt(at, zone) % (30 * minuteMs) === 0);
}

/**
 * The instant, in milliseconds since 1970, at which clocks of the zone show a day (`2026-11-24`) and a time (`02:30`). A time that the clocks skip is moved on by what they skip (02:30 becomes 03:30); of a time that they show twice
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

/** `2026-11-24T02:30`, as clocks of the zone show an instant (milliseconds since 1970). */
export function wallOf(at: number, zone: string): string {
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
