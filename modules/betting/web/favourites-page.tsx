import { use } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { requestContext } from "#kit/web/context.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { listEvents } from "#modules/odds/shared/contract.ts";
import { EventRow, EventRowsHead } from "#modules/odds/web/event-row.tsx";
import { FavouriteContext, FavouriteStar } from "#modules/odds/web/favourite-star.tsx";
import { FeedStrip } from "#modules/odds/web/feed-strip.tsx";
import { SportNav } from "#modules/odds/web/sport-nav.tsx";
import { useFollowedEvents } from "#modules/odds/web/use-live-events.ts";
import type { BettingFavourites } from "../shared/favourites-contract.ts";
import { BookTabs } from "./book-tabs.tsx";
import type { OwnFavourites } from "./favourites/use-favourites.ts";
import { MoreEvents } from "./more-events.tsx";
import { type Overview, readOverview } from "./sportsbook-data.ts";
import { Failed, Nothing } from "./states.tsx";
import { WithSlip } from "./with-slip.tsx";
import "#modules/odds/web/betting.css";

export const shouldRevalidate = () => false;

export const handle = { texts: ["odds", "betting", "bets"] };

const pollMs = 15_000;

export async function loader({ context }: LoaderFunctionArgs): Promise<{ readonly overview: Overview | null }> {
  return { overview: await readOverview(context.get(requestContext)) };
}

/** The live and upcoming events that the visitor follows, directly or by their teams and leagues. */
export default function FavouritesPage() {
  const { t } = useTranslation("odds");
  const { overview } = useLoaderData<typeof loader>();
  return (
    <WithSlip>
      <div className="bet-page">
        <PageHead title={t("page.favourites")} description={t("page.favourites_lead")} noIndex />
        <SportNav sports={overview?.sports ?? []} />
        <div className="bet-main">
          <h1 className="display bet-title">{t("page.favourites")}</h1>
          <BookTabs />
          <Followed />
        </div>
      </div>
    </WithSlip>
  );
}

function Followed() {
  const { t } = useTranslation("odds");
  const { favourites, isKnown } = use(FavouriteContext) as OwnFavourites;
  const { events, teams, leagues } = favourites;
  if (!isKnown) return <Skeleton height={240} />;
  if (events.length + teams.length + leagues.length === 0) return <Nothing text={t("page.none_followed")} />;
  return (
    <>
      <fieldset className="bet-chips" aria-label={t("page.favourites")}>
        {leagues.map(each => (
          <FavouriteStar key={each.id} of={Object.assign({ kind: "league" as const }, each)} />
        ))}
        {teams.map(each => (
          <FavouriteStar key={each.id} of={Object.assign({ kind: "team" as const }, each)} />
        ))}
      </fieldset>
      <FollowedEvents favourites={favourites} />
    </>
  );
}

function queryOf(favourites: BettingFavourites) {
  const query: { events?: string; teams?: string; leagues?: string } = {};
  for (const key of ["events", "teams", "leagues"] as const)
    if (favourites[key].length > 0) query[key] = favourites[key].map(({ id }) => id).join(",");
  return query;
}

function FollowedEvents({ favourites }: { favourites: BettingFavourites }) {
  const { t } = useTranslation("odds");
  const query = queryOf(favourites);
  const { data, error } = useQuery(listEvents, { query }, { pollMs });
  if (error && !data) return <Failed />;
  if (!data) return <Skeleton height={240} />;
  if (data.items.length === 0) return <Nothing text={t("page.none_of_favourites")} />;
  return <EventsNow key={JSON.stringify(query)} query={query} data={data} />;
}

interface EventsNowProps {
  readonly query: object;
  readonly data: Parameters<typeof useFollowedEvents>[0] & { readonly next_cursor: string | null };
}

function EventsNow({ query, data }: EventsNowProps) {
  const { t } = useTranslation("odds");
  const { events, feed } = useFollowedEvents(data);
  return (
    <>
      <FeedStrip feed={feed} />
      <section className="card bet-list" aria-label={t("page.favourites")}>
        <EventRowsHead title={t("page.all_events")} count={events.length} />
        {events.map(event => (
          <EventRow key={event.id} event={event} feed={feed} />
        ))}
        <MoreEvents query={query} cursor={data.next_cursor} feed={feed} />
      </section>
    </>
  );
}
