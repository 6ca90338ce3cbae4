import { useEffect, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { useLive } from "#kit/web/client.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { longestFlightMs, multiplierAt } from "#modules/games/crash/shared/climb.ts";
import { crashChannel } from "#modules/games/crash/shared/contract.ts";

type Now = { flying: number } | { text: string } | null;

/** The current state of crash, from its live channel; the number climbs by the server's clock. */
export default function CrashNow({ resting }: { resting: string }) {
  const { t } = useTranslation("lobby");
  const language = languageOf(useLocale());
  const live = useLive(crashChannel.module);
  const [now, setNow] = useState<Now>(null);
  const [, tick] = useState(0);
  useEffect(() => {
    if (!live) return;
    const last = (point: string) => setNow({ text: t("facts.last", { multiplier: showMultiplier(point, language) }) });
    const fly = (startedAt: string) => setNow({ flying: Date.parse(startedAt) });
    const betting = () => setNow({ text: t("facts.betting") });
    return live.follow(crashChannel, {
      snapshot: round => {
        if (round.state === "flying" && round.started_at) fly(round.started_at);
        else if (round.state === "betting") betting();
        else if (round.point) last(round.point);
        else setNow(null);
      },
      event: (name, data) => {
        if (name === "betting") betting();
        if ("started_at" in data) fly(data.started_at);
        if ("point" in data) last(data.point);
      },
    });
  }, [live, t, language]);
  const flying = now !== null && "flying" in now;
  useEffect(() => {
    if (!flying) return;
    const timer = setInterval(() => tick(count => count + 1), 100);
    return () => clearInterval(timer);
  }, [flying]);
  if (now === null || !live) return resting;
  if ("text" in now) return now.text;
  const multiplier = formatHundredths(multiplierAt(flownMs(live.now() - now.flying)));
  return t("facts.now", { multiplier: showMultiplier(multiplier, language) });
}

/** Whole milliseconds of a flight: the measured clock offset has fractions, and may put the start into the future. */
function flownMs(ms: number): number {
  return Math.min(longestFlightMs, Math.max(0, Math.floor(ms)));
}
