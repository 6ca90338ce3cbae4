import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Button } from "#kit/ui/button.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { usePages } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type EventView, listEvents } from "#modules/odds/shared/contract.ts";
import { eventPath } from "#modules/odds/shared/event-path.ts";
import { eventTitle } from "#modules/odds/shared/event-title.ts";
import { StartTime } from "#modules/odds/web/event-clock.tsx";
import { SportNav } from "#modules/odds/web/sport-nav.tsx";
import { BookTabs } from "./book-tabs.tsx";
import { type EventPage, type Overview, readEvents, readOverview } from "./sportsbook-data.ts";
import { Failed, Nothing } from "./states.tsx";
import { WithSlip } from "./with-slip.tsx";
import "#modules/odds/web/betting.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["odds", "betting", "bets"] };

const query = { state: "ended" } as const;

interface Found {
  readonly overview: Overview | null;
  readonly ended: EventPage | null;
}

export async function loader({ context }: LoaderFunctionArgs): Promise<Found> {
  const asked = context.get(requestContext);
  const [overview, ended] = await Promise.all([readOverview(asked), readEvents(asked, query)]);
  return { overview, ended };
}

/** What has been played, latest first. */
export default function ResultsPage() {
  const { t } = useTranslation("odds");
  const { overview, ended } = useLoaderData<typeof loader>();
  return (
    <WithSlip>
      <div className="bet-page">
        <PageHead title={t("page.results")} description={t("page.results_lead")} noIndex />
        <SportNav sports={overview?.sports ?? []} />
        <div className="bet-main">
          <h1 className="display bet-title">{t("page.results")}</h1>
          <BookTabs />
          {ended === null ? <Failed /> : <Results first={ended} />}
        </div>
      </div>
    </WithSlip>
  );
}

function Results({ first }: { first: EventPage }) {
  const { t } = useTranslation("odds", "betting");
  const { pages, more } = usePages(
    listEvents,
    cursor => ({ query: Object.assign({}, query, cursor !== undefined && { cursor }) }),
    { first: first as never },
  );
  const events: readonly EventView[] = (pages ?? [first]).flatMap(({ items }) => items);
  if (events.length === 0) return <Nothing text={t("page.none_ended")} />;
  return (
    <section className="card bet-list" aria-label={t("page.results")}>
      {events.map(event => (
        <ResultRow key={event.id} event={event} />
      ))}
      {more && (
        <Button variant="ghost" wide onClick={more}>
          {t("betting:slip.more")}
        </Button>
      )}
    </section>
  );
}

function ResultRow({ event }: { event: EventView }) {
  const { t } = useTranslation("odds");
  const href = useHref();
  const { home, away, play, league, status, start, outright } = event;
  const parts = play?.periods.map(([own, other]) => `${own}:${other}`).join(", ");
  return (
    <Link className="bet-row result" to={href(eventPath(event))}>
      <span className="bet-when">{start && <StartTime iso={start} />}</span>
      <span className="bet-sides">
        <span className="row">
          <b className="ellipsis">{home?.name ?? eventTitle(t, event)}</b>
        </span>
        <span className="row">
          <b className={outright ? "ellipsis brass" : "ellipsis"}>{away?.name ?? outright?.winners.join(", ")}</b>
        </span>
      </span>
      <span className="bet-part faint ellipsis">
        {league.name}
        {parts && <small className="num">{parts}</small>}
      </span>
      <span className="bet-final">
        {status === "ended" && play ? (
          <b className="num brass">
            {play.score[0]} : {play.score[1]}
          </b>
        ) : (
          <span className="tag">{t(`statuses.${status}`)}</span>
        )}
      </span>
    </Link>
  );
}
