import { index, layout, prefix, type RouteConfig, route } from "@react-router/dev/routes";
import type { GamePage } from "#modules/games/game.ts";
import { gamePages } from "#modules/games/printed/web.ts";

const page = (name: string) => `../../modules/${name}.tsx`;

/** A file that shows several paths has a route for each, named by the path. */
function gameRoute(game: string, { path, file }: GamePage, pages: readonly GamePage[]) {
  const again = pages.filter(other => other.file === file).length > 1;
  return route(`games/${path}`, page(`games/${game}/web/${file}`), again ? { id: `games/${path}` } : {});
}

/** Every page of the site, with and without a language before it. A module's page is named by its file. */
export default [
  layout("layout.tsx", [
    ...prefix(":lang?", [
      index(page("lobby/web/home-page")),
      route("games", page("lobby/web/games-page")),
      route("licences", page("legal/web/licences-page")),
      route("error", "pages/error-page.tsx"),
      route("faq", page("legal/web/faq/faq-page")),
      route("top", page("top-players/web/top-page")),
      route("returns", page("lobby/web/returns/returns-page")),
      route("player/:name", page("profiles/web/public-profile-page")),
      route("bonuses", page("bonuses/web/bonuses-page")),
      route("bonuses/costs", page("bonuses/web/bonus-costs/bonus-costs-page")),
      route("partner", page("partners/web/partner-page")),
      route("vip-club", page("vip/web/vip-page")),
      route("welcome-pack", page("welcome-pack/web/welcome-page")),
      route("tournaments", page("tournaments/web/tournaments-page"), { id: "tournaments" }),
      route("tournaments/:status", page("tournaments/web/tournaments-page"), { id: "tournaments:status" }),
      route("jackpots", page("jackpots/web/jackpots-page")),
      route("tournament/:id", page("tournaments/web/tournament-page")),
      ...Object.entries(gamePages).flatMap(([game, pages]) => pages.map(each => gameRoute(game, each, pages))),
      layout(page("profile/web/profile-layout"), [
        route("profile", page("profile/web/overview-page")),
        route("profile/access", page("profile/web/access-page")),
        route("profile/inbox", page("notifications/web/inbox-page")),
        route("profile/bonuses", page("profile/web/bonuses-page")),
        route("profile/history", page("profile/web/history-page")),
        route("profile/statement", page("statements/web/statement-page")),
        route("profile/setting", page("profile/web/settings-page")),
        route("profile/limits", page("limits/web/limits-page")),
        route("profile/play", page("harm/web/play-page")),
      ]),
      route("verify/:id?", "verify-page.tsx"),
      route("solvency", page("solvency/web/solvency-page")),
      route("betting", page("betting/web/betting-page"), { id: "betting" }),
      route("betting/live", page("betting/web/live-page")),
      route("betting/results", page("betting/web/results-page")),
      route("betting/s/:code", page("betting/web/shared-page")),
      route("betting/my-bets", page("betting/web/my-bets-page")),
      route("betting/search", page("betting/web/search-page")),
      route("betting/favourites", page("betting/web/favourites-page")),
      route("betting/rules", page("betting/web/rules/rules-page")),
      route("betting/rules/:sport", page("betting/web/rules/sport-rules-page")),
      route("betting/:sport", page("betting/web/betting-page"), { id: "betting:sport" }),
      route("betting/:sport/:league", page("betting/web/betting-page"), { id: "betting:league" }),
      route("betting/:sport/:league/:event", page("betting/web/event-page")),
      ...["slots", "live-casino"].flatMap(kind => [
        route(`games/${kind}`, page("catalogue/web/catalogue-page"), { id: `catalogue:${kind}` }),
        route(`games/${kind}/:slug/:mode`, page("catalogue/web/catalogue-game-page"), { id: `catalogue:${kind}:game` }),
      ]),
      route("policy/:language/:name", page("legal/web/policy-page")),
      route("terms", page("content/web/terms-page")),
      route("promo/:name", page("content/web/promo-page")),
      route("password/reset", page("accounts/web/password-reset-page")),
      route("reset-password/:token", page("accounts/web/reset-password-page")),
      route("login/:token", page("accounts/web/login-link-page")),
      route("unsubscribe/:token", page("notifications/web/unsubscribe-page")),
      route("*", "pages/not-found-page.tsx"),
    ]),
  ]),
  layout("no-access-layout.tsx", [route(":lang?/no-access", "pages/no-access-page.tsx")]),
] satisfies RouteConfig;
