import { useMemo } from "react";
import { dateFormat, ownTimeZone } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { useLocale } from "./lang.ts";

/** Formats ISO 8601 instants in the player's time zone: 21.11.2026. */
export function useDates(): { day(iso: string): string; moment(iso: string): string } {
  const language = languageOf(useLocale());
  const zone = ownTimeZone();
  return useMemo(
    () => ({ day: dateFormat(language, "day", zone), moment: dateFormat(language, "moment", zone) }),
    [language, zone],
  );
}
