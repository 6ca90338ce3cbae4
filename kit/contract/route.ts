import * as z from "zod/mini";
import type { ErrorCode } from "./error-code.ts";

/** Who may call: checked before anything else, on every door. */
export type Caller =
  /** Guests and players; a token is used when it is good and ignored when it is not. */
  | "anyone"
  /** A signed-in player. */
  | "player"
  /** An outside company whose signature the handler checks over the raw body. */
  | "provider"
  /** The operator's own network: metrics, health. */
  | "operations"
  /** Somebody of the house, signed in to the back office, who has the call's `permission`. Under the office's host name only. */
  | "operator";

/** What a call can do to money. Everything but `nothing` needs an Idempotency-Key and passes the protection choke point. */
export type Moves =
  | "nothing"
  | "wager"
  | "deposit"
  | "payout"
  /** Between purses of the player himself: nothing comes in, goes out or is staked. */
  | "own"
  /** The house gives money away: nothing is staked for it. */
  | "prize"
  /** Money put right by hand: an operator's. */
  | "correction";

type Schema = z.ZodMiniType;

export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

export interface RouteSpec {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The literal path with `:name` parameters, as it is mounted and as the client calls it. */
  readonly path: `/${string}`;
  /** The module that serves it. Game modules are served where SERVICES names them. */
  readonly module: string;
  readonly caller: Caller;
  readonly moves: Moves;
  /** What an operator must be allowed: named by every call of operators and by no other. */
  readonly permission?: string;
  /** Stands under the back office's host name although nobody is signed in there yet. Calls of operators do so anyway. */
  readonly office?: true;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Opens an account: like a stake or a deposit it needs a country that is known and not blocked. */
  readonly opensAccount?: true;
  /** Opens play at an outside company, which asks for stakes by itself: it needs such a country too. */
  readonly opensPlay?: true;
  /** A wager's call that goes on with an open bet and takes no new stake: whoever began may end it, wherever he is by now. */
  readonly continues?: true;
  /** Sent by pages on their own, and no sign that anybody is there. */
  readonly byPage?: true;
  /** Bytes a body may have: 16 KiB unless given. */
  readonly maxBody?: number;
  /** Status of success: 200 unless given. 204 and 302 have no output; the handler of a 302 sets `location`. */
  readonly status?: 200 | 201 | 202 | 204 | 302;
  readonly output?: Schema;
  /** Answers a page instead of JSON: the output is its text. Over HTTP only. */
  readonly page?: true;
  /** The handler returns the JSON text itself, because it signs its bytes: they are sent as they are. Over HTTP only. */
  readonly signed?: true;
  /** Answers a file of this type instead of JSON, sent while it is made: the output is its pieces. Over HTTP only. */
  readonly file?: "text/csv";
  /** The codes that are its own, in the order in which they are checked. */
  readonly errors?: readonly ErrorCode[];
  /** Open over the socket too. Only game commands are. */
  readonly socket?: boolean;
  /** How often one address may call it: a bucket of `burst` calls that fills up again by `perMinute`; over it 429. */
  readonly rate?: Rate;
}

/** The output of a route that answers a file. */
export const filePieces = z.custom<AsyncIterable<string>>();

/** A call, declared once. `declare` fields carry types only. */
export type Route<S extends RouteSpec = RouteSpec> = S & { readonly kind: "route" };

export function route<const S extends RouteSpec>(spec: S): Route<S> {
  return { ...spec, kind: "route" };
}

type OutputOf<T> = T extends Schema ? z.output<T> : undefined;
type InputOf<T> = T extends Schema ? z.input<T> : undefined;

/** What a handler receives, after validation. */
export interface RouteInput<S extends RouteSpec> {
  readonly params: OutputOf<S["params"]>;
  readonly query: OutputOf<S["query"]>;
  readonly body: OutputOf<S["body"]>;
}

/** What a client gives. */
export interface RouteArguments<S extends RouteSpec> {
  readonly params: InputOf<S["params"]>;
  readonly query: InputOf<S["query"]>;
  readonly body: InputOf<S["body"]>;
}

/** What a handler returns and a client gets. */
export type RouteOutput<S extends RouteSpec> = S["output"] extends Schema ? z.input<S["output"]> : undefined;

/** `POST /api/v1/games/dice/bets`: the name of a call on the socket, in documents and in the authorisation matrix. */
export function routeName(spec: Pick<RouteSpec, "method" | "path">): string {
  return `${spec.method} ${spec.path}`;
}

/** Whether a call stands under the back office's host name, and nowhere else. */
export function isOfOffice(route: Pick<RouteSpec, "caller" | "office">): boolean {
  return route.caller === "operator" || route.office === true;
}

/** Whether the visitor's country decides over this call: play, deposits and registration, never what ends an open bet. */
export function asksForRegion(route: RouteSpec): boolean {
  if (route.caller === "provider" || route.caller === "operator") return false;
  if (route.moves === "wager") return route.continues !== true;
  return (
    route.moves === "deposit" || route.moves === "prize" || route.opensAccount === true || route.opensPlay === true
  );
}
