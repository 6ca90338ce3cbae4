import { type MutationOptions, QueryClient, type QueryKey } from "@tanstack/react-query";
import { type Route, type RouteOutput, type RouteSpec, routeName } from "#kit/contract/route.ts";
import type { CallOptions, Given } from "../api.ts";
import type { Client } from "../client.ts";

/** What a page reads of a response: its `data`, or all of it where there is none. */
export type DataOf<S extends RouteSpec> = Unwrapped<RouteOutput<S>>;

export type Unwrapped<Body> = Body extends { data: infer T } ? T : Body;

/** A call of a mutation. */
export interface Sent<S extends RouteSpec> {
  readonly given: Given<S>;
  readonly options: CallOptions;
}

/** How a mutation changes what has been read. Nothing happens if another player has signed in meanwhile. */
export interface Effects<S extends RouteSpec> {
  /** Routes to read again, whatever their input: after a failure too, because a call whose response was lost may have succeeded. */
  readonly invalidates?: readonly Route[];
  /** Runs with the response, also when the component is gone. */
  readonly onSuccess?: (data: DataOf<S>, cache: RouteCache) => void;
}

/** The server state of one page, by route and input, each player's apart. */
export interface RouteCache {
  readonly queries: QueryClient;
  keyOf<S extends RouteSpec>(route: Route<S>, given: Given<S>): QueryKey;
  /** Whether the route can be called now: a player's routes need a player. */
  canRead(route: RouteSpec): boolean;
  call<S extends RouteSpec>(route: Route<S>, given: Given<S>, options?: CallOptions): Promise<DataOf<S>>;
  /** Reads now and keeps the response; rejects with an `ApiError`. */
  read<S extends RouteSpec>(route: Route<S>, given: Given<S>): Promise<DataOf<S>>;
  /** Stores what the server has just returned; responses to earlier reads are ignored. */
  set<S extends RouteSpec>(route: Route<S>, given: Given<S>, data: DataOf<S>): void;
  /** The data that was read last; undefined before the first response. */
  get<S extends RouteSpec>(route: Route<S>, given: Given<S>): DataOf<S> | undefined;
  /**
   * Reads all inputs of a route again: at once where they are shown, else when they are shown next. Responses to earlier reads are
   * ignored.
   */
  invalidate(route: RouteSpec): Promise<void>;
  mutationOf<S extends RouteSpec>(route: Route<S>, effects: Effects<S>): MutationOptions<DataOf<S>, Error, Sent<S>>;
}

/** The effect of a mutation that returns what another route reads. */
export function replaces<S extends RouteSpec>(route: Route<S>) {
  return { onSuccess: (data: DataOf<S>, cache: RouteCache) => cache.set(route, {} as Given<S>, data) };
}

/** Shows what was read for another input, of the same player only. */
export function keepsPrevious(queryKey: QueryKey) {
  return (before: unknown, query: { readonly queryKey: QueryKey } | undefined) =>
    query?.queryKey[0] === queryKey[0] ? (before as never) : undefined;
}

const caches = new WeakMap<Client, RouteCache>();

/** The cache of this page. */
export function routeCacheOf(client: Client): RouteCache {
  const known = caches.get(client) ?? createRouteCache(client);
  caches.set(client, known);
  return known;
}

/**
 * Calls fail at once, online or not, and are not repeated: a withdrawal must not be sent when the connection returns. The API client
 * repeats money calls whose response was lost, with their idempotency key. Variables of mutations may be passwords: they are not kept.
 */
function createRouteCache(client: Client): RouteCache {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: "always", refetchOnReconnect: true, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: "always", gcTime: 0 },
    },
  });
  if (typeof document !== "undefined") queries.mount();
  const { player } = client;
  let owner = player.key();
  player.subscribe(() => {
    if (player.key() === owner) return;
    owner = player.key();
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== owner });
  });
  const cache: RouteCache = {
    queries,
    keyOf: (route, given) => [player.key(), routeName(route), given],
    canRead: route => route.caller !== "player" || player.key() !== null,
    call: async (route, given, options) => dataOf(await client.api.call(route, given, options)),
    read: (route, given) =>
      queries.fetchQuery({ queryKey: cache.keyOf(route, given), queryFn: () => cache.call(route, given) }),
    set(route, given, data) {
      const queryKey = cache.keyOf(route, given);
      void queries.cancelQueries({ queryKey, exact: true });
      queries.setQueryData<unknown>(queryKey, data);
    },
    get: (route, given) => queries.getQueryData(cache.keyOf(route, given)),
    async invalidate(route) {
      const queryKey = [player.key(), routeName(route)];
      void queries.cancelQueries({ queryKey });
      await queries.invalidateQueries({ queryKey });
    },
    mutationOf: (route, { invalidates = [], onSuccess }) => ({
      mutationKey: [routeName(route)],
      mutationFn: ({ given, options }) => cache.call(route, given, options),
      onMutate: () => player.key(),
      onSuccess: (data, _sent, by) => {
        if (by === player.key()) onSuccess?.(data, cache);
      },
      onSettled: async (_data, _error, _sent, by) => {
        if (by === player.key()) await Promise.all(invalidates.map(cache.invalidate));
      },
    }),
  };
  return cache;
}

function dataOf(body: unknown): never {
  return (typeof body === "object" && body !== null && "data" in body ? body.data : body) as never;
}
