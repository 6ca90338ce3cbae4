import { lazy, Suspense, useEffect, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showMultiplier, showPercent } from "#kit/i18n/numbers.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { loadHomeLive } from "./home-live.ts";

const Now = lazy(async () => ({ default: (await loadHomeLive()).CrashNow }));

/** The live part is loaded once the page has been painted, so that it does not compete with the page's first scripts. */
const afterFirstPaintMs = 800;

/** The crash tile's fact: the last round as rendered by the server, then the current one. */
export function CrashFact({ last, rtp }: { last: string | null; rtp: string | undefined }) {
  const { t } = useTranslation("lobby");
  const language = languageOf(useLocale());
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLive(true), afterFirstPaintMs);
    return () => clearTimeout(timer);
  }, []);
  const resting =
    last === null
      ? rtp
        ? t("facts.rtp", { rtp: showPercent(rtp, language) })
        : ""
      : t("facts.last", { multiplier: showMultiplier(last, language) });
  if (!isLive) return resting;
  return (
    <Suspense fallback={resting}>
      <Now resting={resting} />
    </Suspense>
  );
}
