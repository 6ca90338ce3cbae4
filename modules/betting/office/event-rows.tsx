import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment, percentText } from "#modules/operators/office/parts/figures.tsx";
import { Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import type { ListedEventView } from "./contract.ts";
import { dollars, Result, Used } from "./figures.tsx";
import { HoldTag } from "./hold-buttons.tsx";
import { useMarketNames } from "./names.ts";

export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** When it is: its clock, or its start. */
export function EventTime({ event: { seconds, start } }: { readonly event: ListedEventView }) {
  if (seconds === null) return <Moment at={start} />;
  return <b className="num down">{clockText(seconds)}</b>;
}

/** Events with the outcome that would cost most. */
export function EventRows({
  events,
  empty,
  name,
}: {
  events: readonly ListedEventView[];
  empty: string;
  name: string;
}) {
  const { t } = useTranslation("office");
  const names = useMarketNames();
  return (
    <Table
      name={name}
      head={[
        t("time"),
        t("trading.event"),
        t("trading.score"),
        `>${t("trading.taken")}`,
        `>${t("trading.worst")}`,
        t("trading.worst_outcome"),
        `>${t("trading.used")}`,
        t("players.state"),
      ]}
      empty={empty}
      rows={events.map(event => ({
        key: event.id,
        cells: [
          <EventTime key="time" event={event} />,
          <span key="event" className="named">
            <Link className="link" to={`/trading/events/${event.id}`}>
              {event.names.title}
            </Link>{" "}
            {event.names.league !== event.names.title && <span className="muted sm">{event.names.league}</span>}
          </span>,
          event.score === null ? "—" : <b key="score">{event.score}</b>,
          dollars(event.stake),
          event.worst ? <Result key="worst" loss={event.worst.loss} /> : "—",
          event.worst ? (
            <Link key="outcome" className="link change" to={`/trading/events/${event.id}?market=${event.worst.market}`}>
              {names.outcome(event.names, event.worst, event.worst.outcome)}
              <span className="muted">, {names.market(event.names, event.worst)}</span>
            </Link>
          ) : (
            "—"
          ),
          event.fullest ? (
            <span key="used" className="row end">
              <Used percent={event.fullest.used} /> {percentText(event.fullest.used)}
            </span>
          ) : (
            "—"
          ),
          event.hold ? (
            <HoldTag key="state" hold={event.hold} />
          ) : event.fault ? (
            <Tag key="state" tone="bad">
              {t("trading.fault")}
            </Tag>
          ) : (
            <Tag key="state" tone="good">
              {t("trading.open")}
            </Tag>
          ),
        ],
      }))}
    />
  );
}
