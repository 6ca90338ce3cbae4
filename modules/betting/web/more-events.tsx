import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { usePages } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type EventView, type FeedView, listEvents } from "#modules/odds/shared/contract.ts";
import { EventRow } from "#modules/odds/web/event-row.tsx";

interface MoreEventsProps {
  readonly query: object;
  /** Where the list that is shown ends; null: it is complete. */
  readonly cursor: string | null;
  readonly feed: readonly FeedView[];
}

/** The rest of a list of events, page by page, from a press on. */
export function MoreEvents({ query, cursor, feed }: MoreEventsProps) {
  const { t } = useTranslation("betting");
  const [from, setFrom] = useState<string | null>(null);
  if (from !== null) return <Rest query={query} from={from} feed={feed} />;
  if (cursor === null) return null;
  return (
    <Button variant="ghost" wide onClick={() => setFrom(cursor)}>
      {t("slip.more")}
    </Button>
  );
}

function Rest({ query, from, feed }: { query: object; from: string; feed: readonly FeedView[] }) {
  const { t } = useTranslation("betting");
  const { lines } = useErrorTexts("betting");
  const { pages, error, more, again } = usePages(listEvents, cursor => ({
    query: Object.assign({}, query, { cursor: cursor ?? from }),
  }));
  const events: readonly EventView[] = (pages ?? []).flatMap(({ items }) => items);
  return (
    <>
      {events.map(event => (
        <EventRow key={event.id} event={event} feed={feed} />
      ))}
      {!pages && !error && <Skeleton height={120} />}
      {error && (
        <p className="note danger" role="alert">
          {lines(error).join(" ")} <Button onClick={again}>{t("slip.again")}</Button>
        </p>
      )}
      {more && (
        <Button variant="ghost" wide onClick={more}>
          {t("slip.more")}
        </Button>
      )}
    </>
  );
}
