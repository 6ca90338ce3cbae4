import * as z from "zod/mini";
import type { ErrorCode } from "./error-code.ts";
import type { workbookType } from "./file-types.ts";

/** Who may call. Checked first, on every transport. */
export type Caller =
  /** Guests and players; a valid token is used, an invalid one is ignored. */
  | "anyone"
  /** A signed-in player. */
  | "player"
  /** An external provider; the handler checks its signature over the raw body. */
  | "provider"
  /** The operator's own network: metrics, health. */
  | "operations"
  /** An operator signed in to the back office who has the call's `permission`. Only on the back office's host name. */
  | "operator";

/** What a call can do to money. Everything but `nothing` requires an Idempotency-Key and passes the account protection check. */
export type Moves =
  | "nothing"
  | "wager"
  | "deposit"
  | "payout"
  /** Between wallets of the same player: nothing is deposited, withdrawn or staked. */
  | "own"
  /** A grant by Fairhouse: nothing is staked for it. */
  | "prize"
  /** A manual correction by an operator. */
  | "correction";

type Schema = z.ZodMiniType;

export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

export interface RouteSpec {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** The literal path with `:name` parameters, as mounted and as called by the client. */
  readonly path: `/${string}`;
  /** The module that serves it. Game modules are served by the services that SERVICES lists. */
  readonly module: string;
  readonly caller: Caller;
  readonly moves: Moves;
  /** The operator permission: required for operator calls, absent on all others. */
  readonly permission?: string;
  /** An operator's call that takes a second factor given a few minutes ago at most. */
  readonly stepUp?: true;
  /** For an operator's read: the tables (`schema` or `schema.table`) whose changes change its answer; those of its module unless given. */
  readonly reads?: readonly string[];
  /** Served on the back office's host name without a signed-in operator. Operator calls are always served there. */
  readonly office?: true;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Opens an account: like a stake or a deposit it requires a known country that is not blocked. */
  readonly opensAccount?: true;
  /** Opens play at an external provider, which requests stakes itself: requires such a country too. */
  readonly opensPlay?: true;
  /** A wager call that continues an open bet and takes no new stake: the player may finish it in any country. */
  readonly continues?: true;
  /** Sent by pages automatically; does not count as activity of the player or operator. */
  readonly byPage?: true;
  /** Maximum body size in bytes: 16 KiB unless given. */
  readonly maxBody?: number;
  /** Takes a body of any type and does not read it: mail programs send a form (RFC 8058). */
  readonly ignoresBody?: true;
  /** Success status: 200 unless given. 204 and 302 have no output; the handler of a 302 sets `location`. */
  readonly status?: 200 | 201 | 202 | 204 | 302;
  /** The handler may set 202 instead, with the same output: a code, a second step or somebody's approval comes first. */
  readonly orAccepted?: true;
  readonly output?: Schema;
  /** Returns a page instead of JSON: the output is its text. HTTP only. */
  readonly page?: true;
  /** The handler returns the JSON text itself, because it signs its bytes: they are sent as they are. Over HTTP only. */
  readonly signed?: true;
  /** Returns a file of this type instead of JSON, streamed: the output is its chunks. HTTP only. */
  readonly file?: "text/csv" | "text/javascript" | "application/json" | typeof workbookType;
  /** Its own error codes, in the order in which they are checked. */
  readonly errors?: readonly ErrorCode[];
  /** Also available over the socket. Only game commands are. */
  readonly socket?: boolean;
  /** Rate per address: a bucket of `burst` calls, refilled at `perMinute`; above it 429. */
  readonly rate?: Rate;
}

/** The output of a route that returns a file of text. */
export const filePieces = z.custom<AsyncIterable<string>>();
/** The output of a route that returns any other file. */
export const fileBytes = z.custom<AsyncIterable<Uint8Array>>();

/** A call, declared once. */
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

/** What a client sends. */
export interface RouteArguments<S extends RouteSpec> {
  readonly params: InputOf<S["params"]>;
  readonly query: InputOf<S["query"]>;
  readonly body: InputOf<S["body"]>;
}

/** What a handler returns and a client receives. */
export type RouteOutput<S extends RouteSpec> = S["output"] extends Schema ? z.input<S["output"]> : undefined;

/** The permission of operators' calls about their own session. */
export const ownSession = "self";

/** `POST /api/v1/games/dice/bets`: the name of a call on the socket, in documents and in the authorization matrix. */
export function routeName(spec: Pick<RouteSpec, "method" | "path">): string {
  return `${spec.method} ${spec.path}`;
}

/** The statuses of a success, the usual one first. */
export function successStatusesOf({
  status = 200,
  orAccepted,
}: Pick<RouteSpec, "status" | "orAccepted">): readonly [number, ...number[]] {
  return orAccepted ? [status, 202] : [status];
}

/** Whether a call is served only on the back office's host name. */
export function isOfOffice(route: Pick<RouteSpec, "caller" | "office">): boolean {
  return route.caller === "operator" || route.office === true;
}

/** Whether the call depends on the visitor's country: play, deposits and registration, never the end of an open bet. */
export function dependsOnRegion(route: RouteSpec): boolean {
  if (route.caller === "provider" || route.caller === "operator") return false;
  if (route.moves === "wager") return route.continues !== true;
  return (
    route.moves === "deposit" || route.moves === "prize" || route.opensAccount === true || route.opensPlay === true
  );
}

/** Whether a session without recent activity must be confirmed before the call: a new stake and every movement of money. Open bets are played to their end. */
export function requiresActivity(route: RouteSpec): boolean {
  return route.caller === "player" && route.moves !== "nothing" && route.continues !== true;
}
