import { languageOf, localePath, locales } from "#kit/i18n/locale.ts";
import { menuGames } from "#modules/games/printed/menu.ts";

/** Public pages: not the profile, not announced ones. */
export const findablePages = [
  "/",
  "/games",
  ...menuGames.map(({ game }) => `/games/${game}` as const),
  "/verify",
  "/top",
  "/returns",
  "/tournaments",
  "/jackpots",
  "/bonuses",
  "/bonuses/costs",
  "/welcome-pack",
  "/vip-club",
  "/partner",
  "/faq",
  "/licences",
] as const;

const closedPages = [
  "/error",
  "/no-access",
  "/profile",
  "/password",
  "/reset-password",
  "/unsubscribe",
  "/sso",
] as const;

/** https://www.sitemaps.org: each page in each language, with the others beside it. */
export function sitemapOf(origin: string): string {
  const entries = findablePages.flatMap(page => {
    const others = locales.map(
      other =>
        `<xhtml:link rel="alternate" hreflang="${languageOf(other)}" href="${origin}${localePath(other, page)}"/>`,
    );
    return locales.map(locale => `<url><loc>${origin}${localePath(locale, page)}</loc>${others.join("")}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`;
}

export function robotsOf(origin: string): string {
  const closed = closedPages.flatMap(page => [page, ...locales.map(locale => localePath(locale, page))]);
  return ["User-agent: *", ...closed.map(path => `Disallow: ${path}`), `Sitemap: ${origin}/sitemap.xml`, ""].join("\n");
}
