import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { Input } from "#kit/ui/input.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { requestContext } from "#kit/web/context.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useIsHydrating } from "#kit/web/use-is-hydrating.ts";
import { listEvents } from "#modules/odds/shared/contract.ts";
import { EventRow, EventRowsHead } from "#modules/odds/web/event-row.tsx";
import { FeedStrip } from "#modules/odds/web/feed-strip.tsx";
import { SportNav } from "#modules/odds/web/sport-nav.tsx";
import { useFollowedEvents } from "#modules/odds/web/use-live-events.ts";
import { BookTabs } from "./book-tabs.tsx";
import { MoreEvents } from "./more-events.tsx";
import { type Overview, readOverview } from "./sportsbook-data.ts";
import { Failed, Nothing } from "./states.tsx";
import { WithSlip } from "./with-slip.tsx";
import "#modules/odds/web/betting.css";

export const shouldRevalidate = () => false;

export const handle = { texts: ["odds", "betting", "bets"] };

const leastLetters = 2;
const mostLetters = 64;
/** Before the start prices are read again this often. */
const pollMs = 15_000;
/** After the last key. */
const pauseMs = 250;

export async function loader({ context }: LoaderFunctionArgs): Promise<{ readonly overview: Overview | null }> {
  return { overview: await readOverview(context.get(requestContext)) };
}

/** Live and upcoming events by a part of a competitor's or league's name, which is in the address. */
export default function SearchPage() {
  const { t } = useTranslation("odds");
  const { overview } = useLoaderData<typeof loader>();
  const [params, setParams] = useSearchParams();
  // Pages are rendered without the query, so that it makes no page of its own in the cache.
  const isHydrating = useIsHydrating();
  const asked = (!isHydrating && params.get("q")) || "";
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null || typed.trim() === asked) return;
    const timer = setTimeout(
      () =>
        setParams(
          before => {
            const next = new URLSearchParams(before);
            if (typed.trim() === "") next.delete("q");
            else next.set("q", typed.trim());
            return next;
          },
          { replace: true, preventScrollReset: true },
        ),
      pauseMs,
    );
    return () => clearTimeout(timer);
  }, [typed, asked, setParams]);
  return (
    <WithSlip>
      <div className="bet-page">
        <PageHead title={t("page.search")} description={t("page.search_hint")} noIndex />
        <SportNav sports={overview?.sports ?? []} />
        <div className="bet-main">
          <h1 className="display bet-title">{t("page.search")}</h1>
          <BookTabs />
          <Input
            type="search"
            label={t("page.search_hint")}
            value={typed ?? asked}
            maxLength={mostLetters}
            onChange={event => setTyped(event.target.value)}
            lead={<Icon of={Search} size={18} />}
          />
          {asked.length >= leastLetters && <Found q={asked} />}
        </div>
      </div>
    </WithSlip>
  );
}

function Found({ q }: { q: string }) {
  const { t } = useTranslation("odds");
  const query = { q };
  const { data, error } = useQuery(listEvents, { query }, { pollMs });
  if (error && !data) return <Failed />;
  if (!data) return <Skeleton height={240} />;
  if (data.items.length === 0) return <Nothing text={t("page.none_found", { q })} />;
  return <FoundEvents key={q} query={query} data={data} />;
}

interface FoundEventsProps {
  readonly query: { readonly q: string };
  readonly data: Parameters<typeof useFollowedEvents>[0] & { readonly next_cursor: string | null };
}

function FoundEvents({ query, data }: FoundEventsProps) {
  const { t } = useTranslation("odds");
  const { events, feed } = useFollowedEvents(data);
  return (
    <>
      <FeedStrip feed={feed} />
      <section className="card bet-list" aria-label={t("page.search")}>
        <EventRowsHead title={t("page.search")} />
        {events.map(event => (
          <EventRow key={event.id} event={event} feed={feed} />
        ))}
        <MoreEvents query={query} cursor={data.next_cursor} feed={feed} />
      </section>
    </>
  );
}
