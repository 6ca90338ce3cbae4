import { randomUUID } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { createDb } from "#kit/db/create-db.ts";
import { languageOf, locales } from "#kit/i18n/locale.ts";
import { say } from "./texts.ts";

/** What the server sends, without a browser: by the plain host name, which resolves everywhere. */
async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(inject("app").local + path, { headers, redirect: "manual" });
  return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
}

type Key = Parameters<typeof say>[1];

/** Pages that the specification names and a guest may see, once with each parameter, and texts of their own that each shows. */
const pages: readonly (readonly [path: string, ...shows: readonly Key[]])[] = [
  ["/", "lobby:home.games_note", "lobby:home.all"],
  ["/betting", "odds:page.all_events"],
  ["/betting/live", "odds:page.live_title"],
  ["/betting/football", "odds:page.all_events"],
  ["/betting/results", "odds:page.results"],
  ["/betting/search", "odds:page.search_hint"],
  ["/betting/favourites", "odds:page.favourites"],
  ["/betting/my-bets", "betting:slip.mine"],
  ["/betting/rules", "rules:by_sport"],
  ["/betting/rules/tennis", "odds:markets.set_score"],
  ["/bonuses", "bonuses:page.lead", "bonuses:rules.title"],
  ["/bonuses/costs", "bonus-costs:price.title", "bonus-costs:object.write"],
  ["/error", "lobby:error.title", "lobby:error.text"],
  ["/faq", "faq:page.title", "faq:page.search"],
  ["/jackpots", "jackpots:page.none", "jackpots:page.no_wins", "jackpots:rules.word"],
  ["/games/cases", "cases:battles", "cases:order.label"],
  ["/games/cases/amber", "cases:inside", "cases:exact"],
  ["/games/cases/battles", "battles:panel", "battles:promise"],
  ["/games/coinflip", "coinflip:side", "coinflip:heads", "coinflip:tails", "coinflip:first"],
  ["/games/crash", "crash:panel", "crash:in_round", "crash:still_in"],
  ["/games/dice", "dice:profit", "dice:chance"],
  ["/games/limbo", "limbo:first", "limbo:profit"],
  ["/games/plinko", "plinko:first", "plinko:rows"],
  ["/games/hilo", "hilo:action", "hilo:idle", "hilo:rights"],
  ["/games/keno", "keno:board", "keno:ladder", "keno:random"],
  ["/games/miner", "miner:board", "miner:mines", "miner:idle"],
  ["/games/rooms", "rooms:choose", "rooms:panel", "rooms:past"],
  ["/games/rooms/purple", "rooms:colours.purple", "rooms:panel"],
  ["/games/rooms/red", "rooms:colours.red", "rooms:panel"],
  ["/games/rooms/yellow", "rooms:colours.yellow", "rooms:panel"],
  ["/games/roulette", "roulette:tag", "roulette:on_table", "roulette:spot_limit"],
  ["/games/live-casino", "catalogue:live-casino.none"],
  ["/games/slots", "catalogue:slots.none"],
  ["/partner", "partners:page.headline", "partners:rules.title"],
  ["/password/reset", "accounts:password.how", "accounts:password.send"],
  ["/top", "top-players:page.lead", "top-players:boards.wagers"],
  ["/tournaments", "tournaments:page.none_all", "tournaments:statuses.finished"],
  ["/tournaments/upcoming", "tournaments:page.none_upcoming", "tournaments:statuses.upcoming"],
  ["/tournaments/active", "tournaments:page.none_active", "tournaments:statuses.active"],
  ["/tournaments/finished", "tournaments:page.none_finished", "tournaments:statuses.finished"],
  ["/vip-club", "vip:page.headline", "vip:page.how"],
  ["/welcome-pack", "welcome:page.none"],
];

