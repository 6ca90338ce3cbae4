import { createContext, use, useEffect, useState } from "react";
import type { LiveSocket } from "#kit/live/web/live-socket.ts";
import type { Api, TokenStore } from "./api.ts";

/** How a page speaks with the house: calls at once, the socket as soon as somebody asks for it. */
export interface Client {
  readonly api: Api;
  /** Loads and makes the socket on the first call; the same one afterwards. */
  live(): Promise<LiveSocket>;
  /** Tells the socket, where there is one, that somebody else is at the page. */
  tokenChanged(): void;
  /** Services that the socket's host does not serve: their calls go over HTTP to their own address. */
  readonly servedElsewhere: ReadonlySet<string>;
}

export interface ClientOptions {
  readonly apiOrigin: string;
  readonly servedElsewhere: ReadonlySet<string>;
  readonly tokens: TokenStore;
  /** BCP 47. */
  readonly language: string;
  /** Loads what makes calls: not needed before the first one. */
  loadApi(): Promise<Api>;
}

export function createClient({ apiOrigin, servedElsewhere, tokens, language, loadApi }: ClientOptions): Client {
  let socket: Promise<LiveSocket> | undefined;
  const locale = () => language;
  const region = () => null;
  const api = lazyApi(loadApi);
  return {
    api,
    servedElsewhere,
    live() {
      socket ??= import("#kit/live/web/live-socket.ts").then(({ createLiveSocket }) =>
        createLiveSocket({ url: `${apiOrigin.replace(/^http/, "ws")}/ws`, api, token: tokens.get, locale, region }),
      );
      return socket;
    },
    tokenChanged() {
      void socket?.then(live => live.tokenChanged());
    },
  };
}

/** An API that is loaded on its first call. */
function lazyApi(load: () => Promise<Api>): Api {
  let loading: Promise<Api> | undefined;
  const real = () => {
    loading ??= load();
    return loading;
  };
  return {
    call: async (...given) => (await real()).call(...given),
    refresh: async () => (await real()).refresh(),
  };
}

export const ClientContext = createContext<Client | null>(null);

export function useClient(): Client {
  const client = use(ClientContext);
  if (!client) throw new Error("no ClientContext above");
  return client;
}

/** The socket; null until it is loaded, which happens after the first paint, and always on the server. */
export function useLive(): LiveSocket | null {
  const client = useClient();
  const [live, setLive] = useState<LiveSocket | null>(null);
  useEffect(() => {
    let here = true;
    void client.live().then(socket => here && setLive(socket));
    return () => {
      here = false;
    };
  }, [client]);
  return live;
}
