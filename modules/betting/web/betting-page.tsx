import { useState } from "react";
import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { ownTimeZone } from "#kit/i18n/time-zone.ts";
import { Button } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { requestContext } from "#kit/web/context.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { serverNow } from "#kit/web/use-api.ts";
import { type EventView, type FeedView, listEvents } from "#modules/odds/shared/contract.ts";
import { type DayChoice, type DaySpan, dayChoices, daySpan } from "#modules/odds/shared/day-span.ts";
import { sports as listedSports, type Sport } from "#modules/odds/shared/facts.ts";
import { EventRow, EventRowsHead } from "#modules/odds/web/event-row.tsx";
import { FavouriteStar } from "#modules/odds/web/favourite-star.tsx";
import { FeedStrip } from "#modules/odds/web/feed-strip.tsx";
import { Scoreboard } from "#modules/odds/web/scoreboard.tsx";
import { SportNav } from "#modules/odds/web/sport-nav.tsx";
import { useLiveList } from "#modules/odds/web/use-live-events.ts";
import { BookTabs } from "./book-tabs.tsx";
import { MoreEvents } from "./more-events.tsx";
import { type EventPage, type Overview, readEvents, readOverview } from "./sportsbook-data.ts";
import { Failed, Nothing } from "./states.tsx";
import { WithSlip } from "./with-slip.tsx";
import "#modules/odds/web/betting.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["odds", "betting", "bets"] };

interface Found {
  readonly sport: Sport | undefined;
  readonly league: string | undefined;
  readonly overview: Overview | null;
  readonly live: EventPage | null;
  readonly upcoming: EventPage | null;
  /** Outrights of a sport or a league; null where all sports are listed. */
  readonly outrights: EventPage | null;
}

/** What is live and what comes next: of everything, a sport or a league. An unknown sport or league is not found. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Found> {
  const { pathname } = new URL(request.url);
  const sport = listedSports.find(each => each === params.sport);
  const { league } = params;
  if ((params.sport !== undefined && !sport) || (league !== undefined && !/^[A-Za-z0-9:_.-]{1,64}$/.test(league)))
    throw data({ path: pathname }, 404);
  const asked = context.get(requestContext);
  const filter: Record<string, string> = {};
  if (sport) filter.sport = sport;
  if (league !== undefined) filter.league = league;
  const [overview, live, upcoming, outrights] = await Promise.all([
    readOverview(asked),
    readEvents(asked, Object.assign({ state: "live" }, filter)),
    readEvents(asked, Object.assign({ state: "upcoming" }, filter)),
    sport ? readEvents(asked, Object.assign({ state: "upcoming", kind: "outright" }, filter)) : null,
  ]);
  const isListed = overview?.sports.some(each => each.leagues.some(({ id }) => id === league)) ?? true;
  const isKnown = isListed || (outrights?.items.length ?? 0) > 0;
  if (league !== undefined && !isKnown) throw data({ path: pathname }, 404);
  return { sport, league, overview, live, upcoming, outrights };
}

/** Before the start prices are read again this often: their channel would be one for each event. */
const pollMs = 15_000;

export default function BettingPage() {
  const found = useLoaderData<typeof loader>();
  return (
    <WithSlip>
      <Sportsbook key={`${found.sport} ${found.league}`} found={found} />
    </WithSlip>
  );
}

