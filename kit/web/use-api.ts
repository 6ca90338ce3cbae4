import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { ChannelSpec } from "#kit/contract/channel.ts";
import type { FieldErrors } from "#kit/contract/error-code.ts";
import type { RouteSpec } from "#kit/contract/route.ts";
import type { Follower } from "#kit/live/web/live-socket.ts";
import { invariant } from "#kit/std/invariant.ts";
import { ApiError } from "./api-error.ts";
import { type Client, useClient, useLive } from "./client.ts";

let open: Client | undefined;

/** The socket client, or undefined until it is loaded, which is after the first paint. Always undefined on the server: loaders have their own. */
export function useApi(): Client | undefined {
  const client = useClient();
  // Before any ordinary effect of the page, in any component: effects may call at once, and so may a
  // press on a button. Until there is a socket, calls go over HTTP.
  useLayoutEffect(() => {
    open = client;
  }, [client]);
  return useLive(general) ? client : undefined;
}

/** Any module that is served where the site's own API is. */
const general = "general";

/** The server's time, where this module is served: milliseconds since 1970. */
export function serverNow(module = general): number {
  return open?.opened(module)?.now() ?? Date.now();
}

/** The result of a call, as data. `status` 0: no response arrived. */
export type Reply<T> =
  | { readonly ok: true; readonly body: T }
  | {
      readonly ok: false;
      readonly status: number;
      readonly code: string;
      /** The server's message in the page's language; empty if there is none. */
      readonly message: string;
      readonly errors: FieldErrors;
      readonly data: Readonly<Record<string, unknown>>;
    };

type BodyOf<S extends RouteSpec> = S["output"] extends { _zod: { input: infer Body } } ? Body : undefined;

/** Calls the API: over the socket where the call is available there, else over HTTP. Never rejects. */
export async function call<S extends RouteSpec>(
  route: S,
  given: { readonly params?: object; readonly query?: object; readonly body?: unknown },
  key?: string,
): Promise<Reply<BodyOf<S>>> {
  invariant(open, "the API is called from the browser only");
  const options = key === undefined ? {} : { key };
  try {
    const transport = (route.socket === true && open.opened(route.module)?.command) || open.api.call;
    return { ok: true, body: (await transport(route as never, given as never, options)) as BodyOf<S> };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, errors, data } = error;
    return { ok: false, status, code, message, errors, data };
  }
}

/** Follows a channel, or one value of its parameter, while the component is shown. */
export function useChannel<S extends ChannelSpec>(channel: S, follower: Follower<S>, parameter?: string): void {
  useApi();
  const live = useLive(channel.module);
  const latest = useRef(follower);
  latest.current = follower;
  useEffect(
    () =>
      live?.follow(
        channel,
        {
          snapshot: data => latest.current.snapshot(data),
          event: (name, data) => latest.current.event(name, data),
        },
        parameter,
      ),
    [live, channel, parameter],
  );
}

/** Whether the page is connected to where this module is served. True until the first connection, so that no page begins with a warning. */
export function useConnected(module = general): boolean {
  const live = useLive(module);
  const wasOpen = useRef(false);
  const state = useSyncExternalStore(
    onChange => live?.onState(onChange) ?? (() => undefined),
    () => live?.state ?? "connecting",
    () => "connecting" as const,
  );
  if (state === "open") wasOpen.current = true;
  return state === "open" || !wasOpen.current;
}

/** Makes the socket of this module reconnect sooner while the player has an open bet. */
export function useHurry(module: string, hasOpenBet: boolean): void {
  const live = useLive(module);
  useEffect(() => (hasOpenBet ? live?.hurry() : undefined), [live, hasOpenBet]);
}
