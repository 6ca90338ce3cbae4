import { useTranslation } from "#kit/web/texts.tsx";
import type { EventDetails } from "../shared/contract.ts";
import { eventTitle } from "../shared/event-title.ts";
import { StartTime } from "./event-clock.tsx";

/** The last place that is listed when the tournament is over: no market pays a lower one. Shared places are all listed. */
const lastPlace = 4;

/** An outright's title, when betting on it closes, and the final places. */
export function OutrightHead({ event }: { event: EventDetails }) {
  const { t } = useTranslation("odds");
  const { league, status, start, standings, names } = event;
  const places = standings.filter(({ place }) => place <= lastPlace).toSorted((a, b) => a.place - b.place);
  return (
    <section className={`bet-pitch ${event.sport}`}>
      <div className="row spread sm">
        <span className="ellipsis">{league.name}</span>
        <span className="row">
          {event.simulated && <span className="tag">{t("page.simulated")}</span>}
          <span className="tag">
            {status === "scheduled" && start ? <StartTime iso={start} /> : t(`statuses.${status}`)}
          </span>
        </span>
      </div>
      <h1 className="display bet-outright-head">{eventTitle(t, event)}</h1>
      {places.length === 0 ? (
        <p className="bet-until sm">{t(status === "scheduled" ? "page.outright_until" : "page.outright_closed")}</p>
      ) : (
        <ol className="bet-places">
          {places.map(({ entrant, place }) => (
            <li key={entrant} className={place === 1 ? "row brass" : "row"}>
              <b className="num">{place}.</b> {names[entrant] ?? entrant}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
