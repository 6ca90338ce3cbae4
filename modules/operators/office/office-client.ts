import { ApiError } from "#kit/web/api-error.ts";
import { type Client, createClient } from "#kit/web/client.ts";
import { call } from "./api.ts";

let operator: string | null = null;
const listeners = new Set<() => void>();

/** Whose responses are shown: what was read for one operator is not shown to another. */
export function readAs(id: string | null): void {
  if (id === operator) return;
  operator = id;
  for (const listener of listeners) listener();
}

/** The office's connection for the query library: its own calls, and a socket that says when to read again. */
export const officeClient: Client = createClient({
  apiOrigin: location.origin,
  serviceOrigins: {},
  tokens: { get: () => null, set: () => undefined, clear: () => undefined },
  player: {
    key: () => operator,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  },
  language: document.documentElement.lang,
  loadApi: async () => ({
    call: (route, given, options) => call(route, given, options?.key),
    file: () => Promise.reject(new ApiError(0, undefined)),
    refresh: async () => null,
  }),
  // The session's cookie admits the socket; it has no token.
  loadSocket: async () => {
    const [{ createLiveSocket }, { browserSigns }] = await Promise.all([
      import("#kit/live/web/live-socket.ts"),
      import("#kit/live/web/network-signs.ts"),
    ]);
    return { createLiveSocket, browserSigns };
  },
});
