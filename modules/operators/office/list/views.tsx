import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useSearchParams } from "react-router";
import { ApiError } from "#kit/web/api-error.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { readViews, type SavedView } from "../../shared/views-contract.ts";
import { count as shown } from "../parts/figures.tsx";
import { useOfficeQuery } from "../parts/use-office-query.ts";
import type { ListReading, ViewCount } from "./use-list.ts";
import { viewsSlot } from "./views-slot.ts";

/** Counts are read again after this time: milliseconds. */
const countEveryMs = 60_000;

type Counts = ReadonlyMap<string, ViewCount>;
const none: Counts = new Map();

export interface Views {
  /** Undefined until they were read. */
  readonly views: readonly SavedView[] | undefined;
  /** Counts by the view's id; without those that could not be counted. */
  readonly counts: Counts;
  reload(): void;
}

/** The saved views of a list, and how many rows each has. */
export function useViews(list: string, countOf: ListReading<unknown>["countOf"]): Views {
  const { data, reload } = useOfficeQuery(readViews, { query: { list } }, countEveryMs);
  const views = data?.data;
  const [counts, setCounts] = useState(none);
  const isCounted = countOf !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `countOf` differs at each rendering and always counts the same.
  const countAll = useCallback(async () => {
    const found = new Map<string, ViewCount>();
    // One after the other: the list itself must not wait for them.
    for (const { id, query } of views ?? []) {
      const count = await countOf?.(new URLSearchParams(query)).catch((error: unknown) => {
        // A view with a filter that this version refuses has no count.
        if (!(error instanceof ApiError)) throw error;
      });
      if (count) found.set(id, count);
    }
    return found;
  }, [views, isCounted]);
  useEffect(() => {
    let wanted = true;
    const read = () => void countAll().then(found => wanted && setCounts(found));
    read();
    const timer = setInterval(() => document.visibilityState === "visible" && read(), countEveryMs);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [countAll]);
  return { views, counts, reload };
}

export function CountOfView({ count }: { readonly count: ViewCount | undefined }) {
  if (!count) return null;
  return <span className="n num">{`${shown(count.n)}${count.isMore ? "+" : ""}`}</span>;
}

/** The saved views of the list in the sidebar, with their counts. */
export function SideViews({ of: { views, counts } }: { readonly of: Views }) {
  const { t } = useTranslation("office");
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [params, setParams] = useSearchParams();
  useEffect(() => setSlot(document.getElementById(viewsSlot)), []);
  if (!slot || !views || views.length === 0) return null;
  return createPortal(
    <ul aria-label={t("list.views")}>
      {views.map(({ id, name, query }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={params.toString() === query}
            onClick={() => setParams(new URLSearchParams(query))}
          >
            <span className="grow ellipsis">{name}</span>
            <CountOfView count={counts.get(id)} />
          </button>
        </li>
      ))}
    </ul>,
    slot,
  );
}
