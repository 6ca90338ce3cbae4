import { isZone } from "#kit/std/wall-time.ts";
import { type Language, languageData } from "./locale.ts";

/** `mm:ss` under an hour, `hh:mm:ss` above. Seconds are whole and not negative. */
export function showCountdown(seconds: number): string {
  const two = (value: number) => `${value}`.padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return h > 0 ? `${two(h)}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`;
}

/** A shortened hash: `9f27c4e1b80a…6d13ee`. */
export function shortHash(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 12)}…${hash.slice(-6)}` : hash;
}

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

/** The player's time zone; the machine's if undefined. */
let ownZone: string | undefined;

/**
 * From now on days and times are shown in this zone: that of the player's profile. Null, or an unknown zone, is the machine's
 * own. Browser only: a server renders pages of many players.
 */
export function showTimesIn(zone: string | null): void {
  ownZone = zone !== null && isZone(zone) ? zone : undefined;
  for (const listener of zoneListeners) listener();
}

const zoneListeners = new Set<() => void>();

/** Calls the listener after each {@link showTimesIn}, until the returned function is called. */
export function onTimeZone(listener: () => void): () => void {
  zoneListeners.add(listener);
  return () => zoneListeners.delete(listener);
}

/** The zone set by {@link showTimesIn}. */
export function ownTimeZone(): string | undefined {
  return ownZone;
}

/** A formatter of instants in ISO 8601. The zone is that of {@link showTimesIn} unless given. */
export function dateFormat(language: Language, style: DateStyle, timeZone = ownZone): (iso: string) => string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const format = new Intl.DateTimeFormat(languageData(language).intl.dates, { ...styles[style], ...zone });
  return iso => format.format(new Date(iso));
}

/** The same without a comma between day and time. */
export function plainDateFormat(language: Language, style: DateStyle, timeZone = ownZone): (iso: string) => string {
  const show = dateFormat(language, style, timeZone);
  return iso => show(iso).replace(",", "");
}

/** A day in digits. */
export function showDay(iso: string, language: Language): string {
  return dateFormat(language, "day")(iso);
}

interface ShownTime {
  /** That of {@link showTimesIn} unless given. */
  readonly timeZone?: string | undefined;
  readonly seconds?: boolean;
}

/** Day and minute. */
export function showDayAndTime(iso: string, language: Language, { timeZone, seconds = false }: ShownTime = {}): string {
  return plainDateFormat(language, seconds ? "moment_seconds" : "moment", timeZone)(iso);
}
