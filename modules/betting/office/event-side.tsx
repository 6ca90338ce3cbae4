import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { percentText } from "#modules/operators/office/parts/figures.tsx";
import { Read } from "#modules/operators/office/parts/office-page.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { readTradingEvents } from "./contract.ts";
import { EventTime } from "./event-rows.tsx";
import { Result, Used } from "./figures.tsx";

/** All live events, the most exposed first, with the open one highlighted. */
export function EventSide({ current }: { readonly current: string }) {
  const { t } = useTranslation("office");
  const listed = useRead(readTradingEvents, { query: { state: "live" } }, 5_000);
  return (
    <aside className="panel event-side" aria-label={t("trading.live_events")}>
      <Read of={listed}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="note muted">{t("trading.none_live")}</p>
          ) : (
            items.slice(0, 40).map(event => (
              <Link
                key={event.id}
                to={`/trading/events/${event.id}`}
                className={event.id === current ? "on" : ""}
                aria-current={event.id === current ? "page" : undefined}
              >
                <span className="row">
                  <EventTime event={event} />
                  <b className="num">{event.score}</b>
                </span>
                <b className="ellipsis">{event.names.title}</b>
                <span className="row muted sm">
                  {event.worst ? <Result loss={event.worst.loss} /> : <span>{t("trading.no_bets")}</span>}
                  <span className="num">{event.fullest ? percentText(event.fullest.used) : ""}</span>
                </span>
                <Used percent={event.fullest?.used ?? 0} />
              </Link>
            ))
          )
        }
      </Read>
    </aside>
  );
}
