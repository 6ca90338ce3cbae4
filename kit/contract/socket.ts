/**
 * Socket messages, for both ends. One JSON object per text frame; or, to a client that asks for it, per binary frame: the same text in
 * UTF-8, compressed by raw deflate (RFC 1951).
 *
 * Sequence numbers: a public channel has one sequence; a player channel has one per player. Events that a public channel
 * sends to a single player have no number: the others would see a gap.
 */

/** The first message, within {@link helloWithinMs}; sent again after a token refresh. */
export interface Hello {
  readonly hello: {
    readonly token?: string;
    readonly locale?: string;
    readonly region?: string;
    /** Long messages that many get may come compressed. */
    readonly deflate?: boolean;
  };
}

export type ClientMessage =
  | Hello
  | { readonly ping: number }
  | { readonly sub: string }
  | { readonly unsub: string }
  | {
      readonly id: number;
      /** Method and path with its parameters filled in: `POST /api/v1/games/dice/bets`. */
      readonly call: string;
      /** The idempotency key of a call that moves money. */
      readonly key?: string;
      readonly input?: object;
    };

export type ServerMessage =
  /** `time`: the server's clock, milliseconds since 1970. */
  | { readonly welcome: { readonly time: number; readonly player?: string } }
  | { readonly pong: number; readonly time: number }
  | { readonly channel: string; readonly seq: number; readonly snapshot: unknown }
  | { readonly channel: string; readonly seq?: number; readonly event: string; readonly data: unknown }
  /** A subscription that was refused. */
  | { readonly channel: string; readonly error: { readonly message: string; readonly code: string } }
  /** `body` is the same body as over HTTP, null for 204. `retry_after` in seconds. */
  | { readonly id: number; readonly status: number; readonly body: unknown; readonly retry_after?: number };

export const closeCodes = {
  /** Not JSON, not one of these messages, or too many of them. */
  misuse: 1008,
  tooLarge: 1009,
  /** The server restarts; reconnect. */
  restart: 1012,
  slowReader: 1013,
  sessionEnded: 4401,
  noHello: 4408,
} as const;

export const helloWithinMs = 5_000;
