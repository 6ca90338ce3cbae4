import { Link, useParams, useSearchParams } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { count } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { readTradedEvent } from "./contract.ts";
import { DecisionsPanel } from "./decisions-panel.tsx";
import { DelayButton } from "./delay-button.tsx";
import { EventTime } from "./event-rows.tsx";
import { EventSide } from "./event-side.tsx";
import { Result } from "./figures.tsx";
import { HoldButtons } from "./hold-buttons.tsx";
import { MarketPanel } from "./market-panel.tsx";
import { MarketRows } from "./market-rows.tsx";
import { ScorelinePanel } from "./scoreline-panel.tsx";
import { TradingTabs } from "./trading-tabs.tsx";

type Data = RouteOutput<typeof readTradedEvent>["data"];

/** One event: its markets with prices, exposure and limits, and what may be done about them. */
export function TradedEventPage() {
  const { t } = useTranslation("office");
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  const found = useRead(readTradedEvent, { params: { id } }, 4_000);
  return (
    <OfficePage title={t("pages.trading")} aside={<TradingTabs />}>
      <div className="trading">
        <EventSide current={id} />
        <div className="trading-main">
          <Read of={found}>{data => <EventContent data={data} chosen={params.get("market")} />}</Read>
        </div>
      </div>
    </OfficePage>
  );
}

function EventContent({ data, chosen }: { readonly data: Data; readonly chosen: string | null }) {
  const { t } = useTranslation("office");
  const { event, markets, requests, decisions } = data;
  const shown =
    markets.find(({ id }) => id === chosen) ?? markets.find(({ id }) => id === event.worst?.market) ?? markets[0];
  return (
    <>
      <EventHead data={data} />
      {shown ? (
        <MarketPanel key={shown.id} event={event} market={shown} request={requests[`market:${shown.id}`]} />
      ) : (
        <Panel>
          <p className="note muted">{t("trading.no_markets")}</p>
        </Panel>
      )}
      <ScorelinePanel event={event} markets={markets} />
      <MarketRows event={event} markets={markets.filter(({ id }) => id !== shown?.id)} requests={requests} />
      <DecisionsPanel event={event.id} names={event.names} markets={markets} decisions={decisions} />
    </>
  );
}

function EventHead({ data }: { readonly data: Data }) {
  const { t } = useTranslation("office");
  const { event, delay_s, added_delay_s, requests } = data;
  const { names, score } = event;
  const request = requests[`event:${event.id}`];
  return (
    <section className="panel event-head">
      <div className="grow">
        <h2 className="display">
          {score === null ? (
            names.title
          ) : (
            <>
              {names.home} <span className="down">{score.replace(":", " : ")}</span> {names.away}
            </>
          )}
        </h2>
        <p className="muted sm row wrap">
          <span>{names.league}</span>
          <EventTime event={event} />
          <span>{t("trading.delay_n", { n: delay_s })}</span>
          <Link className="link" to={`/slips?event=${event.id}`}>
            {t("trading.legs_n", { n: count(event.legs) })}
          </Link>
        </p>
      </div>
      <div className="worst">
        <span className="muted sm">{t("trading.worst_of_event")}</span>
        <span className="display">{event.worst ? <Result loss={event.worst.loss} /> : "—"}</span>
      </div>
      <DelayButton event={event.id} added={added_delay_s} />
      <HoldButtons level="event" id={event.id} name={names.title} hold={event.hold} request={request} />
    </section>
  );
}
