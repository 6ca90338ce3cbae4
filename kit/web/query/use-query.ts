import { type UseQueryResult, useInfiniteQuery, useQuery as useTanStackQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Route, RouteSpec } from "#kit/contract/route.ts";
import type { Given } from "../api.ts";
import { useClient } from "../client.ts";
import { useIsHydrating } from "../use-is-hydrating.ts";
import { type DataOf, keepsPrevious, type RouteCache, routeCacheOf } from "./route-cache.ts";

interface QueryOptions<T> {
  /** False: not read yet. */
  readonly enabled?: boolean;
  /** Milliseconds between two reads while the page is visible, or false; from the last response. */
  readonly pollMs?: number | false | ((data: T | undefined) => number | false);
  /** What earlier components read is not shown: for a dialog that begins with what it finds. */
  readonly fresh?: boolean;
}

/** The server state of this page, for this component's player: rendered again when another one signs in. */
export function useRouteCache(): RouteCache {
  const client = useClient();
  useSyncExternalStore(client.player.subscribe, client.player.key, client.player.key);
  return routeCacheOf(client);
}

/** What a query returns that has read nothing, as on the server. */
const nothingRead = {
  data: undefined,
  dataUpdatedAt: 0,
  error: null,
  isError: false,
  isPending: true,
  isSuccess: false,
  status: "pending",
} as const;

/**
 * Reads a route when the component is mounted and when the input or the player changes. A part of a page may hydrate after other parts
 * have read the same: it begins with nothing read, as on the server.
 */
export function useQuery<S extends RouteSpec>(
  route: Route<S>,
  given: Given<S>,
  options: QueryOptions<DataOf<S>> = {},
): UseQueryResult<DataOf<S>, Error> {
  const cache = useRouteCache();
  const { enabled = true, pollMs = false, fresh = false } = options;
  const queryKey = cache.keyOf(route, given);
  useState(() => fresh && cache.queries.removeQueries({ queryKey, exact: true, type: "inactive" }));
  const isEnabled = enabled && cache.canRead(route);
  const result = useTanStackQuery<DataOf<S>, Error>(
    {
      queryKey,
      // A route without a body has been read too.
      queryFn: async () => (await cache.call(route, given)) ?? (null as never),
      enabled: isEnabled,
    },
    cache.queries,
  ) as UseQueryResult<DataOf<S>, Error>;
  usePolling(result, isEnabled && (typeof pollMs === "function" ? pollMs(result.data) : pollMs));
  const isHydrating = useIsHydrating();
  return isHydrating ? ({ ...nothingRead, refetch: result.refetch } as typeof result) : result;
}

/** After so many intervals without a response the next read no longer waits for it: the network may have changed since it was sent. */
const mostWaits = 3;

function usePolling({ refetch, isFetching }: UseQueryResult<unknown, Error>, everyMs: number | false): void {
  const fetching = useRef(isFetching);
  fetching.current = isFetching;
  useEffect(() => {
    if (everyMs === false) return;
    let waits = 0;
    const timer = setInterval(() => {
      if (document.visibilityState === "hidden") return;
      waits = fetching.current ? waits + 1 : 0;
      if (waits > 0 && waits < mostWaits) return;
      waits = 0;
      void refetch();
    }, everyMs);
    return () => clearInterval(timer);
  }, [refetch, everyMs]);
}

interface Listed {
  readonly next_cursor: string | null;
}

/** A list as far as it was read. */
export interface Pages<Page> {
  /** Undefined until the first response. */
  readonly pages: readonly Page[] | undefined;
  /** The error of the last read; null when it succeeded. */
  readonly error: Error | null;
  readonly isFetching: boolean;
  /** Null at the end of the list. */
  readonly more: (() => void) | null;
  /** Repeats what failed. */
  again(): void;
  /** Reads the first page and drops the others. */
  fromTop(): void;
}

interface PagesOptions<Page> {
  /** The first page, from the loader: not read again. */
  readonly first?: Page;
  /** What earlier components read is not shown. */
  readonly fresh?: boolean;
  /** For another input the former list is shown until the response arrives. */
  readonly keepPrevious?: boolean;
}

/** Reads a list page by page: each response names the cursor of the next one. */
export function usePages<S extends RouteSpec>(
  route: Route<S>,
  givenAt: (cursor: string | undefined) => Given<S>,
  { first, fresh = false, keepPrevious = false }: PagesOptions<DataOf<S>> = {},
): Pages<DataOf<S>> {
  const cache = useRouteCache();
  const queryKey = [...cache.keyOf(route, givenAt(undefined)), "pages"];
  useState(() => fresh && cache.queries.removeQueries({ queryKey, exact: true, type: "inactive" }));
  const { data, error, isFetching, hasNextPage, refetch, fetchNextPage } = useInfiniteQuery(
    {
      queryKey,
      queryFn: ({ pageParam }) => cache.call(route, givenAt(pageParam)),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: last => (last as unknown as Listed).next_cursor ?? undefined,
      enabled: cache.canRead(route),
      ...(keepPrevious && { placeholderData: keepsPrevious(queryKey) }),
      ...(first !== undefined && { initialData: { pages: [first], pageParams: [undefined] }, refetchOnMount: false }),
    },
    cache.queries,
  );
  const more = () => void fetchNextPage({ cancelRefetch: false });
  const isHydrating = useIsHydrating();
  const hasMore = isHydrating ? typeof (first as Listed | undefined)?.next_cursor === "string" : hasNextPage;
  return {
    pages: isHydrating ? first && [first] : data?.pages,
    error: isHydrating ? null : error,
    isFetching,
    more: hasMore ? more : null,
    again: () => (data && hasNextPage ? more() : void refetch()),
    fromTop() {
      void cache.queries.cancelQueries({ queryKey, exact: true });
      cache.queries.setQueryData<typeof data>(queryKey, known => known && firstOf(known));
      void refetch();
    },
  };
}

function firstOf<T extends { readonly pages: readonly unknown[]; readonly pageParams: readonly unknown[] }>(
  known: T,
): T {
  return { ...known, pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) };
}
