/**
 * What travels on the socket, for both ends. One JSON object per text frame.
 *
 * Numbers: a channel open to anyone is numbered once for all; a channel for players is numbered for each player. What a
 * channel open to anyone tells one player alone has no number: for the others there would be a gap.
 */

/** The first message, within {@link helloWithinMs}; again when the token was refreshed. */
export interface Hello {
  readonly hello: { readonly token?: string; readonly locale?: string; readonly region?: string };
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
  /** `time`: the house's clock, milliseconds since 1970. */
  | { readonly welcome: { readonly time: number; readonly player?: string } }
  | { readonly pong: number; readonly time: number }
  | { readonly channel: string; readonly seq: number; readonly snapshot: unknown }
  | { readonly channel: string; readonly seq?: number; readonly event: string; readonly data: unknown }
  /** A subscription that was refused. */
  | { readonly channel: string; readonly error: { readonly message: string; readonly code: string } }
  /** `body` is the very body HTTP gives, null for 204. `retry_after` in seconds. */
  | { readonly id: number; readonly status: number; readonly body: unknown; readonly retry_after?: number };

export const closeCodes = {
  /** Not JSON, not a message of these, or far too many of them. */
  misuse: 1008,
  tooLarge: 1009,
  /** The house restarts; come back. */
  restart: 1012,
  slowReader: 1013,
  sessionEnded: 4401,
  noHello: 4408,
} as const;

export const helloWithinMs = 5_000;
