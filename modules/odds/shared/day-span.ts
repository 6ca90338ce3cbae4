export const dayChoices = ["any", "today", "tomorrow", "week"] as const;
export type DayChoice = (typeof dayChoices)[number];

/** When a day begins and ends, as instants for `from` and `to`. */
export interface DaySpan {
  readonly from?: string;
  readonly to?: string;
}

/** Days of the viewer's zone: those on which the clocks change have 23 or 25 hours. `zone`: undefined for the device's own. */
export function daySpan(choice: DayChoice, now: number, zone: string | undefined): DaySpan {
  if (choice === "any") return {};
  const first = choice === "tomorrow" ? 1 : 0;
  const days = choice === "week" ? 7 : 1;
  return { from: dayStart(now, first, zone), to: dayStart(now, first + days, zone) };
}

/** Midnight so many days after the day of `now`. */
function dayStart(now: number, days: number, zone: string | undefined): string {
  const [year = 0, month = 1, day = 1] = partsAt(now, zone);
  const wanted = Date.UTC(year, month - 1, day + days);
  // Twice: the offset at the first guess may be that of the other side of a clock change.
  let instant = wanted;
  for (let i = 0; i < 2; i++) instant = wanted - offsetAt(instant, zone);
  return new Date(instant).toISOString();
}

/** Local time less UTC, milliseconds. */
function offsetAt(instant: number, zone: string | undefined): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = partsAt(instant, zone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

function partsAt(instant: number, zone: string | undefined): readonly number[] {
  const format = new Intl.DateTimeFormat(
    "en-GB",
    Object.assign(
      {
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
        hourCycle: "h23",
      } as const,
      zone === undefined ? {} : { timeZone: zone },
    ),
  );
  const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, Number(value)]));
  return (["year", "month", "day", "hour", "minute", "second"] as const).map(each => parts.get(each) ?? 0);
}
