import { lazy, Suspense, useEffect, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { loadHomeLive } from "./home-live.ts";

const Now = lazy(async () => ({ default: (await loadHomeLive()).CrashNow }));

/** The crash tile's fact: the last round as rendered by the server, then the current one. */
export function CrashFact({ last }: { last: string | null }) {
  const { t } = useTranslation("lobby");
  const language = languageOf(useLocale());
  const [alive, setAlive] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAlive(true), 800);
    return () => clearTimeout(timer);
  }, []);
  const resting = last === null ? t("facts.crash") : t("facts.last", { multiplier: showMultiplier(last, language) });
  if (!alive) return resting;
  return (
    <Suspense fallback={resting}>
      <Now resting={resting} />
    </Suspense>
  );
}
