import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import type { CookieJar } from "#kit/contract/site-cookies.ts";
import type { Given } from "#kit/web/api.ts";

/** The page that a visit's steps work on. All their effects go through it, so that each can be tested without a browser. */
export interface Page {
  /** The current address. */
  readonly url: () => URL;
  readonly cookies: CookieJar;
  /** Local storage. */
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  /** Storage of this tab until it is closed. */
  readonly tab: Pick<Storage, "getItem" | "setItem">;
  readonly userAgent: string;
  /** A crawler. */
  readonly bot: boolean;
  /** `npm run dev`: there is one host only. */
  readonly development: boolean;
  /** The sign-on address of this host; null on the main host. */
  readonly sso: string | null;
  readonly random: (length: number) => Uint8Array;
  readonly sha256: (bytes: Uint8Array) => Promise<Uint8Array>;
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls the API; rejects on a refusal or without a response. */
  call<S extends RouteSpec>(route: Route<S>, given: Given<S>): Promise<RouteOutput<S>>;
  /** A new token by the refresh cookie; null if there is no session. */
  refresh(): Promise<string | null>;
  /** Replaces the address, without a history entry. */
  replaceAddress(url: URL): void;
  /** Navigates to another address. */
  leave(address: string): void;
  /** For errors of calls that are not awaited. */
  log(message: string, error: unknown): void;
}

/** The id of this browser in our own log. */
export function browserId(page: Page): string {
  const known = page.storage.getItem("session_id");
  if (known) return known;
  const made = page.newId();
  page.storage.setItem("session_id", made);
  return made;
}

/** Runs a call whose failure changes nothing for the visitor. */
export async function quietly(page: Page, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    page.log(what, error);
  }
}
