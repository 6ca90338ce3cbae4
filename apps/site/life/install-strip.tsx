import { useEffect, useState, useSyncExternalStore } from "react";
import { useMatches } from "react-router";
import { Button } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { onInstallOffer, presentOffer, takeOffer } from "#kit/web/install-offer.ts";
import { useTranslation } from "#kit/web/texts.tsx";

/** Local storage: the number of visits, and that the prompt was dismissed. */
const dismissedKey = "install_dismissed";
const visitsKey = "visits";

/** Offers to install the site, if the browser supports it: not on the first visit, in a game or in an installed app. */
export function InstallStrip() {
  const { t } = useTranslation("lobby");
  const offer = useSyncExternalStore(onInstallOffer, presentOffer, () => null);
  const inGame = useMatches().some(match => (match.handle as { game?: boolean } | undefined)?.game === true);
  const [closed, setClosed] = useState(false);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const isStandalone = matchMedia("(display-mode: standalone)").matches;
    setWanted(!isStandalone && localStorage.getItem(dismissedKey) === null && countVisit() > 1);
  }, []);
  if (!offer || !wanted || closed || inGame) return null;
  return (
    <section className="install" aria-label={t("app.install")}>
      <Seal of="fairhouse" size={38} />
      <p className="grow">{t("app.install_text")}</p>
      <Button variant="secondary" size="s" onClick={() => void takeOffer()?.prompt()}>
        {t("app.install")}
      </Button>
      <Button variant="ghost" size="s" onClick={() => setClosed(true)}>
        {t("app.later")}
      </Button>
      <Button
        variant="ghost"
        size="s"
        onClick={() => {
          localStorage.setItem(dismissedKey, "true");
          setClosed(true);
        }}
      >
        {t("app.never")}
      </Button>
    </section>
  );
}

/** Visits of this browser, including this one: a visit lasts as long as its tab. */
function countVisit(): number {
  const known = Number(localStorage.getItem(visitsKey) ?? 0);
  if (sessionStorage.getItem(visitsKey) !== null) return known;
  sessionStorage.setItem(visitsKey, "counted");
  localStorage.setItem(visitsKey, String(known + 1));
  return known + 1;
}