/** The text of a page between header and footer, without the data in its scripts. */
function contentOf(html: string): string {
  const main = html.slice(html.indexOf("<main"), html.lastIndexOf("</main>"));
  return main
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/&#x([0-9a-f]+);/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

test.each(pages)("%s shows its own content in each language", async (path, ...shows) => {
  for (const locale of locales) {
    const { status, text } = await get(`/${locale}${path === "/" ? "" : path}`);
    expect(status).toBe(200);
    expect(text).toContain(`<html lang="${languageOf(locale)}"`);
    expect(text).toMatch(/<title>[^<]+<\/title>/);
    for (const key of shows) expect(contentOf(text), `${locale} ${key}`).toContain(say(locale, key as Key));
  }
});

test.each([
  ["/policy/en/kyc", "Identity verification", "What we require today"],
  ["/policy/en/user-agreement", "User agreement", "Bets and results"],
  ["/policy/ru/confidential", "Конфиденциальность", "Что мы храним"],
  ["/policy/ru/user-agreement", "Пользовательское соглашение", "Ставки и результаты"],
])("%s shows the policy %s in the language of its address", async (path, title, section) => {
  for (const locale of locales) {
    const content = contentOf((await get(`/${locale}${path}`)).text);
    expect(content).toContain(`<h1>${title}</h1>`);
    expect(content).toContain(`<h2>${section}</h2>`);
    expect(content).toContain(say(locale, "pages:policy.draft"));
  }
});

test.each([
  ["en", "How do I open an account?", "Press Register, enter an email address"],
  ["ru", "Как проверить ставку?", "#money"],
  ["kz", "Бәсті қалай тексеремін?", "#money"],
])("the FAQ in %s has its questions and answers without JavaScript", async (locale, question, part) => {
  const content = contentOf((await get(`/${locale}/faq`)).text);
  expect(content).toContain(question);
  expect(content).toContain(part);
});

test("without a language in the path, a page is served in the visitor's own: cookie, browser, else English", async () => {
  const langOf = async (headers: Record<string, string>) =>
    /<html lang="(\w+)"/.exec((await get("/faq", headers)).text)?.[1];
  expect(await langOf({ cookie: "locale=kz", "accept-language": "ru" })).toBe("kk");
  expect(await langOf({ cookie: "locale=de", "accept-language": "ru-RU,ru" })).toBe("ru");
  expect(await langOf({ "accept-language": "fr-FR" })).toBe("en");
});

test("Kazakh by its tag, which people type, leads to the same page under the site's prefix for good", async () => {
  expect(await get("/kk/games/dice?signup=1")).toMatchObject({ status: 301, location: "/kz/games/dice?signup=1" });
  expect(await get("/KK")).toMatchObject({ status: 301, location: "/kz" });
});

test.each(["/no-such-page", "/ru/no/such/page", "/xx/faq", "/en/tournaments/soon", "/en/tournament/none"])(
  "%s is no page: 404, titled Page Not Found, and it names the path",
  async path => {
    const { status, text } = await get(path, { "accept-language": "en" });
    expect(status).toBe(404);
    expect(text).toContain(
      "<title>Page Not Found · Fairhouse</title>".slice(0, path.startsWith("/ru") ? 7 : undefined),
    );
    const locale = path.startsWith("/ru") ? "ru" : "en";
    expect(contentOf(text)).toContain(say(locale, "lobby:not_found.text", { path }));
  },
);

describe("a slot and a live table", () => {
  const kinds = ["slots", "live-casino"] as const;

  test.each(kinds)(
    "/games/%s is empty without rows; the pages of a game whose provider is not connected say so",
    async kind => {
      expect((await get(`/en/games/${kind}`)).text).toContain('name="robots" content="noindex"');
      const slug = `story-${randomUUID().slice(0, 8)}`;
      for (const mode of ["demo", "play"]) expect((await get(`/en/games/${kind}/${slug}/${mode}`)).status).toBe(404);
      const db = createDb(inject("app").databaseUrl, { pool: 1 });
      try {
        await db.query("INSERT INTO catalogue.providers (id, title) VALUES ($1, 'Reels of Story')", [slug]);
        await db.query(
          `INSERT INTO catalogue.games (id, kind, slug, provider_id, title, title_ru, title_kk, search, rtp, has_demo, added_at)
         VALUES ($1, $2, $3, $3, 'Story of Slots', 'Story of Slots', 'Story of Slots', 'story of slots', 9612, true, now())`,
          [randomUUID(), kind, slug],
        );
        expect((await get(`/en/games/${kind}?search=story`)).text).toContain(`href="/en/games/${kind}/${slug}/demo"`);
        for (const locale of locales)
          for (const mode of ["demo", "play"]) {
            // A missing page is cached briefly.
            await expect.poll(async () => (await get(`/${locale}/games/${kind}/${slug}/${mode}`)).status).toBe(200);
            const { status, text } = await get(`/${locale}/games/${kind}/${slug}/${mode}`);
            expect(status).toBe(200);
            expect(text).toContain('class="app rail"');
            expect(contentOf(text)).toContain(say(locale, "catalogue:not_connected", { provider: "Reels of Story" }));
            expect(text).toContain(locale === "en" ? "96.12%" : "96,12%");
          }
        expect((await get(`/en/games/${kind}/${slug}/cheat`)).status).toBe(404);
      } finally {
        await db.query("DELETE FROM catalogue.games WHERE slug = $1", [slug]);
        await db.query("DELETE FROM catalogue.providers WHERE id = $1", [slug]);
        await db.end();
      }
    },
  );
});

test.each(["/profile", "/profile/access", "/profile/bonuses", "/profile/history", "/profile/setting"])(
  "%s leads a guest to the login on the home page, and says where he wanted to go",
  async path => {
    const { status, location } = await get(`/ru${path}`);
    expect(status).toBeGreaterThanOrEqual(301);
    expect(status).toBeLessThan(309);
    expect(location).toBe(`/ru?login&${new URLSearchParams({ back: `/ru${path}` })}`);
  },
);

test("game pages have the rail and the whole width, other pages have neither", async () => {
  for (const game of ["crash", "dice", "keno", "roulette"])
    expect((await get(`/en/games/${game}`)).text).toContain('class="app rail"');
  for (const page of ["/", "/faq", "/games"]) expect((await get(`/en${page}`)).text).not.toContain('class="app rail"');
});

test("the sitemap lists pages that respond and may be indexed, and robots.txt names it", async () => {
  const { site, local } = inject("app");
  const { text } = await get("/sitemap.xml");
  const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname);
  expect(paths.length).toBeGreaterThan(30);
  for (const path of paths.filter(each => each.startsWith("/kz"))) expect((await get(path)).status, path).toBe(200);
  const robots = (await get("/robots.txt")).text;
  expect(robots).toContain(`Sitemap: ${local}/sitemap.xml`.replace(local, robots.includes(site) ? site : local));
  expect(robots).toContain("Disallow: /profile\n");
});

