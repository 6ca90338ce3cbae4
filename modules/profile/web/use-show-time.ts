import { useMemo } from "react";
import { plainDateFormat } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTimeZone } from "#kit/web/use-dates.ts";
import { useSession } from "#modules/accounts/web/session.ts";

/** Formats an instant of the wire in the player's own time zone, identically on the server and in the browser: day, month, time. */
export function useShowTime(): (iso: string) => string {
  const language = languageOf(useLocale());
  const unset = useTimeZone();
  const zone = useSession(state => state.user?.timezone) || unset;
  return useMemo(() => plainDateFormat(language, "moment_no_year", zone), [language, zone]);
}
