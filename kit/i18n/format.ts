import { type Language, languageData } from "./locale.ts";
import { ownTimeZone } from "./time-zone.ts";

const date = { day: "2-digit", month: "2-digit" } as const;
const minute = { hour: "2-digit", minute: "2-digit" } as const;

/** All dates are in digits, day first: browsers have no Kazakh month names. */
const styles = {
  day: { ...date, year: "numeric" },
  day_no_year: date,
  month: { month: "2-digit", year: "numeric" },
  moment: { ...date, year: "numeric", ...minute },
  moment_seconds: { ...date, year: "numeric", ...minute, second: "2-digit" },
  moment_short_year: { ...date, year: "2-digit", ...minute },
  moment_no_year: { ...date, ...minute },
  clock: { ...minute, second: "2-digit" },
} as const;

export type DateStyle = keyof typeof styles;

/** A formatter of instants in ISO 8601. The zone is that of `showTimesIn` unless given. */
export function dateFormat(language: Language, style: DateStyle, timeZone = ownTimeZone()): (iso: string) => string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const format = new Intl.DateTimeFormat(languageData(language).intl.dates, { ...styles[style], ...zone });
  return iso => format.format(new Date(iso));
}

/** A date format without a comma between day and time. */
export function plainDateFormat(
  language: Language,
  style: DateStyle,
  timeZone = ownTimeZone(),
): (iso: string) => string {
  const show = dateFormat(language, style, timeZone);
  return iso => show(iso).replace(",", "");
}

/** A day in digits. */
export function showDay(iso: string, language: Language): string {
  return dateFormat(language, "day")(iso);
}

interface ShownTime {
  /** The zone set with `showTimesIn` unless given. */
  readonly timeZone?: string | undefined;
  readonly seconds?: boolean;
}

/** Day and minute. */
export function showDayAndTime(iso: string, language: Language, { timeZone, seconds = false }: ShownTime = {}): string {
  return plainDateFormat(language, seconds ? "moment_seconds" : "moment", timeZone)(iso);
}