test("machines find the facts of a page in what the server sends, bots and people alike", async () => {
  for (const agent of ["Mozilla/5.0 (compatible; Googlebot/2.1)", "Mozilla/5.0 (X11; Linux x86_64) Chrome/140"]) {
    const { text } = await get("/en/faq", { "user-agent": agent });
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? "{}";
    expect(JSON.parse(json)).toMatchObject({ "@type": "FAQPage" });
    expect(JSON.parse(json).mainEntity.length).toBeGreaterThan(10);
    expect(text).toMatch(/<meta name="description" content="[^"]+"/);
    expect(text).toMatch(/<link rel="canonical" href="[^"]+\/en\/faq"/);
    for (const language of ["ru", "en", "kk"]) expect(text).toMatch(new RegExp(`hrefLang="${language}"`, "i"));
    expect(text).toMatch(/hrefLang="x-default" href="[^"]+\/en\/faq"/i);
  }
});

test("the app can be installed: manifest, icons of the sizes browsers ask for, and a service worker of its own", async () => {
  const manifest = JSON.parse((await get("/manifest.webmanifest")).text);
  expect(manifest).toMatchObject({ display: "standalone", start_url: "/", scope: "/" });
  for (const { src } of manifest.icons) expect((await get(src)).status, src).toBe(200);
  expect(manifest.icons.map((icon: { sizes: string }) => icon.sizes)).toEqual(
    expect.arrayContaining(["192x192", "512x512"]),
  );
  const worker = await get("/sw.js");
  const { id } = JSON.parse((await get(`/latest-build.json?${Date.now()}`)).text);
  expect(worker.text).toContain(`const build = "${id}"`);
});
