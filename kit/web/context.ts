import { createContext } from "react-router";
import type { Locale } from "#kit/i18n/locale.ts";

/** One answer of the API as server rendering gets it, in process. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What belongs to the host name a page is opened under, as `GET /mirror` answers it. */
export interface HostData {
  readonly sso: string | null;
  readonly meta_yandex_verification: string | null;
  readonly revshare_service_frontend_url: string | null;
  readonly telegram_channel_url: string | null;
}

/** What the host hands to one rendering. Loaders take everything from here and import nothing of any server. */
export interface RequestContext {
  readonly nonce: string;
  readonly locale: Locale;
  /** `https://api.fairhouse.example`, as the browser will call it. */
  readonly apiOrigin: string;
  /** Origins of the services that run elsewhere, by the name of the service. */
  readonly serviceOrigins: Readonly<Record<string, string>>;
  readonly siteOrigin: string;
  /** The outside support widget; null where the house has its own form. */
  readonly supportWidget: string | null;
  /** KZ or RU. */
  readonly region: string;
  readonly mirror: HostData;
  /** A program that reads pages. */
  readonly bot: boolean;
  /** True when the visitor carries a token; whether it is good only the API knows. */
  readonly hasToken: boolean;
  /** Calls the API on behalf of the visitor: address, cookies and user agent go along. `path` with its query. */
  get(path: string): Promise<ApiAnswer>;
  /** The state of a live channel that anyone may follow, as the visitor would get it on subscribing; null where it is not known here. */
  snapshot(channel: string): Promise<unknown>;
  /** Reports what failed after the page had begun to go out. */
  failed(error: unknown): void;
}

export const requestContext = createContext<RequestContext>();
