/** Lifetime of a cookie in seconds; "session": until the browser closes. */
export type CookieLife = number | "session";

export interface SiteCookie {
  readonly life: CookieLife;
  /** Maximum length of the value; longer values are cut. */
  readonly most: number;
}

const day = 86_400;
const promoSeconds = 600;
const advertisement = { life: 30 * day, most: 200 };
const link = { life: day, most: 200 };

/** How long a guest is shown an offer (a promotion or the welcome pack), in seconds. */
export const bannerSeconds = { promo: 3 * day, welcome: 7 * day } as const;

/**
 * Every cookie set by the site's pages, with its lifetime in seconds. The refresh token is not among them: it belongs to
 * the API's host and is not readable by pages.
 */
export const siteCookies = {
  /** The access token. */
  token: { life: 30 * day, most: 512 },
  userBrowser: { life: day, most: 400 },
  /** From the query parameter `pr`. */
  prHash: link,
  simpleAuth: { life: day, most: 5 },
  /** The visit that an advertisement started; set once. */
  advId: { life: day, most: 64 },
  adBonusType: { life: promoSeconds, most: 40 },
  adBonusValue: { life: promoSeconds, most: 200 },
  /** `false` until the promotion's dialog has been closed; then `true` keeps it from opening again. */
  adBonusModal: { life: promoSeconds, most: 5 },
  ad_campaign: advertisement,
  ad_click_id: advertisement,
  ad_click_source: advertisement,
  ad_cpa_id: advertisement,
  stag: link,
  partner: link,
  adplace: link,
  promo: { life: day, most: 64 },
  super_bonus: { life: 15_768_000, most: 64 },
  "user-version": { life: day, most: 64 },
  locale: { life: 365 * day, most: 2 },
  ssoRedirected: { life: "session", most: 1 },
  checkDomainsTimestamp: { life: day, most: 15 },
  /** When the banner's offers end (offer-ends.ts); it outlives them, so that they do not begin again. */
  bonusBannerExpires: { life: 365 * day, most: 500 },
  /** A sign-on token from the address, until the page reads it. */
  simpleAuthToken: { life: 30, most: 64 },
  /** The random bytes of a sign-on request. */
  ssoProof: { life: 300, most: 64 },
} as const satisfies Readonly<Record<string, SiteCookie>>;

export type SiteCookieName = keyof typeof siteCookies;

/** The cookies of a page's host. */
export interface CookieJar {
  get(name: SiteCookieName): string | null;
  set(name: SiteCookieName, value: string, life?: CookieLife): void;
  remove(name: SiteCookieName): void;
}

/**
 * A cookie as `document.cookie` and the Set-Cookie header take it: for this host only, on every path, URL-encoded and cut to
 * its length. `life` overrides the lifetime of the table.
 */
export function siteCookie(
  name: SiteCookieName,
  value: string,
  { secure, life = siteCookies[name].life }: { readonly secure: boolean; readonly life?: CookieLife },
): string {
  const cut = value.slice(0, siteCookies[name].most).replace(/\p{Cs}/gu, "");
  const age = life === "session" ? "" : `; Max-Age=${life}`;
  return `${name}=${encodeURIComponent(cut)}; Path=/${age}; SameSite=Lax${secure ? "; Secure" : ""}`;
}
