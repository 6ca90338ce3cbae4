import { index, layout, prefix, type RouteConfig, route } from "@react-router/dev/routes";

const page = (name: string) => `../../modules/${name}.tsx`;
const soon = (path: string) => route(path, page("content/web/soon-page"), { id: `soon:${path}` });

/** Every page of the site, with and without a language before it. A module's page is named by its file. */
export default [
  layout("layout.tsx", [
    ...prefix(":lang?", [
      index(page("content/web/home-page")),
      route("games", page("content/web/games-page")),
      route("licences", page("content/web/licences-page")),
      route("error", page("content/web/error-page")),
      route("games/dice", page("games/dice/web/dice-page")),
      route("games/crash", page("games/crash/web/crash-page")),
      route("verify/:id?", "verify-page.tsx"),
      ...[
        "betting",
        "bonuses",
        "faq",
        "games/cases",
        "games/coinflip",
        "games/hilo",
        "games/keno",
        "games/roulette",
        "games/miner",
        "games/rooms",
        "games/live-casino",
        "games/slots",
        "profile",
        "profile/limits",
        "top",
        "tournaments",
        "vip-club",
        "welcome-pack",
        "policy/en/user-agreement",
        "policy/ru/user-agreement",
        "policy/ru/confidential",
        "policy/en/kyc",
      ].map(soon),
      route("*", page("content/web/not-found-page")),
    ]),
  ]),
  route(":lang?/no-access", page("content/web/no-access-page")),
] satisfies RouteConfig;
