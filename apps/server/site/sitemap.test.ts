import { expect, test } from "vitest";
import { menuGames } from "#modules/games/printed/menu.ts";
import { findablePages, robotsOf, sitemapOf } from "./sitemap.ts";

test("the sitemap has each page in each language, with the other languages beside it", () => {
  const xml = sitemapOf("https://fairhouse.test");
  expect(xml.match(/<url>/g)).toHaveLength(findablePages.length * 3);
  expect(xml).toContain("<loc>https://fairhouse.test/kz/vip-club</loc>");
  for (const { game } of menuGames) expect(xml).toContain(`<loc>https://fairhouse.test/kz/games/${game}</loc>`);
  expect(xml).toContain('hreflang="kk" href="https://fairhouse.test/kz/faq"');
  expect(xml).not.toContain("profile");
});

test("robots.txt excludes personal pages, and names the sitemap of this host", () => {
  const text = robotsOf("https://mirror.test");
  for (const path of ["/profile", "/ru/profile", "/error", "/kz/no-access"])
    expect(text).toContain(`Disallow: ${path}\n`);
  expect(text).toContain("Sitemap: https://mirror.test/sitemap.xml\n");
});
