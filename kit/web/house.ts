import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { ChannelSpec } from "#kit/contract/channel.ts";
import type { FieldErrors } from "#kit/contract/error-code.ts";
import type { RouteSpec } from "#kit/contract/route.ts";
import type { Follower, LiveSocket } from "#kit/live/web/live-socket.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Api } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { useClient, useLive } from "./client.ts";

/** The browser's two ways to the house, one of each per page. On the server there are none: loaders have their own. */
export interface House {
  readonly api: Api;
  readonly live: LiveSocket;
  readonly servedElsewhere: ReadonlySet<string>;
}

let open: House | undefined;

/** The house, or undefined until the socket is loaded, which is after the first paint. */
export function useHouse(): House | undefined {
  const client = useClient();
  const live = useLive();
  const house = useMemo(
    () => (live ? { api: client.api, live, servedElsewhere: client.servedElsewhere } : undefined),
    [client, live],
  );
  // Before any ordinary effect of the page runs, whichever component it stands in: those may call at once.
  useLayoutEffect(() => {
    if (house) open = house;
  }, [house]);
  return house;
}

/** The house's time: milliseconds since 1970. */
export function houseNow(): number {
  return open ? open.live.now() : Date.now();
}

/** What a call came to, as data. `status` 0: no answer was heard. */
export type Reply<T> =
  | { readonly ok: true; readonly body: T }
  | {
      readonly ok: false;
      readonly status: number;
      readonly code: string;
      /** The house's own sentence in the page's language; empty when none came. */
      readonly message: string;
      readonly errors: FieldErrors;
      readonly data: Readonly<Record<string, unknown>>;
    };

type BodyOf<S extends RouteSpec> = S["output"] extends { _zod: { input: infer Body } } ? Body : undefined;

/** Calls the house: over the socket where the call is open there, else over HTTP. Never rejects. */
export async function callHouse<S extends RouteSpec>(
  route: S,
  given: { readonly params?: object; readonly query?: object; readonly body?: unknown },
  key?: string,
): Promise<Reply<BodyOf<S>>> {
  invariant(open, "the house is called from the browser only");
  const options = key === undefined ? {} : { key };
  try {
    const onSocket = route.socket === true && !open.servedElsewhere.has(route.module);
    const door = onSocket ? open.live.command : open.api.call;
    return { ok: true, body: (await door(route as never, given as never, options)) as BodyOf<S> };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, errors, data } = error;
    return { ok: false, status, code, message, errors, data };
  }
}

/** Follows a channel while the component is shown. */
export function useChannel<S extends ChannelSpec>(channel: S, follower: Follower<S>): void {
  const house = useHouse();
  const latest = useRef(follower);
  latest.current = follower;
  useEffect(
    () =>
      house?.live.follow(channel, {
        snapshot: data => latest.current.snapshot(data),
        event: (name, data) => latest.current.event(name, data),
      }),
    [house, channel],
  );
}

/** Whether the page hears the house. True until the first connection was made, so that no page begins with a warning. */
export function useConnected(): boolean {
  const house = useHouse();
  const wasOpen = useRef(false);
  const state = useSyncExternalStore(
    tell => house?.live.onState(tell) ?? (() => undefined),
    () => house?.live.state ?? "connecting",
    () => "connecting" as const,
  );
  if (state === "open") wasOpen.current = true;
  return state === "open" || !wasOpen.current;
}
