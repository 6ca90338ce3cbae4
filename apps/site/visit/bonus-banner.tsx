import { X } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { Link, useLocation, useMatches } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { partsOf, useSecondsLeft } from "#kit/web/use-seconds-left.ts";
import { useIsOnBreak, useSession } from "#modules/accounts/web/session.ts";
import { type Offer, offerFor } from "./banner.ts";
import { OfferTip } from "./offer-tip.tsx";
import type { Page } from "./page.ts";

const closedKey = "bonus-banner-closed";

/**
 * The visitor's offer with the remaining time; its close button hides it for the rest of the visit. On game pages a tip replaces it. A
 * player on a break sees none, nor does anyone on the pages for setting limits.
 */
export function BonusBanner({ page }: { page: Page }) {
  const status = useSession(state => state.status);
  const isOnBreak = useIsOnBreak();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [ended, setEnded] = useState(0);
  // What comes after an offer that has ended is found as on arrival; the promo of one is forgotten there.
  const onEnd = useCallback(() => setEnded(count => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when an offer has ended
  useEffect(() => {
    if (status === "unknown") return;
    let here = true;
    offerFor(page, status).then(
      found => here && setOffer(found),
      error => page.log("the offer could not be read", error),
    );
    return () => {
      here = false;
    };
  }, [page, status, ended]);
  // A page without an offer loads no texts for it.
  return offer && !isOnBreak && <Shown offer={offer} onEnd={onEnd} />;
}

function Shown({ offer, onEnd }: { offer: Offer; onEnd(): void }) {
  const { t } = useTranslation("attribution");
  const [closed, setClosed] = useState(() => sessionStorage.getItem(closedKey) !== null);
  const left = useSecondsLeft(offer.endsAt);
  useEffect(() => {
    if (left === 0) onEnd();
  }, [left, onEnd]);
  const isOnOffer = useLocation().pathname === useOfferPath(offer.kind);
  const handles = useMatches().map(match => match.handle as { game?: boolean; offers?: boolean } | undefined);
  const inGame = handles.some(handle => handle?.game === true);
  const isQuiet = handles.some(handle => handle?.offers === false);
  if (left === 0 || isQuiet) return null;
  if (inGame) return <OfferTip key={offer.kind} offer={offer} />;
  // On the page that it leads to it would only cover the offer itself.
  if (closed || isOnOffer) return null;
  const close = () => {
    sessionStorage.setItem(closedKey, "1");
    setClosed(true);
  };
  return (
    <aside className="card bonus-banner" aria-label={t("banner.label")}>
      <div className="grow">
        <b>{t(`banner.${offer.kind}`, { name: offer.name })}</b>
        {left !== null && <span>{t("banner.left", partsOf(left))}</span>}
      </div>
      <Take kind={offer.kind} />
      <button type="button" className="x" aria-label={t("banner.close")} onClick={close}>
        <Icon of={X} size={18} />
      </button>
    </aside>
  );
}

/** The page of an offer; null where a dialog is its way in. */
function useOfferPath(kind: Offer["kind"]): string | null {
  const href = useHref();
  return { promo: null, welcome: href("/welcome-pack"), waiting: null, granted: href("/bonuses") }[kind];
}

function Take({ kind }: Pick<Offer, "kind">) {
  const { t } = useTranslation("attribution");
  const modal = useModalLink();
  const to = useOfferPath(kind) ?? modal(kind === "promo" ? "signup" : "deposit");
  return (
    <Link className={buttonClass({ variant: "brass", size: "s" })} to={to}>
      {t(`banner.take_${kind}`)}
    </Link>
  );
}
