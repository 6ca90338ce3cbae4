import { useMemo, useSyncExternalStore } from "react";
import { dateFormat, plainDateFormat } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { onTimeZone, ownTimeZone } from "#kit/i18n/time-zone.ts";
import { useLocale } from "./lang.ts";

/** The zone in which the server renders: it does not know the visitor's. */
const renderedZone = () => "UTC";

/** The player's time zone; undefined for the zone of the device. Until hydration it is the server's, so that both render the same text. */
export function useTimeZone(): string | undefined {
  return useSyncExternalStore(onTimeZone, ownTimeZone, renderedZone);
}

export interface Dates {
  /** 21.11.2026 */
  day(iso: string): string;
  moment(iso: string): string;
  /** 21.11.2026 18:30 */
  dayAndTime(iso: string): string;
}

/** Formats ISO 8601 instants in the player's time zone. What a page shows on its first render takes its dates from here. */
export function useDates(): Dates {
  const language = languageOf(useLocale());
  const zone = useTimeZone();
  return useMemo(
    () => ({
      day: dateFormat(language, "day", zone),
      moment: dateFormat(language, "moment", zone),
      dayAndTime: plainDateFormat(language, "moment", zone),
    }),
    [language, zone],
  );
}
