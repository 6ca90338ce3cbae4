import type { Route, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import type { CookieJar } from "#kit/contract/site-cookies.ts";
import type { Given } from "#kit/web/api.ts";

/** The page that a visit's steps work on. Everything they touch is in here, so that each can be tried without a browser. */
export interface Page {
  /** The address now. */
  readonly url: () => URL;
  readonly cookies: CookieJar;
  /** Local storage. */
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  /** What this tab remembers until it is closed. */
  readonly tab: Pick<Storage, "getItem" | "setItem">;
  readonly userAgent: string;
  /** A program that reads pages. */
  readonly bot: boolean;
  /** `npm run dev`: one host is all there is. */
  readonly development: boolean;
  /** Where a guest of this host is signed on; null on the main host. */
  readonly sso: string | null;
  readonly random: (length: number) => Uint8Array;
  readonly sha256: (bytes: Uint8Array) => Promise<Uint8Array>;
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls the house; rejects when it refuses or cannot be reached. */
  call<S extends RouteSpec>(route: Route<S>, given: Given<S>): Promise<RouteOutput<S>>;
  /** A new token by the refresh cookie; null when there is no session. */
  refresh(): Promise<string | null>;
  /** Writes another address over this one, without a step in the history. */
  replaceAddress(url: URL): void;
  /** Leaves for another address. */
  leave(address: string): void;
  /** For what nobody waits for. */
  log(message: string, error: unknown): void;
}

/** The id of this browser in the house's own log. */
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
