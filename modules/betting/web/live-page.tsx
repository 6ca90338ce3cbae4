import { useState } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requestContext } from "#kit/web/context.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { EventView } from "#modules/odds/shared/contract.ts";
import { type Sport, sports } from "#modules/odds/shared/facts.ts";
import { EventRow, EventRowsHead } from "#modules/odds/web/event-row.tsx";
import { FeedStrip } from "#modules/odds/web/feed-strip.tsx";
import { grouped } from "#modules/odds/web/grouped.ts";
import { SportNav } from "#modules/odds/web/sport-nav.tsx";
import { useLiveList } from "#modules/odds/web/use-live-events.ts";
import { BookTabs } from "./book-tabs.tsx";
import { type EventPage, type Overview, readEvents, readOverview } from "./sportsbook-data.ts";
import { Failed, Nothing } from "./states.tsx";
import { WithSlip } from "./with-slip.tsx";
import "#modules/odds/web/betting.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["odds", "betting", "bets"] };

interface Found {
  readonly overview: Overview | null;
  readonly live: EventPage | null;
}

export async function loader({ context }: LoaderFunctionArgs): Promise<Found> {
  const asked = context.get(requestContext);
  const [overview, live] = await Promise.all([readOverview(asked), readEvents(asked, { state: "live" })]);
  return { overview, live };
}

/** Everything that is played now, by league. */
export default function LivePage() {
  return (
    <WithSlip>
      <LiveNow />
    </WithSlip>
  );
}

function LiveNow() {
  const { t } = useTranslation("odds");
  const { overview, live } = useLoaderData<typeof loader>();
  const { events, feed } = useLiveList({ events: live?.items ?? [], feed: live?.feed ?? [] });
  const [sport, setSport] = useState<Sport>();
  const shown = events.filter(event => !sport || event.sport === sport);
  return (
    <div className="bet-page">
      <PageHead title={t("page.live_title")} description={t("page.live_lead")} noIndex={events.length === 0} />
      <SportNav sports={overview?.sports ?? []} />
      <div className="bet-main">
        <h1 className="display bet-title">
          {t("page.live_title")} <small className="num">{events.length}</small>
        </h1>
        {feed.length > 0 && <FeedStrip feed={feed} />}
        <BookTabs />
        <SportChips events={events} sport={sport} onChoose={setSport} />
        {live === null ? (
          <Failed />
        ) : shown.length === 0 ? (
          <Nothing text={t("page.none_live")} />
        ) : (
          byLeague(shown).map(list => (
            <section key={list[0].league.id} className="card bet-list" aria-label={list[0].league.name}>
              <EventRowsHead title={list[0].league.name} count={list.length} sport={list[0].sport} />
              {list.map(event => (
                <EventRow key={event.id} event={event} feed={feed} />
              ))}
            </section>
          ))
        )}
      </div>
    </div>
  );
}

interface ChipsProps {
  readonly events: readonly EventView[];
  readonly sport: Sport | undefined;
  readonly onChoose: (sport: Sport | undefined) => void;
}

/** All live events, or those of one sport. */
function SportChips({ events, sport, onChoose }: ChipsProps) {
  const { t } = useTranslation("odds");
  const played = sports.filter(each => each === sport || events.some(event => event.sport === each));
  if (played.length < 2) return null;
  return (
    <fieldset className="bet-chips" aria-label={t("page.sports")}>
      {[undefined, ...played].map(each => (
        <button
          key={each ?? "all"}
          type="button"
          className="chip"
          aria-pressed={each === sport}
          onClick={() => onChoose(each)}
        >
          {each ? t(`sports.${each}`) : t("page.all_sports")}{" "}
          <small className="num">{each ? events.filter(event => event.sport === each).length : events.length}</small>
        </button>
      ))}
    </fieldset>
  );
}

/** By sport and name, so that a league keeps its place while others begin and end. */
function byLeague(events: readonly EventView[]) {
  return grouped(events, ({ league }) => league.id).toSorted(
    ([a], [b]) => sports.indexOf(a.sport) - sports.indexOf(b.sport) || (a.league.name < b.league.name ? -1 : 1),
  );
}
