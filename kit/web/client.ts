import { createContext, use, useEffect, useState } from "react";
import type { createLiveSocket, LiveSocket } from "#kit/live/web/live-socket.ts";
import type { browserSigns } from "#kit/live/web/network-signs.ts";
import type { Api, TokenStore } from "./api.ts";

/** For whom the page reads: what was read for one player is not shown to another. */
export interface PagePlayer {
  /** Changes with the player and with their active currency, on which responses depend. Null for a guest, and until the server has named the player. */
  key(): string | null;
  subscribe(listener: () => void): () => void;
}

/** A page's connection to the server: calls immediately, a socket on first use. */
export interface Client {
  readonly api: Api;
  readonly player: PagePlayer;
  /** The socket to where this module is served: loaded and created on the first call, one per address. */
  live(module: string): Promise<LiveSocket>;
  /** The module's socket, if it already exists. */
  opened(module: string): LiveSocket | undefined;
  /** Whether a socket that was open is closed now. */
  isLost(): boolean;
  /** Calls when that may have changed; returns a function that stops. */
  onLost(listener: () => void): () => void;
  /** Notifies the sockets that the player changed. */
  tokenChanged(): void;
}

export interface ClientOptions {
  readonly apiOrigin: string;
  /** Origins of services outside `apiOrigin`, by name: that of the game's module. */
  readonly serviceOrigins: Readonly<Record<string, string>>;
  readonly tokens: TokenStore;
  readonly player: PagePlayer;
  /** BCP 47. */
  readonly language: string;
  /** Loads the API client: not needed before the first call. */
  loadApi(): Promise<Api>;
  /** Loads the socket client: not needed before the first use. */
  loadSocket(): Promise<{
    readonly createLiveSocket: typeof createLiveSocket;
    readonly browserSigns: typeof browserSigns;
  }>;
}

export function createClient({
  apiOrigin,
  serviceOrigins,
  tokens,
  player,
  language,
  loadApi,
  loadSocket,
}: ClientOptions): Client {
  const loading = new Map<string, Promise<LiveSocket>>();
  const sockets = new Map<string, LiveSocket>();
  const wasOpen = new WeakSet<LiveSocket>();
  const lost = new Set<LiveSocket>();
  const listeners = new Set<() => void>();
  const api = lazyApi(loadApi);
  const originOf = (module: string) => serviceOrigins[module] ?? apiOrigin;
  async function openSocket(origin: string): Promise<LiveSocket> {
    const { createLiveSocket, browserSigns } = await loadSocket();
    const url = `${origin.replace(/^http/, "ws")}/ws`;
    const [token, locale, region] = [tokens.get, () => language, () => null];
    const socket = createLiveSocket({ url, api, token, locale, region, signs: browserSigns });
    sockets.set(origin, socket);
    socket.onState(state => {
      if (state === "connecting" && wasOpen.has(socket)) lost.add(socket);
      else lost.delete(socket);
      if (state === "open") wasOpen.add(socket);
      for (const listener of listeners) listener();
    });
    return socket;
  }
  return {
    api,
    player,
    live(module) {
      const origin = originOf(module);
      const pendingSocket = loading.get(origin) ?? openSocket(origin);
      loading.set(origin, pendingSocket);
      return pendingSocket;
    },
    opened: module => sockets.get(originOf(module)),
    isLost: () => lost.size > 0,
    onLost(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tokenChanged() {
      for (const pendingSocket of loading.values()) void pendingSocket.then(socket => socket.tokenChanged());
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
    file: async (...given) => (await real()).file(...given),
    refresh: async () => (await real()).refresh(),
  };
}

export const ClientContext = createContext<Client | null>(null);

export function useClient(): Client {
  const client = use(ClientContext);
  if (!client) throw new Error("no ClientContext above");
  return client;
}

/** The socket to where this module is served; null until it is loaded, which happens after the first paint, and always on the server. */
export function useLive(module: string): LiveSocket | null {
  const client = useClient();
  const [live, setLive] = useState<LiveSocket | null>(null);
  useEffect(() => {
    let here = true;
    void client.live(module).then(socket => here && setLive(socket));
    return () => {
      here = false;
    };
  }, [client, module]);
  return live;
}
