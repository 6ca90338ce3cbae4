import { memo } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showDecimal } from "#kit/i18n/numbers.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { EventView, FeedView, MarketView } from "../shared/contract.ts";
import { eventPath } from "../shared/event-path.ts";
import { eventTitle } from "../shared/event-title.ts";
import { hasDraw } from "../shared/shown-score.ts";
import { parseSpec } from "../shared/spec.ts";
import { LiveClock, StartTime } from "./event-clock.tsx";
import { FavouriteStar } from "./favourite-star.tsx";
import { isShut } from "./is-shut.ts";
import { OutrightRow } from "./outright-row.tsx";
import { Price } from "./price.tsx";
import { SideName, SideScore } from "./side-score.tsx";

/** The heads of the columns of {@link EventRow}. */
export function EventRowsHead({ title, count, sport }: { title: string; count?: number; sport?: EventView["sport"] }) {
  const { t } = useTranslation("odds");
  return (
    <div className={sport === undefined || hasDraw(sport) ? "bet-row head" : "bet-row head two"}>
      <span className="bet-league ellipsis">
        {title} {count !== undefined && <small className="num">{count}</small>}
      </span>
      <span>1</span>
      {(sport === undefined || hasDraw(sport)) && <span>X</span>}
      <span>2</span>
      <span className="bet-wide">{t("page.total")}</span>
      <span className="bet-wide">{t("page.over")}</span>
      <span className="bet-wide">{t("page.under")}</span>
      <span className="bet-wide" />
    </div>
  );
}

interface EventRowProps {
  readonly event: EventView;
  readonly feed: readonly FeedView[];
}

/** One event of a list: time or clock, sides, score, result and total. A message of the feed changes few of a list: the others stay. */
export const EventRow = memo(function EventRow({ event, feed }: EventRowProps) {
  return event.outright ? <OutrightRow event={event} feed={feed} /> : <MatchRow event={event} feed={feed} />;
});

function MatchRow({ event, feed }: EventRowProps) {
  const { t } = useTranslation("odds");
  const href = useHref();
  const language = languageOf(useLocale());
  const { play, main } = event;
  const result = main.find(({ kind }) => kind === "1x2" || kind === "winner");
  const total = main.find(({ kind }) => kind.endsWith("total"));
  const line = total && parseSpec(total.spec)?.total;
  return (
    <div className={hasDraw(event.sport) ? "bet-row" : "bet-row two"}>
      <span className="bet-when">
        {play ? (
          <LiveClock event={Object.assign({}, event, { play })} isBrief />
        ) : (
          event.start && <StartTime iso={event.start} />
        )}
      </span>
      <Link className="bet-sides" to={href(eventPath(event))} prefetch="intent">
        {(["home", "away"] as const).map(side => (
          <span key={side} className="row spread">
            <SideName event={event} side={side} />
            <SideScore event={event} side={side} />
          </span>
        ))}
      </Link>
      {outcomesOf(event.sport).map(id => (
        <Cell key={id} event={event.id} market={result} outcome={id} feed={feed} label={t(`columns.${id}`)} />
      ))}
      <span className="bet-wide bet-line num">{line === undefined ? "" : showDecimal(line, language)}</span>
      {(["over", "under"] as const).map(id => (
        <Cell key={id} event={event.id} market={total} outcome={id} feed={feed} label={t(`page.${id}`)} isWide />
      ))}
      <span className="bet-follows">
        <FavouriteStar of={{ kind: "event", id: event.id, name: eventTitle(t, event) }} isBare />
      </span>
      <span className="bet-wide bet-more num">
        <Link to={href(eventPath(event))} aria-label={t("page.all_markets", { count: event.markets })}>
          {event.markets > 0 ? `+${event.markets}` : ""}
        </Link>
      </span>
    </div>
  );
}

const outcomesOf = (sport: EventView["sport"]) =>
  hasDraw(sport) ? (["home", "draw", "away"] as const) : (["home", "away"] as const);

interface CellProps {
  readonly event: string;
  readonly market: MarketView | undefined;
  readonly outcome: string;
  readonly feed: readonly FeedView[];
  readonly label: string;
  readonly isWide?: boolean;
}

/** An outcome that is not offered leaves its column empty. */
function Cell({ event, market, outcome, feed, label, isWide = false }: CellProps) {
  const found = market?.outcomes.find(({ id }) => id === outcome);
  return (
    <span className={isWide ? "bet-cell bet-wide" : "bet-cell"}>
      {market && found ? (
        <Price
          of={{ event, market: market.kind, spec: market.spec, outcome }}
          label={label}
          price={found.price}
          isShut={isShut(market, feed)}
          isBare
        />
      ) : (
        <span className="bet-none">–</span>
      )}
    </span>
  );
}
