import { type CookieJar, siteCookies } from "./site-cookies.ts";

/**
 * When the offers end that this browser has shown: the cookie `bonusBannerExpires`, such as `2026-01-08T00:00:00.000Z|2026-01-04T00:00:00.000Z SPRING`. The entry
 * without a name is that of the welcome pack. It outlives the offers, so that no countdown restarts.
 */

/** The name of the welcome pack's entry. */
export const welcomeOffer = "";

interface Entry {
  readonly name: string;
  readonly endsAt: number;
}

/** Entries beyond this number are forgotten, the oldest first; the welcome pack's stays. */
const mostPromos = 4;

function entriesOf(cookies: Pick<CookieJar, "get">): readonly Entry[] {
  const entries = (cookies.get("bonusBannerExpires") ?? "").split("|").map(text => {
    const [, time = "", name = welcomeOffer] = /^(\S+)(?: (.*))?$/.exec(text) ?? [];
    return { name, endsAt: Date.parse(time) };
  });
  return entries.filter(({ endsAt }) => !Number.isNaN(endsAt));
}

/** When the offer ends, in milliseconds since 1970; null if it was never shown. It may be in the past. */
export function offerEnd(cookies: Pick<CookieJar, "get">, name: string): number | null {
  return entriesOf(cookies).find(entry => entry.name === name)?.endsAt ?? null;
}

/** When the offer ends, milliseconds since 1970: so many seconds after its first showing. A later time in the cookie was not set here. */
export function showOffer(cookies: CookieJar, name: string, seconds: number, now: number): number {
  const latest = now + seconds * 1000;
  const known = offerEnd(cookies, name);
  if (known !== null && known <= latest) return known;
  const others = entriesOf(cookies).filter(entry => entry.name !== name);
  const welcome = others.filter(entry => entry.name === welcomeOffer);
  const promos = others.filter(entry => entry.name !== welcomeOffer).slice(1 - mostPromos);
  const text = [welcome, promos, [{ name, endsAt: latest }]]
    .flat()
    .map(({ name: of, endsAt }) => `${new Date(endsAt).toISOString()}${of === welcomeOffer ? "" : ` ${of}`}`)
    .join("|");
  cookies.set("bonusBannerExpires", text.slice(0, siteCookies.bonusBannerExpires.most));
  return latest;
}
