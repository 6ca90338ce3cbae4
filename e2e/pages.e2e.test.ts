import { randomUUID } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { createDb } from "#kit/db/create-db.ts";
import { languageOf, locales } from "#kit/i18n/locale.ts";
import { say } from "./texts.ts";

/** What the server sends, without a browser: by the site's plain name, which resolves everywhere. */
async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(inject("house").local + path, { headers, redirect: "manual" });
  return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
}

/** Pages that the specification names and a guest may see, once with each parameter. */
const pages = [
  "/",
  "/betting",
  "/bonuses",
  "/error",
  "/faq",
  "/games/cases",
  "/games/cases/battles",
  "/games/coinflip",
  "/games/crash",
  "/games/dice",
  "/games/plinko",
  "/games/hilo",
  "/games/limbo",
  "/games/keno",
  "/games/miner",
  "/games/rooms",
  "/games/rooms/purple",
  "/games/rooms/red",
  "/games/rooms/yellow",
  "/games/roulette",
  "/games/live-casino",
  "/games/slots",
  "/policy/en/kyc",
  "/policy/en/user-agreement",
  "/policy/ru/confidential",
  "/policy/ru/user-agreement",
  "/password/reset",
  "/top",
  "/tournaments",
  "/tournaments/upcoming",
  "/tournaments/active",
  "/tournaments/finished",
  "/vip-club",
  "/welcome-pack",
];

test.each(pages)("%s answers with a page in each language", async path => {
  const titles = new Set<string>();
  for (const locale of locales) {
    const { status, text } = await get(`/${locale}${path === "/" ? "" : path}`);
    expect(status).toBe(200);
    expect(text).toContain(`<html lang="${languageOf(locale)}"`);
    titles.add(/<title>([^<]+)<\/title>/.exec(text)?.[1] ?? "");
  }
  expect([...titles]).not.toContain("");
});

test("without a language in the path, a page is served in the visitor's own: cookie, browser, else English", async () => {
  const langOf = async (headers: Record<string, string>) =>
    /<html lang="(\w+)"/.exec((await get("/faq", headers)).text)?.[1];
  expect(await langOf({ cookie: "locale=kz", "accept-language": "ru" })).toBe("kk");
  expect(await langOf({ cookie: "locale=de", "accept-language": "ru-RU,ru" })).toBe("ru");
  expect(await langOf({ "accept-language": "fr-FR" })).toBe("en");
});

test.each(["/no-such-page", "/ru/no/such/page", "/xx/faq", "/en/tournaments/soon", "/en/tournament/none"])(
  "%s is no page: 404, titled Page Not Found, and it names the path",
  async path => {
    const { status, text } = await get(path, { "accept-language": "en" });
    expect(status).toBe(404);
    expect(text).toContain(
      "<title>Page Not Found · Fairhouse</title>".slice(0, path.startsWith("/ru") ? 7 : undefined),
    );
    expect(text).toContain(path);
  },
);

describe("a slot and a live table", () => {
  const kinds = ["slots", "live-casino"] as const;

  test.each(kinds)(
    "/games/%s without rows says so; with one whose company is not connected, its pages say that",
    async kind => {
      expect((await get(`/en/games/${kind}`)).text).toContain('name="robots" content="noindex"');
      const slug = `story-${randomUUID().slice(0, 8)}`;
      for (const mode of ["demo", "play"]) expect((await get(`/en/games/${kind}/${slug}/${mode}`)).status).toBe(404);
      const db = createDb(inject("house").databaseUrl, { pool: 1 });
      try {
        await db.query("INSERT INTO catalogue.providers (id, title) VALUES ($1, 'Reels of Story')", [slug]);
        await db.query(
          `INSERT INTO catalogue.games (id, kind, slug, provider_id, title, rtp, has_demo, is_listed, added_at)
         VALUES ($1, $2, $3, $3, 'Story of Slots', 9612, true, true, now())`,
          [randomUUID(), kind, slug],
        );
        expect((await get(`/en/games/${kind}?search=story`)).text).toContain(`href="/en/games/${kind}/${slug}/demo"`);
        for (const locale of locales)
          for (const mode of ["demo", "play"]) {
            const { status, text } = await get(`/${locale}/games/${kind}/${slug}/${mode}`);
            expect(status).toBe(200);
            expect(text).toContain('class="app rail"');
            expect(text).toContain(say(locale, "catalogue:not_connected", { company: "Reels of Story" }));
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

test("the sitemap names pages that answer and may be found, and robots are told of it", async () => {
  const { site, local } = inject("house");
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
    for (const language of ["ru", "en", "kk", "x-default"])
      expect(text).toMatch(new RegExp(`hrefLang="${language}"`, "i"));
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
