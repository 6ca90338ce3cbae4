import type { IncomingMessage, Server } from "node:http";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import type { Hosts } from "./hosts.ts";

/** What the site receives. */
export interface SiteHost {
  /**
   * Calls the API in process, as server rendering does: names under `localhost` do not resolve inside Node. Pass on the
   * visitor's `authorization`, `cookie`, `accept-language`, `region` and `user-agent` headers; `remoteAddress` is the
   * visitor's address, see `addressOf`.
   */
  api(request: InjectOptions & { readonly remoteAddress: string }): Promise<LightMyRequestResponse>;
  /** The snapshot of a live channel for the owner of the token, a guest without one; null if it is not served here. */
  snapshot(channel: string, token: string | null): Promise<unknown>;
  /** The visitor's address; X-Forwarded-For is accepted only from TRUSTED_PROXIES. */
  addressOf(request: IncomingMessage): string;
  /** All host names; known once the server listens, so call it on each request. */
  hosts(): Hosts;
  /** The API's origin for a page opened under this Host header: `http://api.HOST`, or the API_PORT for `localhost`. */
  apiOriginFor(hostHeader: string | undefined): string;
  /** The servers that carry it: a development server adds its own `upgrade` listener to them. */
  readonly servers: readonly Server[];
}

/** The site: everything on its host name. It has a separate Fastify instance, so that its plugins and hooks do not affect the API. */
export interface SiteHandler {
  mount(app: FastifyInstance, host: SiteHost): Promise<void>;
  /** True if a development server handles this upgrade itself; every other upgrade on the site's host is refused. */
  ownsUpgrade?(request: IncomingMessage): boolean;
}
