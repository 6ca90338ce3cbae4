import type { Route, RouteInput, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Log } from "#kit/log/log.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** The caller's session, from accounts. */
export interface Session {
  readonly id: Uuid;
  readonly player: PlayerId;
  /** Null until chosen. */
  readonly currency: Currency | null;
  /** A test account: marked in feeds, excluded from reports. */
  readonly test: boolean;
}

/** The operator who calls. */
export interface Operator {
  readonly id: Uuid;
  readonly session: Uuid;
  /** The name shown to colleagues and in the audit log. */
  readonly name: string;
  readonly role: string;
  readonly permissions: ReadonlySet<string>;
  /** Signed in by a code of the server's console in place of their second factor: each audit entry says so. */
  readonly isEmergency: boolean;
  /** Gave a second factor within the last minutes. */
  readonly isSteppedUp: boolean;
  /** Calls from another network than the one where they last gave a second factor: only their own session is open to them. */
  readonly hasMoved: boolean;
}

/** What an operator read by one call. */
export interface ReadByOperator {
  readonly operator: Operator;
  /** Method and path, such as `GET /api/office/players`. */
  readonly call: string;
  /** The call's parameters and filters. */
  readonly filter: { readonly params: unknown; readonly query: unknown };
  /** Rows of the answer; 1 for an answer that is no list. */
  readonly rows: number;
}

/** One call, on either transport. */
export interface Call<S extends RouteSpec = RouteSpec> {
  readonly input: RouteInput<S>;
  /** Null for guests; never null where the route says `player`. */
  readonly session: S["caller"] extends "player" ? Session : Session | null;
  /** Where the route requires an operator: that operator. */
  readonly operator: S["caller"] extends "operator" ? Operator : null;
  /** The bearer token as presented, also when it is no longer valid. */
  readonly token: string | null;
  /** Present exactly where a player's call moves money; providers use their own keys. */
  readonly key: S["moves"] extends "nothing" ? undefined : S["caller"] extends "provider" ? undefined : Uuid;
  readonly locale: Locale;
  /** The visitor's address; X-Forwarded-For is accepted only from TRUSTED_PROXIES. */
  readonly ip: string;
  /** Host header without port, lower case. */
  readonly hostname: string;
  readonly userAgent: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** Path and query exactly as they came, for signatures; empty over the socket. */
  readonly url: string;
  /** The exact bytes of the body, for signatures; empty over the socket. */
  readonly rawBody: Uint8Array;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestId: string;
  readonly log: Log;
  /** Sets a response header; `set-cookie` adds one. Ignored over the socket. */
  setHeader(name: string, value: string): void;
  /** 202 for a route that declares `orAccepted`, such as a login with a second step. */
  setStatus(status: 200 | 201 | 202 | 204): void;
}

export interface Handler {
  readonly route: Route;
  readonly run: (call: Call) => Promise<unknown>;
  /** Writes an audit log entry in the same transaction. */
  readonly audited?: true;
  /** The rounds whose leader answers it: another process hands the call to that one. */
  readonly leader?: string;
}

/** Binds a declared route to its handler, with matching types. */
export function handle<S extends RouteSpec>(route: Route<S>, run: (call: Call<S>) => Promise<RouteOutput<S>>): Handler {
  return { route, run: run as unknown as Handler["run"] };
}

/** Handlers that need the state of running rounds: in a process that does not lead them, the call goes to the one that does. */
export function answeredByLeader(rounds: string, handlers: readonly Handler[]): readonly Handler[] {
  return handlers.map(handler => Object.assign(handler, { leader: rounds }));
}
