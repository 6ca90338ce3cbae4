import type { Clock } from "#kit/host/host.ts";
import { barePath } from "#kit/i18n/locale.ts";
import { modalOf } from "#kit/web/modal-link.ts";

/** A rendered page as bytes, split at the nonces: text would be encoded again for each guest. */
export interface GuestPage {
  readonly status: number;
  readonly parts: readonly Uint8Array[];
}

interface Entry {
  readonly page: Promise<GuestPage | null>;
  readonly at: number;
  /** Another rendering is under way. */
  isRenewed: boolean;
}

/** How long a guest's page may be shown to other guests, milliseconds. */
export const guestPageLifeMs = 2_000;
/** From this age on a page that is asked for is rendered again, while it is still shown. */
export const guestPageRenewMs = 1_500;

/**
 * Pages of guests, cached for a moment. Requests for a page that is being rendered wait for that rendering, so
 * concurrent requests cost one. Only complete public pages are cached: `render` returns null for all others.
 */
export function createGuestCache(clock: Clock, capacity = 400) {
  const entries = new Map<string, Entry>();

  function start(key: string, page: Promise<GuestPage | null>): Promise<GuestPage | null> {
    entries.delete(key);
    entries.set(key, { page, at: clock.monotonic(), isRenewed: false });
    for (const oldest of entries.keys()) {
      if (entries.size <= capacity) break;
      entries.delete(oldest);
    }
    const forget = () => entries.get(key)?.page === page && entries.delete(key);
    page.then(result => result ?? forget(), forget);
    return page;
  }
  return {
    async page(key: string, render: () => Promise<GuestPage | null>): Promise<GuestPage | null> {
      const found = entries.get(key);
      const age = found ? clock.monotonic() - found.at : Number.POSITIVE_INFINITY;
      if (!found || age >= guestPageLifeMs) return start(key, render());
      if (age >= guestPageRenewMs && !found.isRenewed) {
        found.isRenewed = true;
        const page = render();
        const replace = (next: GuestPage | null) => next && start(key, page);
        page.then(replace, () => undefined);
      }
      return found.page;
    },
  };
}

export type GuestCache = ReturnType<typeof createGuestCache>;

/** The parts of a visit that decide whether, and with whom, its page is shared. */
export interface SharedVisit {
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly cookies: Readonly<Record<string, string>>;
  readonly locale: string;
  readonly region: string;
  readonly device: string;
  readonly bot: boolean;
  /** Games of providers and banners are offered by country. */
  readonly country?: string | null;
}

/** Pages whose games or banners depend on the country. */
const pageOfCountry = /^\/((bonuses|tournaments)?$|games\/(slots|live-casino)(\/|$))/;

/** Query parameters that a page is rendered with; all others are read in the browser. */
const renderedNames: readonly { readonly path: RegExp; readonly names: readonly string[] }[] = [
  // The code of a preview of changed texts, on every page.
  { path: /^/, names: ["texts"] },
  {
    path: /^\/games\/(slots|live-casino)$/,
    names: ["search", "provider", "category", "tag", "volatility", "rtp_min", "new", "sort"],
  },
  { path: /^\/reset-password\//, names: ["phone"] },
  { path: /^\/error$/, names: ["from"] },
  { path: /^\/(faq|bonuses|tournaments|policy\/.*|promo\/.*)?$/, names: ["preview"] },
];

/**
 * The address that a guest's page is rendered for and shared under: without query parameters that no page reads. Null
 * if the page is personal.
 */
export function sharedAddress({ method, url, cookies }: SharedVisit): string | null {
  if (method !== "GET" && method !== "HEAD") return null;
  // Only a token makes a page personal: every other cookie is read in the browser only.
  if (cookies.token !== undefined) return null;
  const [path = "/", query = ""] = cutAt(url, "?");
  if (path.endsWith(".data")) return null;
  const asked = new URLSearchParams(query);
  const isOwn = renderedNames.some(each => each.path.test(barePath(path)) && each.names.some(name => asked.get(name)));
  if (isOwn) return null;
  const modal = modalOf(query);
  return modal === null ? path : `${path}?${modal}`;
}

function cutAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** The key under which this visitor may share a page, or null if the page is personal. */
export function guestKey(visit: SharedVisit): string | null {
  const address = sharedAddress(visit);
  if (address === null) return null;
  const place = pageOfCountry.test(barePath(cutAt(address, "?")[0]))
    ? `${visit.region} ${visit.country ?? ""}`
    : visit.region;
  return [visit.host, address, visit.locale, place, visit.device, visit.bot ? "bot" : "person"].join("\n");
}
