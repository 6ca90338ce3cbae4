import type { Route, RouteInput, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import type { Log } from "#kit/log/log.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** The three languages of the house as they travel: the specification's cookie value `kz` is the language `kk`. */
export type Locale = "ru" | "en" | "kz";

/** Who is calling, as accounts knows it. */
export interface Session {
  readonly id: Uuid;
  readonly player: PlayerId;
  /** Null until chosen. */
  readonly currency: Currency | null;
  /** A test account: shown as such in feeds, left out of reports. */
  readonly test: boolean;
  /** The version of the terms that the player agreed to last. */
  readonly terms?: string;
}

/** Who of the house is calling, as `operators` knows him. */
export interface Operator {
  readonly id: Uuid;
  readonly session: Uuid;
  /** As colleagues and the audit log name him. */
  readonly name: string;
  readonly role: string;
  readonly permissions: ReadonlySet<string>;
}

/** One call, whichever door it came through. */
export interface Call<S extends RouteSpec = RouteSpec> {
  readonly input: RouteInput<S>;
  /** Null for guests; never null where the route says `player`. */
  readonly session: S["caller"] extends "player" ? Session : Session | null;
  /** Where the route says `operator`: who it is. */
  readonly operator: S["caller"] extends "operator" ? Operator : null;
  /** The bearer token as presented, also when it is no longer good. */
  readonly token: string | null;
  /** Present exactly where a player's call moves money; providers repeat themselves under keys of their own. */
  readonly key: S["moves"] extends "nothing" ? undefined : S["caller"] extends "provider" ? undefined : Uuid;
  readonly locale: Locale;
  /** The visitor's address; X-Forwarded-For counts only from TRUSTED_PROXIES. */
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
  /** Another success than the route's own, such as 202 for a login that has a second step. */
  setStatus(status: 200 | 201 | 202 | 204): void;
}

export interface Handler {
  readonly route: Route;
  readonly run: (call: Call) => Promise<unknown>;
  /** What it does stands in the audit log, in the same transaction. */
  readonly audited?: true;
}

/** Ties a declared route to the function that answers it; the types of both must agree. */
export function handle<S extends RouteSpec>(route: Route<S>, run: (call: Call<S>) => Promise<RouteOutput<S>>): Handler {
  return { route, run: run as unknown as Handler["run"] };
}