function Sportsbook({ found }: { found: Found }) {
  const { sport, league, overview, live, upcoming, outrights } = found;
  const { t } = useTranslation("odds");
  const query = Object.assign({ state: "upcoming" as const }, sport && { sport }, league !== undefined && { league });
  const [day, setDay] = useState<DayChoice>("any");
  const [span, setSpan] = useState<DaySpan>({});
  const ofDay = Object.assign({}, query, span);
  const { data: read, error } = useQuery(listEvents, { query: ofDay }, { pollMs });
  const now = useLiveList({ events: live?.items ?? [], feed: live?.feed ?? overview?.feed ?? [] });
  const sports = overview?.sports ?? [];
  const known = sports.flatMap(({ leagues }) => leagues).find(({ id }) => id === league);
  const leagueName = (known ?? outrights?.items.find(each => each.league.id === league)?.league)?.name;
  const outright = outrights?.items ?? [];
  const title = leagueName ?? (sport ? t(`sports.${sport}`) : t("page.title"));
  const isHere = (event: EventView) => (!sport || event.sport === sport) && (!league || event.league.id === league);
  const playing = now.events.filter(isHere);
  const listed = read ?? (day === "any" ? upcoming : undefined);
  const next = (listed?.items ?? []).filter(({ id }) => !playing.some(each => each.id === id));
  const choose = (choice: DayChoice) => {
    setDay(choice);
    setSpan(daySpan(choice, serverNow("odds"), ownTimeZone()));
  };
  const [first] = playing;
  const only = sport && { sport };
  return (
    <div className="bet-page">
      <PageHead
        title={title}
        description={t("page.lead")}
        noIndex={playing.length + next.length + outright.length === 0 || sports.every(each => each.events === 0)}
      />
      <SportNav sports={sports} sport={sport} />
      <div className="bet-main">
        <div className="row">
          <h1 className="display bet-title">{title}</h1>
          {league !== undefined && leagueName && (
            <FavouriteStar of={{ kind: "league", id: league, name: leagueName }} isBare />
          )}
        </div>
        {now.feed.length > 0 && <FeedStrip feed={now.feed} />}
        {overview === null || live === null || upcoming === null ? (
          <Failed />
        ) : day === "any" && playing.length + next.length + outright.length === 0 ? (
          <Nothing text={t("page.none")} to={sport ? "/betting" : "/games"} />
        ) : (
          <>
            {first && <Scoreboard event={first} feed={now.feed} />}
            <BookTabs sport={sport} />
            {playing.length > 0 && (
              <section className="card bet-list" aria-label={t("page.live_now")}>
                <EventRowsHead title={t("page.live_now")} count={playing.length} {...only} />
                {playing.slice(0, 20).map(event => (
                  <EventRow key={event.id} event={event} feed={now.feed} />
                ))}
              </section>
            )}
            {sport && outright.length > 0 && (
              <Outrights sport={sport} league={league} first={outright} feed={now.feed} />
            )}
            <DayTabs day={day} onChoose={choose} />
            {next.length > 0 ? (
              <section className="card bet-list" aria-label={t("page.upcoming")}>
                <EventRowsHead title={t("page.upcoming")} {...only} />
                {next.map(event => (
                  <EventRow key={event.id} event={event} feed={now.feed} />
                ))}
                <MoreEvents key={day} query={ofDay} cursor={listed?.next_cursor ?? null} feed={now.feed} />
              </section>
            ) : listed ? (
              <p className="card empty" role="status">
                {t("page.none_day")}
              </p>
            ) : error ? (
              <Failed />
            ) : (
              <Skeleton height={240} />
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** How many are listed until all are wanted: the next tournaments. */
const fewOutrights = 4;

function Outrights({
  sport,
  league,
  first,
  feed,
}: {
  readonly sport: Sport;
  readonly league: string | undefined;
  readonly first: readonly EventView[];
  readonly feed: readonly FeedView[];
}) {
  const { t } = useTranslation("odds");
  const [isWhole, setIsWhole] = useState(league !== undefined);
  const query = Object.assign({ state: "upcoming" as const, kind: "outright" as const, sport }, league && { league });
  const { data: read } = useQuery(listEvents, { query }, { pollMs });
  const events = read?.items ?? first;
  return (
    <section className="card bet-list" aria-label={t("groups.outright")}>
      <div className="bet-row head outright">
        <span className="bet-league ellipsis">
          {t("page.outrights")} <small className="num">{events.length}</small>
        </span>
      </div>
      {(isWhole ? events : events.slice(0, fewOutrights)).map(event => (
        <EventRow key={event.id} event={event} feed={feed} />
      ))}
      {!isWhole && events.length > fewOutrights && (
        <Button variant="ghost" wide onClick={() => setIsWhole(true)}>
          {t("page.outrights_all")}
        </Button>
      )}
    </section>
  );
}

/** Upcoming events of a day: the viewer's, not the server's. */
function DayTabs({ day, onChoose }: { readonly day: DayChoice; readonly onChoose: (day: DayChoice) => void }) {
  const { t } = useTranslation("odds");
  const names = {
    any: t("page.any_day"),
    today: t("page.today"),
    tomorrow: t("page.tomorrow"),
    week: t("page.week"),
  };
  return (
    <fieldset className="bet-chips" aria-label={t("page.days")}>
      {dayChoices.map(each => (
        <button key={each} type="button" className="chip" aria-pressed={each === day} onClick={() => onChoose(each)}>
          {names[each]}
        </button>
      ))}
    </fieldset>
  );
}
