import { useEffect, useMemo, useState } from "react";
import type { Route, RouteSpec } from "#kit/contract/route.ts";
import type { Given } from "#kit/web/api.ts";
import { ApiError } from "#kit/web/api-error.ts";
import type { DataOf } from "#kit/web/query/route-cache.ts";
import { usePages } from "#kit/web/query/use-query.ts";
import { call } from "../api.ts";
import { useChanges } from "../live/use-changes.ts";
import { useHeldInDialog, useSignedOut } from "../parts/use-read.ts";

/** A list as far as it was read. */
export interface ListReading<Row> {
  /** Undefined until the first response. */
  readonly rows: readonly Row[] | undefined;
  readonly error: ApiError | undefined;
  readonly isFetching: boolean;
  /** When the newest response arrived. */
  readonly readAt: Date | undefined;
  /** Reads the next page; null at the end of the list. */
  readonly more: (() => void) | null;
  /** Whether rows have changed since, while the operator reads on. */
  readonly isBehind: boolean;
  /** Repeats what failed. */
  again(): void;
  /** Reads the list from its first row. */
  reload(): void;
  /** Counts the rows of a saved view. */
  readonly countOf?: ((view: URLSearchParams) => Promise<ViewCount>) | undefined;
}

/** A filter of an address by its name, or "". */
export type FilterOf = (name: string) => string;

/** How many rows a saved view has: as many as one page, or more than that. */
export interface ViewCount {
  readonly n: number;
  readonly isMore: boolean;
}

interface ListOptions<S extends RouteSpec> {
  /** Milliseconds between two reads without a socket, while only the first page is shown. */
  readonly pollMs?: number;
  /** The first page with the filters of another address: saved views of the list are counted by it. */
  readonly viewAt?: (filter: FilterOf) => Given<S>;
}

/** Rows of a page, as the contract of a list has them. */
type RowOf<Page> = Page extends { readonly items: readonly (infer Row)[] } ? Row : never;

/**
 * Reads a list page by page, and the first page again when it has changed until there are more: rows must not move under the operator who
 * reads on, so from then on the list says that it has changed. Nothing changes while a dialog is open.
 */
export function useList<S extends RouteSpec>(
  route: Route<S>,
  givenAt: (cursor: string | undefined) => Given<S>,
  { pollMs, viewAt }: ListOptions<S> = {},
): ListReading<RowOf<DataOf<S>>> & { readonly first: DataOf<S> | undefined } {
  const pages = usePages(route, givenAt);
  const name = JSON.stringify(givenAt(undefined));
  const shown = useHeldInDialog(name, pages.pages);
  const rows = useMemo(
    () => shown?.flatMap(page => (page as unknown as { readonly items: readonly RowOf<DataOf<S>>[] }).items),
    [shown],
  );
  const error = pages.error instanceof ApiError ? pages.error : undefined;
  useSignedOut(error);
  const readAt = useReadAt(name, pages.isFetching, error);
  const isOnePage = (pages.pages?.length ?? 0) <= 1;
  const [behind, setBehind] = useState<string>();
  const reload = () => {
    setBehind(undefined);
    pages.fromTop();
  };
  useChanges(route.path, pollMs ?? false, () => (isOnePage ? reload() : setBehind(name)));
  return {
    first: shown?.[0],
    rows,
    error,
    isFetching: pages.isFetching,
    readAt,
    more: pages.more,
    again: pages.again,
    reload,
    isBehind: behind === name,
    countOf:
      viewAt &&
      (async view => {
        const { data } = (await call(
          route,
          viewAt(filter => view.get(filter) ?? ""),
        )) as unknown as { readonly data: { readonly items: readonly unknown[]; readonly next_cursor: string | null } };
        return { n: data.items.length, isMore: data.next_cursor !== null };
      }),
  };
}

/** When a read last ended well, by the device's clock. */
function useReadAt(name: string, isFetching: boolean, error: ApiError | undefined): Date | undefined {
  const [read, setRead] = useState<{ of: string; at: Date }>();
  useEffect(() => {
    if (!isFetching && !error) setRead({ of: name, at: new Date() });
  }, [name, isFetching, error]);
  return read?.of === name ? read.at : undefined;
}
