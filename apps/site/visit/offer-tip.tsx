import { Gift, X } from "lucide-react";
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { type ModalName, modalOf } from "#kit/web/modal-link.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Offer } from "./banner.ts";
import { hideOfferTip, isOfferTipHidden } from "./offer-tip-memory.ts";

/** The button that claims each offer; a granted bonus is claimed on its own page. */
const buttons: Readonly<Record<Offer["kind"], ModalName | null>> = {
  promo: "signup",
  welcome: "signup",
  waiting: "deposit",
  granted: null,
};
const gap = 10;
/** Between the tip and the edge of the screen. */
const margin = 8;

/** On a game page the banner would cover the game: the tip is shown beside Register or Deposit in the top bar instead. */
export function OfferTip({ offer }: { offer: Offer }) {
  const { t } = useTranslation("attribution");
  const { search } = useLocation();
  const [hidden, setHidden] = useState(() => isOfferTipHidden(localStorage, Date.now()));
  const tip = useRef<HTMLElement>(null);
  const { kind } = offer;
  const modal = buttons[kind];
  const position = usePositionBelow(tip, modal);
  if (kind === "granted" || hidden || modalOf(search) !== null) return null;
  const close = () => {
    setHidden(true);
    hideOfferTip(localStorage, Date.now());
  };
  return (
    <aside ref={tip} className="tip regdep-tooltip offer-tip" style={position} aria-label={t("banner.label")}>
      <Icon of={Gift} size={18} />
      <span className="grow">{t(`tip.${kind}`, { name: offer.name })}</span>
      <button type="button" className="x" aria-label={t("tip.close")} onClick={close}>
        <Icon of={X} size={16} />
      </button>
    </aside>
  );
}

/** Under the button of the top bar that opens this modal, its arrow at the middle of the button; invisible if there is no such button. */
function usePositionBelow(tip: RefObject<HTMLElement | null>, modal: ModalName | null): CSSProperties {
  const [position, setPosition] = useState<CSSProperties>({ visibility: "hidden" });
  useLayoutEffect(() => {
    if (modal === null) return;
    const measure = () => {
      const button = document.querySelector(`header.top a[href*="?${modal}"]`);
      const box = button?.getBoundingClientRect();
      const width = tip.current?.offsetWidth ?? 0;
      if (!box || box.width === 0 || width === 0) return setPosition({ visibility: "hidden" });
      const middle = box.left + box.width / 2;
      const left = Math.max(margin, Math.min(middle - width / 2, innerWidth - width - margin));
      setPosition({ left, top: box.bottom + gap, "--arrow": `${middle - left}px` } as CSSProperties);
    };
    measure();
    const bar = document.querySelector("header.top");
    const watch = new ResizeObserver(measure);
    if (bar) watch.observe(bar);
    return () => watch.disconnect();
  }, [tip, modal]);
  return position;
}
