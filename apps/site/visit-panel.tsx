import { ChevronDown, ChevronUp, GripVertical, X } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useVisitTotals, visitBelongsTo, visitPanel, visitPanelFold } from "#modules/bets/web/visit-totals.ts";

/** Statistics of this visit over every page, where the player has put them; nothing while they are switched off. */
export default function VisitPanel() {
  const player = useSession(state => state.user?.id ?? null);
  const isOn = visitPanel.use() === "on";
  useEffect(() => {
    if (player !== null) visitBelongsTo(player);
  }, [player]);
  return player !== null && isOn ? <Panel /> : null;
}

function Panel() {
  const { t } = useTranslation("lobby", "pages");
  const panel = useRef<HTMLElement>(null);
  const grip = useDrag(panel);
  const isFolded = visitPanelFold.use() === "folded";
  const fold = t(isFolded ? "pages:visit.unfold" : "pages:visit.fold");
  return (
    <section ref={panel} className="visit" aria-label={t("pages:visit.title")}>
      <div className="visit-head">
        <button type="button" className="grip" aria-label={t("pages:visit.move")} {...grip}>
          <Icon of={GripVertical} size={16} />
        </button>
        <b className="ellipsis">{isFolded ? <Net /> : t("pages:visit.title")}</b>
        <button
          type="button"
          aria-label={fold}
          aria-expanded={!isFolded}
          onClick={() => visitPanelFold.set(isFolded ? "open" : "folded")}
        >
          <Icon of={isFolded ? ChevronUp : ChevronDown} size={16} />
        </button>
        <button type="button" aria-label={t("pages:visit.close")} onClick={() => visitPanel.set("off")}>
          <Icon of={X} size={16} />
        </button>
      </div>
      {!isFolded && <Figures />}
    </section>
  );
}

/** The sum shown while the panel is folded: that of the active currency. */
function Net() {
  const currency = useActive();
  const language = languageOf(useLocale());
  const net = useVisitTotals().get(currency)?.net ?? 0n;
  return <span className={net > 0n ? "win num" : "num"}>{showMoney(net, currency, language, { signed: true })}</span>;
}

function Figures() {
  const { t } = useTranslation("lobby", "pages");
  const language = languageOf(useLocale());
  const active = useActive();
  const totals = useVisitTotals();
  const shown = totals.size === 0 ? [[active, { bets: 0, staked: 0n, net: 0n }] as const] : [...totals];
  return shown.map(([currency, { bets, staked, net }]) => (
    <div key={currency} className="visit-sums">
      <div className="key-value">
        <span>{t("pages:visit.bets")}</span>
        <b>{showCount(bets, language)}</b>
      </div>
      <div className="key-value">
        <span>{t("pages:visit.staked")}</span>
        <b>{showMoney(staked, currency, language)}</b>
      </div>
      <div className="key-value">
        <span>{t("pages:visit.net")}</span>
        <b className={net > 0n ? "win" : undefined}>{showMoney(net, currency, language, { signed: true })}</b>
      </div>
    </div>
  ));
}

function useActive(): Currency {
  const currency = useSession(state => state.user?.currency ?? "");
  return isCurrency(currency ?? "") ? (currency as Currency) : "USD";
}

interface Position {
  readonly left: number;
  readonly top: number;
}

const steps: Readonly<Record<string, Position>> = {
  ArrowLeft: { left: -16, top: 0 },
  ArrowRight: { left: 16, top: 0 },
  ArrowUp: { left: 0, top: -16 },
  ArrowDown: { left: 0, top: 16 },
};

/** Moves the panel by pointer or arrow keys; it stays within the window, also when that shrinks. */
function useDrag(panel: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState<Position | null>(null);
  const from = useRef<Position>({ left: 0, top: 0 });
  const put = (wanted: Position) => setPosition(within(panel.current, wanted));
  useEffect(() => {
    if (!panel.current || !position) return;
    Object.assign(panel.current.style, {
      left: `${position.left}px`,
      top: `${position.top}px`,
      right: "auto",
      bottom: "auto",
    });
  }, [panel, position]);
  useEffect(() => {
    const refit = () => setPosition(now => now && within(panel.current, now));
    window.addEventListener("resize", refit);
    return () => window.removeEventListener("resize", refit);
  }, [panel]);
  const here = (): Position => panel.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      const { left, top } = here();
      from.current = { left: event.clientX - left, top: event.clientY - top };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      put({ left: event.clientX - from.current.left, top: event.clientY - from.current.top });
    },
    onKeyDown(event: KeyboardEvent) {
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      const { left, top } = here();
      put({ left: left + step.left, top: top + step.top });
    },
  };
}

const edge = 8;

function within(panel: HTMLElement | null, { left, top }: Position): Position {
  const { width = 0, height = 0 } = panel?.getBoundingClientRect() ?? {};
  const clamped = (value: number, size: number) => Math.max(edge, Math.min(value, size - edge));
  return { left: clamped(left, window.innerWidth - width), top: clamped(top, window.innerHeight - height) };
}
