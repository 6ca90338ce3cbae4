import { useMemo } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useSession } from "#modules/accounts/web/session.ts";

/** Formats an instant of the wire in the player's own time zone, identically on the server and in the browser: day, month, time. */
export function useShowTime(): (iso: string) => string {
  const language = languageOf(useLocale());
  const zone = useSession(state => state.user?.timezone);
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : "ru-RU", {
      ...{ day: "2-digit", month: "2-digit", hour: "2-digit", minute: "2-digit" },
      ...(zone ? { timeZone: zone } : {}),
    });
    return iso => format.format(new Date(iso)).replace(",", "");
  }, [language, zone]);
}
