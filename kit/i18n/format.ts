/** `mm:ss` under an hour, `hh:mm:ss` above. Seconds are whole and not negative. */
export function showCountdown(seconds: number): string {
  const two = (value: number) => `${value}`.padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  return h > 0 ? `${two(h)}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`;
}

/** A hash in little room: `9f27c4e1b80a…6d13ee`. */
export function shortHash(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 12)}…${hash.slice(-6)}` : hash;
}

const dayDigits = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
const timeDigits = { hour: "2-digit", minute: "2-digit" } as const;

/** Of whoever is at the page; the machine's own where that is undefined. */
let ownZone: string | undefined;

/**
 * From now on days and times are shown in this zone: the player's, as his profile says. Null, or one that this machine does not
 * know, is the machine's own. Browser only: a server shows pages of many people.
 */
export function showTimesIn(zone: string | null): void {
  ownZone = zone !== null && isZone(zone) ? zone : undefined;
}

/** The zone of {@link showTimesIn}, as a format takes it. */
export function ownTimeZone(): { readonly timeZone?: string } {
  return ownZone === undefined ? {} : { timeZone: ownZone };
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** A day in figures, day first in every language: browsers do not know the Kazakh months. */
export function showDay(iso: string, language: "en" | "ru" | "kk"): string {
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : "ru-RU", { ...dayDigits, ...ownTimeZone() });
  return format.format(new Date(iso));
}

interface ShownTime {
  /** Of whoever is at the page unless given. */
  readonly timeZone?: string;
  readonly seconds?: boolean;
}

/** Day and minute. */
export function showDayAndTime(
  iso: string,
  language: "en" | "ru" | "kk",
  { timeZone, seconds = false }: ShownTime = {},
): string {
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : "ru-RU", {
    ...dayDigits,
    ...timeDigits,
    ...(seconds && { second: "2-digit" }),
    ...ownTimeZone(),
    ...(timeZone !== undefined && { timeZone }),
  });
  return format.format(new Date(iso)).replace(",", "");
}
