import { useMemo, useState } from "react";
import { data, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requestContext } from "#kit/web/context.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { StructuredData } from "#kit/web/structured-data.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { MarketView } from "#modules/odds/shared/contract.ts";
import { eventOfPath } from "#modules/odds/shared/event-path.ts";
import { marketGroups } from "#modules/odds/shared/market-kinds.ts";
import { parseSpec, quartersOf } from "#modules/odds/shared/spec.ts";
import { FeedStrip } from "#modules/odds/web/feed-strip.tsx";
import { grouped } from "#modules/odds/web/grouped.ts";
import { MarketCard } from "#modules/odds/web/market-card.tsx";
import { Scoreboard } from "#modules/odds/web/scoreboard.tsx";
import { type EventNow, useEvent } from "#modules/odds/web/use-live-events.ts";
import { EventLog } from "./event-log.tsx";
import { Failed } from "./states.tsx";
import { WithSlip } from "./with-slip.tsx";
import "#modules/odds/web/betting.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["odds", "betting", "bets"] };

/** The event that the last part of the path names; null where the server could not be asked. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<EventNow | null> {
  const id = eventOfPath(params.event ?? "");
  const { status, body } = await context.get(requestContext).get(`/api/v1/betting/events/${encodeURIComponent(id)}`);
  if (status === 404 || status === 422) throw data({ path: new URL(request.url).pathname }, 404);
  return status === 200 ? (body as { data: EventNow }).data : null;
}

export default function EventPage() {
  const first = useLoaderData<typeof loader>();
  return <WithSlip>{first ? <EventOf key={first.id} first={first} /> : <Failed />}</WithSlip>;
}

function EventOf({ first }: { first: EventNow }) {
  const { t } = useTranslation("odds");
  const href = useHref();
  const event = useEvent(first);
  const [group, setGroup] = useState<string>("main");
  const { home, away, league, feed } = event;
  const title = home && away ? `${home.name} – ${away.name}` : league.name;
  const sides = {
    sport: event.sport,
    home: home?.name ?? "",
    away: away?.name ?? "",
    entrant: (id: string) => event.names[id] ?? id,
  };
  const groups = marketGroups.filter(each => event.all.some(market => market.group === each));
  const shown = groups.includes(group as never) ? group : (groups[0] ?? "main");
  const cards = useMemo(() => cardsOf(event.all.filter(market => market.group === shown)), [event.all, shown]);
  return (
    <div className="bet-event">
      <PageHead
        title={title}
        description={t("page.event_lead", { event: title, league: league.name })}
        noIndex={event.simulated}
      />
      <StructuredData
        data={{
          "@type": "SportsEvent",
          name: title,
          startDate: event.start,
          sport: event.sport,
          homeTeam: home?.name,
          awayTeam: away?.name,
        }}
      />
      <nav className="bet-crumbs sm" aria-label={t("page.path")}>
        <Link to={href("/betting")}>{t("page.title")}</Link>
        <Link to={href(`/betting/${event.sport}`)}>{t(`sports.${event.sport}`)}</Link>
        <Link to={href(`/betting/${event.sport}/${encodeURIComponent(league.id)}`)}>{league.name}</Link>
      </nav>
      <Scoreboard event={event} feed={feed} heading="h1" />
      <FeedStrip feed={feed} />
      {groups.length === 0 ? (
        <div className="empty" role="status">
          <p>{t(event.status === "ended" ? "page.event_over" : "page.no_markets")}</p>
        </div>
      ) : (
        <>
          <div className="underline-tabs bet-groups" role="tablist" aria-label={t("page.markets")}>
            {groups.map(each => (
              <button key={each} type="button" role="tab" aria-selected={each === shown} onClick={() => setGroup(each)}>
                {t.in("groups", each)}{" "}
                <small className="num">{event.all.filter(market => market.group === each).length}</small>
              </button>
            ))}
          </div>
          <div className="bet-markets" role="tabpanel" aria-label={t.in("groups", shown)}>
            {cards.map(lines => (
              <MarketCard key={keyOf(lines[0])} event={event.id} lines={lines} sides={sides} feed={feed} />
            ))}
          </div>
        </>
      )}
      <EventLog event={event.id} />
      {event.simulated && <p className="faint sm">{t("page.simulated_note")}</p>}
    </div>
  );
}

/** Lines of one kind that differ only in total or handicap share a card. */
function keyOf(market: MarketView | undefined): string {
  if (!market) return "";
  const rest = market.spec.split("|").filter(part => !/^(total|hcp)=/.test(part));
  return `${market.kind}?${rest.join("|")}`;
}

function cardsOf(markets: readonly MarketView[]): readonly (readonly MarketView[])[] {
  const lineOf = ({ spec }: MarketView) => {
    const values = parseSpec(spec);
    return quartersOf(values?.total ?? values?.hcp) ?? 0;
  };
  return grouped(markets, keyOf).map(lines => lines.toSorted((a, b) => lineOf(a) - lineOf(b)));
}
