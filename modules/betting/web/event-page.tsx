import { data, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requestContext } from "#kit/web/context.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { StructuredData } from "#kit/web/structured-data.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { eventOfPath } from "#modules/odds/shared/event-path.ts";
import { eventTitle } from "#modules/odds/shared/event-title.ts";
import { type EventStatistics, getEventStatistics } from "#modules/odds/shared/statistics-contract.ts";
import { EventHistory, WinProbability } from "#modules/odds/web/event-statistics.tsx";
import { FavouriteStar } from "#modules/odds/web/favourite-star.tsx";
import { FeedStrip } from "#modules/odds/web/feed-strip.tsx";
import { OutrightHead } from "#modules/odds/web/outright-head.tsx";
import { Scoreboard } from "#modules/odds/web/scoreboard.tsx";
import { type EventNow, useEvent } from "#modules/odds/web/use-live-events.ts";
import { EventLog } from "./event-log.tsx";
import { EventMarkets } from "./event-markets.tsx";
import { Failed } from "./states.tsx";
import { WithSlip } from "./with-slip.tsx";
import "#modules/odds/web/betting.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["odds", "betting", "bets"] };

/** The event named by the last part of the path; null if the request for it failed. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Found | null> {
  const path = `/api/v1/betting/events/${encodeURIComponent(eventOfPath(params.event ?? ""))}`;
  const { get } = context.get(requestContext);
  const [{ status, body }, statisticsRead] = await Promise.all([get(path), get(`${path}/statistics`)]);
  if (status === 404 || status === 422) throw data({ path: new URL(request.url).pathname }, 404);
  const statistics =
    statisticsRead.status === 200 ? (statisticsRead.body as { data: EventStatistics }).data : noStatistics;
  return status === 200 ? { event: (body as { data: EventNow }).data, statistics } : null;
}

interface Found {
  readonly event: EventNow;
  readonly statistics: EventStatistics;
}

const noStatistics: EventStatistics = { chances: [], form: { home: [], away: [] }, meetings: [], table: [] };

/** How often the statistics of a live match are loaded again. */
const statisticsPollMs = 20_000;

export default function EventPage() {
  const found = useLoaderData<typeof loader>();
  return <WithSlip>{found ? <EventOf key={found.event.id} first={found.event} found={found} /> : <Failed />}</WithSlip>;
}

function EventOf({ first, found }: { first: EventNow; found: Found }) {
  const { t } = useTranslation("odds");
  const href = useHref();
  const event = useEvent(first);
  const isLive = event.status === "live";
  const { data: read } = useQuery(
    getEventStatistics,
    { params: { id: first.id } },
    { enabled: isLive, pollMs: isLive && statisticsPollMs },
  );
  const statistics = read ?? found.statistics;
  const { home, away, league, feed } = event;
  const title = eventTitle(t, event);
  return (
    <div className="bet-event">
      <PageHead
        title={title}
        description={t(event.outright ? "page.outright_lead" : "page.event_lead", {
          event: title,
          league: league.name,
        })}
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
      {event.outright ? <OutrightHead event={event} /> : <Scoreboard event={event} feed={feed} heading="h1" />}
      <FeedStrip feed={feed} />
      <WinProbability event={event} chances={statistics.chances} />
      <EventMarkets event={event} />
      <fieldset className="bet-chips" aria-label={t("page.favourites")}>
        <FavouriteStar of={{ kind: "event", id: event.id, name: title }} />
        {[home, away].map(
          team => team && <FavouriteStar key={team.id} of={{ kind: "team", id: team.id, name: team.name }} />,
        )}
        <FavouriteStar of={{ kind: "league", id: league.id, name: league.name }} />
      </fieldset>
      <EventHistory event={event} statistics={statistics} />
      <EventLog event={event.id} />
      {event.simulated && <p className="faint sm">{t("page.simulated_note")}</p>}
    </div>
  );
}
