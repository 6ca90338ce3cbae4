import { Lock, X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showDecimal } from "#kit/i18n/numbers.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useConnected } from "#kit/web/use-api.ts";
import { type EventDetails, type FeedView, getEvent } from "#modules/odds/shared/contract.ts";
import { eventPath } from "#modules/odds/shared/event-path.ts";
import { eventTitle } from "#modules/odds/shared/event-title.ts";
import { type MarketTexts, marketName, outcomeName } from "#modules/odds/shared/market-names.ts";
import { isShut } from "#modules/odds/web/is-shut.ts";
import { PriceText } from "#modules/odds/web/price-text.tsx";
import type { OutcomeName } from "#modules/odds/web/selections.ts";
import { useEventFollowed } from "#modules/odds/web/use-live-events.ts";
import { type EachWay, eachWayKind, eachWayOf } from "../shared/each-way.ts";
import { liveDelayMs } from "../shared/live-delays.ts";

/** How often events are read whose channel is not followed, or not connected. */
export const pollMs = 5_000;
/** How often events are read that are followed: only what time alone changes. */
const slowMs = 15_000;

/** An outcome of an event by its names, and its price now: null while no bet is taken on it. */
export function useOutcome(of: OutcomeName, everyMs: number | false) {
  const { t } = useTranslation("odds");
  const language = languageOf(useLocale());
  const { data: event } = useQuery(getEvent, { params: { id: of.event } }, { pollMs: everyMs });
  const texts: MarketTexts = (key, values) => t.find(`odds:${key}`, values) ?? key;
  if (!event) return undefined;
  const line = { kind: of.market, spec: of.spec };
  const sides = {
    sport: event.sport,
    home: event.home?.name ?? "",
    away: event.away?.name ?? "",
    entrant: (id: string) => event.names[id] ?? id,
  };
  return {
    event,
    name: outcomeName(texts, sides, line, of.outcome, text => showDecimal(text, language)),
    market: marketName(texts, sides, line),
    title: eventTitle(t, event),
    now: priceNow(event, of),
  };
}

function priceNow(event: EventDetails & { readonly feed: readonly FeedView[] }, of: OutcomeName): string | null {
  const market = event.all.find(({ kind, spec }) => kind === of.market && spec === of.spec);
  if (!market || isShut(market, event.feed)) return null;
  return market.outcomes.find(({ id }) => id === of.outcome)?.price ?? null;
}

interface SlipLegProps {
  readonly of: OutcomeName;
  /** The price as the player accepted it. */
  readonly price: string;
  /** Whether every bet of the system has it; null where there are no bankers. */
  readonly banker: boolean | null;
  onBanker(isBanker: boolean): void;
  onPrice(now: string | null): void;
  /** How long a bet on its event waits, in milliseconds: null unless the event is being played. */
  onDelay(delayMs: number | null): void;
  /** What a bet each-way pays for a place; undefined where there is none. */
  onTerms(terms: EachWay | undefined): void;
  onRemove(): void;
}

/** One selection of the slip. A price that moved is shown next to the accepted one. */
export function SlipLeg({ of, price, banker, onBanker, onPrice, onDelay, onTerms, onRemove }: SlipLegProps) {
  const { t } = useTranslation("betting", "odds");
  const href = useHref();
  useEventFollowed(of.event);
  const found = useOutcome(of, useConnected("odds") ? slowMs : pollMs);
  const now = found ? found.now : price;
  const report = useEffectEvent(onPrice);
  useEffect(() => report(now), [now]);
  const isLive = found?.event.status === "live" && !found.event.outright;
  const delayMs = found && isLive ? liveDelayMs(found.event.sport) + found.event.added_delay_s * 1_000 : null;
  const reportDelay = useEffectEvent(onDelay);
  useEffect(() => reportDelay(delayMs), [delayMs]);
  const entrants = of.market === eachWayKind ? found?.event.outright?.entrants : undefined;
  const reportTerms = useEffectEvent((of: number | undefined) => onTerms(of === undefined ? of : eachWayOf(of)));
  useEffect(() => reportTerms(entrants), [entrants]);
  return (
    <li className="slip-leg">
      {banker !== null && (
        <button
          type="button"
          className="slip-banker"
          aria-pressed={banker}
          aria-label={t("slip.banker", { name: found?.name ?? "" })}
          title={t("slip.banker_note")}
          onClick={() => onBanker(!banker)}
        >
          {t("slip.banker_mark")}
        </button>
      )}
      <span className="grow">
        <b>{found?.name ?? "…"}</b>
        {found && (
          <span className="sm muted">
            {found.market}, <Link to={href(eventPath(found.event))}>{found.title}</Link>
          </span>
        )}
      </span>
      {isLive && (
        <span className="tag live num">{found?.event.play ? found.event.play.score.join(":") : t("slip.live")}</span>
      )}
      <span className="slip-price num" aria-live="polite">
        {now !== price && (
          <s className="faint">
            <PriceText of={price} />
          </s>
        )}{" "}
        {now === null ? (
          <Lock size={15} role="img" aria-label={t("odds:page.suspended")} />
        ) : (
          <b>
            <PriceText of={now} />
          </b>
        )}
      </span>
      <button
        type="button"
        className="iconbtn s"
        aria-label={t("slip.remove", { name: found?.name ?? "" })}
        onClick={onRemove}
      >
        <Icon of={X} size={16} />
      </button>
    </li>
  );
}
