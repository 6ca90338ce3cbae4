import { useEffect, useState } from "react";
import { languageData, languageOf } from "#kit/i18n/locale.ts";
import type { Translate } from "#kit/i18n/translate.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { serverNow } from "#kit/web/use-api.ts";
import { useTimeZone } from "#kit/web/use-dates.ts";
import type { EventView } from "../shared/contract.ts";

type Play = NonNullable<EventView["play"]>;

/** Seconds of play now: the clock runs at its pace from what was stated. */
export function playedSeconds({ clock }: Pick<Play, "clock">, now: number): number {
  if (!clock.running) return clock.seconds;
  return Math.max(clock.seconds, Math.floor(clock.seconds + ((now - Date.parse(clock.at)) / 1000) * clock.pace));
}

interface LiveClockProps {
  readonly event: EventView & { readonly play: Play };
  /** In lists, where the whole name of a part has no room. */
  readonly isBrief?: boolean;
}

/** Minute and part of the match: "67'", "2nd half". The minute stated last until the page has hydrated. */
export function LiveClock({ event, isBrief = false }: LiveClockProps) {
  const { t } = useTranslation("odds");
  const { play, sport } = event;
  const seconds = useSeconds(play);
  const part =
    play.status === "break"
      ? t(sport === "football" ? "page.break" : "page.pause")
      : sport === "football"
        ? t(play.clock.period <= 1 ? "parts.half_1" : "parts.half_2")
        : partName(t, sport, play.clock.period, isBrief);
  return (
    <>
      {!clockless.has(sport) && <b className="bet-minute num">{`${Math.floor(seconds / 60)}'`}</b>}
      <span className="faint">{part}</span>
    </>
  );
}

/** Sports that are played to points: how long they have taken says nothing. */
const clockless: ReadonlySet<EventView["sport"]> = new Set(["tennis", "volleyball", "cs2"]);

function partName(t: Translate<"odds">, sport: EventView["sport"], n: number, isBrief: boolean): string {
  const regular = sport === "ice_hockey" ? 3 : sport === "basketball" ? 4 : Number.POSITIVE_INFINITY;
  if (sport === "ice_hockey" && n > regular + 1) return t("parts.shoot_out");
  if (n > regular) return t("parts.overtime");
  return t(`${isBrief ? "brief_parts" : "parts"}.${parts[sport] ?? "period"}`, { n });
}

const parts: Readonly<Partial<Record<EventView["sport"], "set" | "quarter" | "map" | "period">>> = {
  ice_hockey: "period",
  basketball: "quarter",
  tennis: "set",
  volleyball: "set",
  cs2: "map",
  dota2: "map",
};

function useSeconds(play: Play): number {
  const [seconds, setSeconds] = useState(play.clock.seconds);
  useEffect(() => {
    const show = () => setSeconds(playedSeconds(play, serverNow("odds")));
    show();
    if (!play.clock.running) return;
    const timer = setInterval(show, 1_000);
    return () => clearInterval(timer);
  }, [play]);
  return seconds;
}

/** Day and time of a start in the viewer's zone. */
export function StartTime({ iso }: { iso: string }) {
  const language = languageOf(useLocale());
  const zone = useTimeZone();
  const options = zone === undefined ? {} : { timeZone: zone };
  const of = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageData(language).intl.dates, Object.assign({}, style, options)).format(new Date(iso));
  return (
    <time dateTime={iso}>
      <span>{of({ day: "2-digit", month: "2-digit" })}</span>
      <span>{of({ hour: "2-digit", minute: "2-digit" })}</span>
    </time>
  );
}
