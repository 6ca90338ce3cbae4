import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Locale, languageOf, locales } from "#kit/i18n/locale.ts";
import { isWhole, partOf } from "#kit/testing/commit-sample.ts";
import { menuGames } from "#modules/games/printed/menu.ts";
import { axeFinds } from "./axe.ts";
import { launchTestBrowser, patience } from "./browser.ts";
import { hiddenOn, stakePaths } from "./in-view.ts";
import { tooWide } from "./too-wide.ts";
import { screens, type Visitor, visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

/** Pages for search engines, with their canonical URL and their other languages. */
const indexed = [
  "/",
  "/games",
  ...menuGames.map(({ game }) => `/games/${game}`),
  "/games/coinflip/duels",
  "/vip-club",
  "/partner",
  "/bonuses",
  "/welcome-pack",
];
/** Pages that are indexed and have equal content for players and guests. */
const indexedAlike = ["/solvency", "/verify", "/licences", "/faq", "/top"];
/** Pages whose content depends on the visitor. */
const own = ["/tournaments/active", "/profile", "/profile/setting", "/profile/access", "/profile/limits"];
/** Lists, filters and forms, whose words are longest in Russian and Kazakh; with an entry in each. */
const lists = [
  "/profile/inbox",
  "/profile/history",
  "/profile/statement",
  "/returns",
  "/games/cases",
  "/top",
  "/verify",
];
/** Pages that only one of the two sees. */
const theirs = {
  guest: ["/password/reset", "/error", "/no-such-page", "/?login", "/games/dice?signup"],
  player: ["/?deposit", "/?withdraw"],
};
const pages = {
  guest: [...indexed, ...indexedAlike, ...own, ...theirs.guest],
  player: [...indexed, ...own, ...lists, ...theirs.player],
};

/** Pages of games with a stake, as a player sees them on a phone. */
const played = stakePaths.map(path => `/games/${path}`);
const playersPages = [...new Set([...pages.player, ...played])];
/**
 * Whether a run opens the page in the language: in one of the three, chosen by the commit so that a run can be repeated. `SAMPLE=all`
 * opens it in all.
 */
const isOpened = (locale: Locale, path: string) => isWhole || locale === locales[partOf(path, locales.length)];

/** Which visitor opens all of their pages in a language; the other opens only pages that the first does not. Each page with a stake is opened by a player. */
function visitsIn(locale: Locale): { readonly guest: readonly string[]; readonly player: readonly string[] } {
  const opened = (paths: readonly string[]) => paths.filter(path => isOpened(locale, path));
  if (locale === "en")
    return { guest: pages.guest, player: opened(["/", ...own, ...lists, ...theirs.player, ...played]) };
  return { guest: opened([...indexedAlike, ...theirs.guest]), player: opened(playersPages) };
}

/** The pages that follow each other without loading a document: their code is compiled once. In English every page is loaded. */
const followed = (locale: Locale, who: "guest" | "player") => locale !== "en" && who === "player";

/** Axe checks the guest's pages in one language and the player's in another; layout and policy are checked in all. */
const looked = { en: "guest", ru: "player", kz: undefined } as const;

test.concurrent.for(locales)(
  "in %s every page keeps the policy and fits every screen, for a guest and a player; stake and action of every game are in view on phones of three sizes",
  {
    timeout: 1_200_000,
  },
  async locale => {
    const visitor = await visit(browser, { locale, screen: "desktop" });
    const faults: string[] = [];
    const visits = visitsIn(locale);
    for (const who of ["guest", "player"] as const) {
      if (who === "player") {
        await visitor.register(`policy-${locale}-${Date.now()}@example.com`);
        await visitor.fund("20000");
        await leaveEntries(visitor);
      }
      const arrive = followed(locale, who) ? await follower(visitor) : visitor.go;
      for (const path of visits[who])
        for (const fault of await faultsOf(visitor, path, who, arrive)) faults.push(`${who} at ${path}: ${fault}`);
    }
    expect(faults).toEqual([]);
    await visitor.leave();
  },
);

/** An entry in the inbox that is not read yet, and a bet in the history. */
async function leaveEntries(visitor: Visitor): Promise<void> {
  await visitor.call("PUT", "/api/v1/limits", { currency: "KZT", wager_limit: "5000" });
  await visitor.call("GET", "/api/v1/fairness/seeds");
  await visitor.call("PUT", "/api/v1/fairness/client-seed", { client_seed: "rita" });
  await visitor.call("POST", "/api/v1/games/cases/bets", { slug: "orchard", count: 1 }, crypto.randomUUID());
}

/** Loads the home page, and returns how to come from there to a path as the browser's back button does. */
async function follower({ page, locale, go }: Visitor): Promise<Visitor["go"]> {
  await go("/");
  const open = new Set<Request>();
  let last = performance.now();
  page.on("request", request => open.add(request));
  const ended = (request: Request) => {
    open.delete(request);
    last = performance.now();
  };
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  return async path => {
    last = performance.now();
    const before = await page.title();
    await page.evaluate(
      `history.pushState(null, "", "/${locale}${path === "/" ? "" : path}"); dispatchEvent(new PopStateEvent("popstate"))`,
    );
    // A page asks for its data when it is shown: it is whole when it asks for nothing more. Another title says that it is shown; a few share one.
    const shown = last + 3_000;
    const isShown = async () => performance.now() > shown || (await page.title()) !== before;
    for (const until = last + patience; open.size > 0 || performance.now() < last + 300 || !(await isShown()); ) {
      if (performance.now() > until) throw new Error(`${path} waits for ${[...open].map(each => each.url())}`);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  };
}

async function faultsOf(
  visitor: Visitor,
  path: string,
  who: "guest" | "player",
  arrive: Visitor["go"],
): Promise<string[]> {
  const { page, locale, complaints } = visitor;
  const faults: string[] = [];
  await arrive(path);
  if (path.includes("?")) await page.getByRole("dialog").waitFor();
  if (who === "player") await page.locator(".wallet").waitFor();
  const lang = await page.locator("html").getAttribute("lang");
  if (lang !== languageOf(locale)) faults.push(`its language is ${lang}`);
  if ((await page.title()) === "") faults.push("it has no title");
  if ([...indexed, ...indexedAlike].includes(path)) faults.push(...(await headFaults(page, locale, path)));
  const isPlayed = who === "player" && played.includes(path);
  // Of a page with a stake the phones' sizes follow below.
  for (const width of isPlayed ? [screens.desktop.width] : [320, screens.desktop.width, screens.phone.width]) {
    await page.setViewportSize({ width, height: 844 });
    const over = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    if (over !== 0) faults.push(`it is ${over} pixels too wide for ${width}: ${await tooWide(page)}`);
    if (who === "player" && width <= screens.phone.width) faults.push(...(await tooWide(page)).slice(0, 2));
    if (width === screens[who === "guest" ? "phone" : "desktop"].width && looked[locale] === who)
      faults.push(...(await unusable(page)));
  }
  if (isPlayed) faults.push(...(await hiddenOn(page)));
  const missing = path === "/no-such-page";
  return [...faults, ...complaints.splice(0).filter(complaint => !(missing && /status of 404/.test(complaint)))];
}

async function headFaults(page: Page, locale: Locale, path: string): Promise<string[]> {
  const { site } = inject("app");
  const faults: string[] = [];
  const address = (of: Locale) => `${site}/${of}${path === "/" ? "" : path}`;
  const expectLink = async (selector: string, href: string) => {
    const found = await page.locator(`head ${selector}`).getAttribute("href");
    if (found !== href) faults.push(`${selector} is ${found}`);
  };
  await expectLink('link[rel="canonical"]', address(locale));
  for (const other of locales)
    await expectLink(`link[rel="alternate"][hreflang="${languageOf(other)}"]`, address(other));
  const preloaded = page.locator('head link[rel="preload"][as="font"]');
  const fonts = await Promise.all((await preloaded.all()).map(link => link.getAttribute("href")));
  const wanted = locale === "en" ? ["onest-latin-"] : ["onest-latin-", "onest-cyrillic-"];
  if (fonts.length !== wanted.length || !wanted.every((name, index) => fonts[index]?.includes(`/${name}`)))
    faults.push(`it preloads ${fonts.join(", ")}`);
  return faults;
}

/** Serious axe violations: missing names, contrast, order, roles. */
async function unusable(page: Page): Promise<string[]> {
  const grave = (await axeFinds(page)).filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.map(({ text }) => text);
}
