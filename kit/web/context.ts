import { createContext } from "react-router";
import type { Locale } from "#kit/i18n/locale.ts";

/** A response of the API in server rendering, in process. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Settings of the host name of a page, from `GET /mirror`. */
export interface HostData {
  readonly sso: string | null;
  readonly meta_yandex_verification: string | null;
  readonly revshare_service_frontend_url: string | null;
  readonly telegram_channel_url: string | null;
}

/** What the host passes to one rendering. Loaders take everything from here and import no server code. */
export interface RequestContext {
  readonly nonce: string;
  readonly locale: Locale;
  /** The texts of the language that operators have changed, as `createTextStore` takes them. */
  readonly ownTexts: string | undefined;
  /** `https://api.fairhouse.example`, as called by the browser. */
  readonly apiOrigin: string;
  /** Origins of the services that run elsewhere, by the name of the service. */
  readonly serviceOrigins: Readonly<Record<string, string>>;
  readonly siteOrigin: string;
  /** The external support widget; null if the built-in form is used. */
  readonly supportWidget: string | null;
  /** KZ or RU. */
  readonly region: string;
  readonly mirror: HostData;
  /** A search engine or another crawler. */
  readonly bot: boolean;
  /** True if the visitor has a token; only the API checks it. */
  readonly hasToken: boolean;
  /** Calls the API on behalf of the visitor, with their address, cookies and user agent. `path` with its query. */
  get(path: string): Promise<ApiAnswer>;
  /** The state of a public live channel, as the visitor would get it on subscribing; null if it is unknown here. */
  snapshot(channel: string): Promise<unknown>;
  /** Reports a failure after streaming began. */
  failed(error: unknown): void;
}

export const requestContext = createContext<RequestContext>();
