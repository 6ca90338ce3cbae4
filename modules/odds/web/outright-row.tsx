import { Link } from "react-router";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { EventView, FeedView } from "../shared/contract.ts";
import { eventPath } from "../shared/event-path.ts";
import { eventTitle } from "../shared/event-title.ts";
import { StartTime } from "./event-clock.tsx";
import { FavouriteStar } from "./favourite-star.tsx";
import { isShut } from "./is-shut.ts";
import { Price } from "./price.tsx";

/** One outright of a list: when betting ends, what it asks, and its favourites. */
export function OutrightRow({ event, feed }: { event: EventView; feed: readonly FeedView[] }) {
  const { t } = useTranslation("odds");
  const href = useHref();
  const title = eventTitle(t, event);
  const market = event.main.find(({ kind }) => kind === "outright_winner");
  return (
    <div className="bet-row outright">
      <span className="bet-when">{event.start && <StartTime iso={event.start} />}</span>
      <Link className="bet-sides" to={href(eventPath(event))} prefetch="intent">
        <b>{title}</b>
        <small className="muted ellipsis">{Object.values(event.outright?.names ?? {}).join(", ")}</small>
      </Link>
      {market?.outcomes.map(({ id, price }) => (
        <span key={id} className="bet-cell bet-wide">
          <Price
            of={{ event: event.id, market: market.kind, spec: market.spec, outcome: id }}
            label={event.outright?.names[id] ?? id}
            price={price}
            isShut={isShut(market, feed)}
          />
        </span>
      ))}
      <span className="bet-follows">
        <FavouriteStar of={{ kind: "event", id: event.id, name: title }} isBare />
      </span>
    </div>
  );
}
