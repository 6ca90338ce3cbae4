import { useMemo } from "react";
import { ownTimeZone } from "#kit/i18n/format.ts";
import { useLocale } from "./lang.ts";

const day = { day: "2-digit", month: "2-digit", year: "numeric" } as const;

/** Shows instants of the wire. Browsers know no Kazakh dates, and write them as the Russian ones are written: 21.11.2026. */
export function useDates(): { day(iso: string): string; moment(iso: string): string } {
  const locale = useLocale() === "en" ? "en-GB" : "ru-RU";
  const { timeZone } = ownTimeZone();
  return useMemo(() => {
    const zone = timeZone === undefined ? {} : { timeZone };
    const days = new Intl.DateTimeFormat(locale, { ...day, ...zone });
    const moments = new Intl.DateTimeFormat(locale, { ...day, hour: "2-digit", minute: "2-digit", ...zone });
    return { day: iso => days.format(new Date(iso)), moment: iso => moments.format(new Date(iso)) };
  }, [locale, timeZone]);
}
