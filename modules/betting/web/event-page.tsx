import { Search, X } from "lucide-react";
import { useMemo, useState } from "react";
import { data, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { arrowKeys } from "#kit/ui/arrow-keys.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { StructuredData } from "#kit/web/structured-data.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { MarketView } from "#modules/odds/shared/contract.ts";
import { eventOfPath } from "#modules/odds/shared/event-path.ts";
import { eventTitle } from "#modules/odds/shared/event-title.ts";
import { marketGroups } from "#modules/odds/shared/market-kinds.ts";
import { type MarketSides, type MarketTexts, marketName, outcomeName } from "#modules/odds/shared/market-names.ts";
import { parseSpec, quartersOf } from "#modules/odds/shared/spec.ts";
import { type EventStatistics, getEventStatistics } from "#modules/odds/shared/statistics-contract.ts";
import { EventHistory, WinProbability } from "#modules/odds/web/event-statistics.tsx";
import { FavouriteStar } from "#modules/odds/web/favourite-star.tsx";
import { FeedStrip } from "#modules/odds/web/feed-strip.tsx";
import { grouped } from "#modules/odds/web/grouped.ts";
import { MarketCard } from "#modules/odds/web/market-card.tsx";
import { OutrightHead } from "#modules/odds/web/outright-head.tsx";
import { Scoreboard } from "#modules/odds/web/scoreboard.tsx";
import { type EventNow, useEvent } from "#modules/odds/web/use-live-events.ts";
import { EventLog } from "./event-log.tsx";
import { pinnedMarkets, shownMarkets } from "./pinned-markets.ts";
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
  const [group, setGroup] = useState<string>("main");
  const { home, away, league, feed } = event;
  const title = eventTitle(t, event);
  const { sport, names } = event;
  const sides = useSides(sport, home?.name ?? "", away?.name ?? "", names);
  const shortSides = useSides(sport, home?.short ?? "", away?.short ?? "", names, true);
  const groups = marketGroups.filter(each => event.all.some(market => market.group === each));
  const shown = groups.includes(group as never) ? group : (groups[0] ?? "main");
  const pinned = pinnedMarkets.use();
  /** What is typed into the search for a market; null while the search is closed. */
  const [search, setSearch] = useState<string | null>(null);
  const needle = search?.trim().toLocaleLowerCase() ?? "";
  const texts: MarketTexts = (key, values) => t.find(`odds:${key}`, values) ?? key;
  const hasNeedle = (market: MarketView) =>
    [marketName(texts, sides, market), ...market.outcomes.map(({ id }) => outcomeName(texts, sides, market, id))].some(
      name => name.toLocaleLowerCase().includes(needle),
    );
  const isFirst = shown === groups[0];
  const inGroup = useMemo(
    () => cardsOf(shownMarkets(event.all, shown, isFirst, pinned)),
    [event.all, shown, isFirst, pinned],
  );
  const cards = needle === "" ? inGroup : cardsOf(event.all.filter(hasNeedle));
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
      {groups.length === 0 ? (
        <div className="empty" role="status">
          <p>{t(emptyText(event))}</p>
        </div>
      ) : (
        <>
          <div className="bet-groups-row">
            <div
              className="underline-tabs bet-groups"
              role="tablist"
              aria-label={t("page.markets")}
              onKeyDown={arrowKeys}
            >
              {groups.map(each => (
                <button
                  key={each}
                  type="button"
                  role="tab"
                  aria-selected={each === shown}
                  onClick={() => setGroup(each)}
                >
                  {t.in("groups", each)}{" "}
                  <small className="num">{event.all.filter(market => market.group === each).length}</small>
                </button>
              ))}
            </div>
            <button
              type="button"
              className="iconbtn"
              aria-expanded={search !== null}
              aria-label={t("page.find_market")}
              onClick={() => setSearch(search === null ? "" : null)}
            >
              <Icon of={search === null ? Search : X} size={18} />
            </button>
          </div>
          {search !== null && (
            <input
              className="input-box"
              type="search"
              // biome-ignore lint/a11y/noAutofocus: opened by the button before it
              autoFocus
              maxLength={40}
              aria-label={t("page.find_market")}
              placeholder={t("page.find_market_hint")}
              value={search}
              onChange={change => setSearch(change.target.value)}
            />
          )}
          {cards.length === 0 && (
            <p className="empty" role="status">
              {t("page.none_market", { q: search?.trim() ?? "" })}
            </p>
          )}
          <div className="bet-markets" role="tabpanel" aria-label={t.in("groups", shown)}>
            {cards.map(lines => (
              <MarketCard
                key={keyOf(lines[0])}
                event={event.id}
                lines={lines}
                sides={sides}
                shortSides={shortSides}
                feed={feed}
                isPinned={pinned.includes(lines[0]?.kind ?? "")}
                onPin={pinnedMarkets.toggle}
              />
            ))}
          </div>
        </>
      )}
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

function useSides(sport: string, home: string, away: string, names: EventNow["names"], isShort = false): MarketSides {
  return useMemo(
    () => ({ sport, home, away, isShort, entrant: id => names[id] ?? id }),
    [sport, home, away, names, isShort],
  );
}

function emptyText({ status, outright }: EventNow) {
  if (outright) return status === "ended" ? "page.outright_over" : "page.outright_closed";
  return status === "ended" ? "page.event_over" : "page.no_markets";
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
