import type { Clock } from "#kit/host/host.ts";

/** A rendered page, cut where the nonce goes. */
export interface GuestPage {
  readonly parts: readonly string[];
}

interface Entry {
  readonly page: Promise<GuestPage | null>;
  readonly at: number;
}

/** How long a guest's page may be shown to other guests, milliseconds. */
export const guestPageLifeMs = 2_000;

/**
 * Pages of guests, shared for a moment. Requests for a page that is just being rendered wait for that rendering, so a
 * crowd costs one. Only whole pages that everybody may see are kept: `render` answers null for all others.
 */
export function createGuestCache(clock: Clock, capacity = 400) {
  const entries = new Map<string, Entry>();
  return {
    async page(key: string, render: () => Promise<GuestPage | null>): Promise<GuestPage | null> {
      const found = entries.get(key);
      if (found && clock.monotonic() - found.at < guestPageLifeMs) return found.page;
      const page = render();
      entries.delete(key);
      entries.set(key, { page, at: clock.monotonic() });
      for (const oldest of entries.keys()) {
        if (entries.size <= capacity) break;
        entries.delete(oldest);
      }
      const forget = () => entries.get(key)?.page === page && entries.delete(key);
      page.then(result => result ?? forget(), forget);
      return page;
    },
  };
}

export type GuestCache = ReturnType<typeof createGuestCache>;

/** Cookies that change nothing on a page; with any other the visitor gets a page of his own. */
const harmless = new Set(["locale", "userBrowser", "user-version", "ssoRedirected"]);

/** What of a visit decides whether, and with whom, its page is shared. */
export interface SharedVisit {
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly cookies: Readonly<Record<string, string>>;
  readonly locale: string;
  readonly region: string;
  readonly device: string;
  readonly bot: boolean;
}

/** The key under which this visitor may share a page with others, or null where the page is his own. */
export function guestKey(visit: SharedVisit): string | null {
  if (visit.method !== "GET" || visit.url.includes("?") || visit.url.endsWith(".data")) return null;
  if (Object.keys(visit.cookies).some(name => !harmless.has(name))) return null;
  return [visit.host, visit.url, visit.locale, visit.region, visit.device, visit.bot ? "bot" : "person"].join("\n");
}
