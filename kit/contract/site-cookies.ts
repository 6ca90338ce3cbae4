/** The life of a cookie in seconds; "session": until the browser is closed. */
export type CookieLife = number | "session";

export interface SiteCookie {
  readonly life: CookieLife;
  /** Characters of its value at most; what is longer is cut. */
  readonly most: number;
}

const day = 86_400;
const promoSeconds = 600;
const advertisement = { life: 30 * day, most: 200 };
const link = { life: day, most: 200 };

/** How long a guest is shown an offer, seconds: of a promo, or of the welcome pack. */
export const bannerSeconds = { promo: 3 * day, welcome: 7 * day } as const;

/**
 * Every cookie that the pages of the site keep, with its life to the second. The refresh secret is none of them: it belongs to
 * the API's host, and no page sees it.
 */
export const siteCookies = {
  /** The access token. */
  token: { life: 30 * day, most: 512 },
  userBrowser: { life: day, most: 400 },
  /** Of the query `pr`. */
  prHash: link,
  simpleAuth: { life: day, most: 5 },
  /** The visit that an advertisement brought; set once. */
  advId: { life: day, most: 64 },
  adBonusType: { life: promoSeconds, most: 40 },
  adBonusValue: { life: promoSeconds, most: 200 },
  /** `false` keeps the promo's own window from opening again. */
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
  /** When the banner's offer ends, ISO 8601; its life is the offer's. */
  bonusBannerExpires: { life: bannerSeconds.welcome, most: 30 },
  /** A sign-on token on its way from the address to the page. */
  simpleAuthToken: { life: 30, most: 64 },
  /** The bytes that a sign-on is asked with. */
  ssoProof: { life: 300, most: 64 },
} as const satisfies Readonly<Record<string, SiteCookie>>;

export type SiteCookieName = keyof typeof siteCookies;

/** The cookies of a page's host, by the table. */
export interface CookieJar {
  get(name: SiteCookieName): string | null;
  set(name: SiteCookieName, value: string, life?: CookieLife): void;
  remove(name: SiteCookieName): void;
}

/**
 * A cookie as `document.cookie` and the Set-Cookie header take it: for this host only, on every path, URL-encoded and cut to
 * its length. `life`: another one than the table's.
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
