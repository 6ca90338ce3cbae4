import { useEffect, useRef, useSyncExternalStore } from "react";
import type { ChannelEventData, ChannelEventName, ChannelSnapshot, ChannelSpec } from "#kit/contract/channel.ts";
import type { FieldErrors } from "#kit/contract/error-code.ts";
import type { RouteSpec } from "#kit/contract/route.ts";
import type { LiveSocket } from "#kit/live/web/live-socket.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Api } from "./api.ts";
import { ApiError } from "./api-error.ts";

/** The browser's two ways to the house, one of each per page. On the server there are none: loaders have their own. */
export interface House {
  readonly api: Api;
  /** Connects when it is first followed or commanded. */
  readonly live: LiveSocket;
}

let open: House | undefined;
const waiters = new Set<() => void>();

/** Called once, in the browser, by the frame of the site. */
export function openHouse(house: House): void {
  open = house;
  for (const tell of waiters) tell();
}

function subscribe(tell: () => void): () => void {
  waiters.add(tell);
  return () => waiters.delete(tell);
}

/** The house, or undefined until the page has come to life. */
export function useHouse(): House | undefined {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => undefined,
  );
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
    const door = route.socket === true ? open.live.command : open.api.call;
    return { ok: true, body: (await door(route as never, given as never, options)) as BodyOf<S> };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, errors, data } = error;
    return { ok: false, status, code, errors, data };
  }
}

export interface ChannelHandlers<S extends ChannelSpec> {
  snapshot(data: ChannelSnapshot<S>): void;
  readonly events: { readonly [E in ChannelEventName<S>]?: (data: ChannelEventData<S, E>) => void };
}

/** Follows a channel while the component is shown. */
export function useChannel<S extends ChannelSpec>(channel: S, handlers: ChannelHandlers<S>): void {
  const house = useHouse();
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(
    () =>
      house?.live.follow(channel, {
        snapshot: data => latest.current.snapshot(data),
        event: (name, data) => latest.current.events[name]?.(data),
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
