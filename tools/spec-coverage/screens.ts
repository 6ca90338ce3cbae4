import { section } from "./rows.ts";

export const screens = [
  section(
    "Product",
    [
      "Guests and registered players use it",
      "promise: alice comes from nowhere, pays, wins, and checks the win in her browser and from a terminal",
    ],
    [
      "Nine in-house games: crash, dice, coinflip, hilo, keno, roulette, miner, cases, rooms",
      "constants: nine in-house games, each open on a page of its own",
      "pages: %s answers with a page in each language",
    ],
    [
      "Slots and live tables",
      "catalogue: a list has what is listed, by title, and is searched by title and company",
      "catalogue: without rows the lists are empty, and every game is 404",
    ],
    ["Betting"],
    [
      "Bonuses, a welcome pack, a VIP club, tournaments, free spins, affiliate and advertising attribution",
      "attribution: is what the registration carried, completed by attachSource, and never replaced",
    ],
    [
      "Registration and login by e-mail, by phone, by a social provider",
      "accounts: she is signed in, and her profile has every field of the specification",
      "contacts: however she writes it; the code she is sent confirms the number, once",
      "social: the first time she agrees and chooses a currency, from then on she is simply in",
    ],
    [
      "Deposits by payment methods; play in RUB, USD, KZT, INR, EUR",
      "deposits: methods and limits are those of her currency, a guest's those of the region",
      "constants: five currencies, each with its sign",
    ],
    [
      "A support chat stands on every page",
      "app: is on every page, keeps a guest's message, and is refreshed 250 ms after each change of the page without losing the draft",
    ],
    [
      "Each mirror can offer a sign-on link, and mirrors are checked for reachability",
      "mirrors: says what belongs to a host, and offers the sign-on to mirrors only",
      "mirrors: sums up what browsers found, of its own hosts only",
      "mirrors-story: alice signs in on one mirror and arrives signed in on the main host and on the other mirror",
      "mirror-check: with chance %d it begins after %d ms, goes on every five minutes and sends what it found",
    ],
    [
      "Interface in Russian, English and Kazakh",
      "locales: %s says the same things in every language",
      "pages: %s answers with a page in each language",
    ],
  ),
  section(
    "Pages",
    ["/", "pages: %s answers with a page in each language"],
    ["/betting", "pages: %s answers with a page in each language"],
    ["/bonuses", "pages: %s answers with a page in each language"],
    [
      "/error, also the target of a fatal application error",
      "pages: %s answers with a page in each language",
      "app: a piece of the build that is lost loads the page anew, once in ten seconds",
    ],
    ["/faq", "pages: %s answers with a page in each language"],
    ["/games/cases and /games/cases/{slug}", "pages: %s answers with a page in each language"],
    ["/games/coinflip", "pages: %s answers with a page in each language"],
    ["/games/crash", "pages: %s answers with a page in each language"],
    ["/games/dice", "pages: %s answers with a page in each language"],
    ["/games/hilo", "pages: %s answers with a page in each language"],
    ["/games/keno", "pages: %s answers with a page in each language"],
    ["/games/roulette", "pages: %s answers with a page in each language"],
    ["/games/live-casino", "pages: %s answers with a page in each language"],
    [
      "/games/live-casino/{slots}/demo and /play",
      "pages: /games/%s without rows says so; with one whose company is not connected, its pages say that",
      "catalogue: demo opens for anybody and says nothing of who it is; play opens for a player only",
    ],
    ["/games/slots", "pages: %s answers with a page in each language"],
    [
      "/games/slots/{slots}/demo and /play",
      "pages: /games/%s without rows says so; with one whose company is not connected, its pages say that",
      "catalogue: demo opens for anybody and says nothing of who it is; play opens for a player only",
    ],
    ["/games/rooms with purple, red and yellow", "pages: %s answers with a page in each language"],
    [
      "/no-access, with a layout of its own, for blocked regions",
      "mirrors-story: dave's country is closed: he sees /no-access and nothing else until it is open again",
      "visit: geo: from %s, %s leads to %s",
    ],
    [
      "/password/reset",
      "codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one",
      "pages: %s answers with a page in each language",
      "story-codes: zarina registers by phone, confirms the number, forgets her password and comes back with a new one",
    ],
    [
      "/reset-password/{token}",
      "codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one",
      "story-codes: zarina registers by phone, confirms the number, forgets her password and comes back with a new one",
    ],
    [
      "/policy/en/kyc, /policy/en/user-agreement, /policy/ru/confidential, /policy/ru/user-agreement",
      "pages: %s answers with a page in each language",
    ],
    [
      "/profile and its pages access, bonuses, history, setting",
      "pages: %s leads a guest to the login on the home page, and says where he wanted to go",
    ],
    ["/top", "pages: %s answers with a page in each language"],
    [
      "/tournament/{id}",
      "tournaments: the leaderboard puts the higher score first, then the earlier one, and hides who hides",
    ],
    [
      "/tournaments and /tournaments/{status}",
      "pages: %s answers with a page in each language",
      "tournaments: the status follows from the time",
    ],
    ["/vip-club", "pages: %s answers with a page in each language"],
    ["/welcome-pack", "pages: %s answers with a page in each language"],
    [
      "Game pages are marked as such and many take the full width",
      "pages: game pages have the rail and the whole width, other pages have neither",
    ],
    [
      "Two layouts: the default one and that of no access",
      "mirrors-story: dave's country is closed: he sees /no-access and nothing else until it is open again",
    ],
    [
      "A path may begin with a language",
      "pages: %s answers with a page in each language",
      "pages: without a language in the path, a page is served in the visitor's own: cookie, browser, else English",
    ],
    [
      "An unknown path answers 404 titled “Page Not Found”, with the text “Page not found: {path}”",
      "pages: %s is no page: 404, titled Page Not Found, and it names the path",
    ],
    [
      "A redirect is looked up for each path: an outside target leaves the site, an inside one is an ordinary redirect",
      "redirects: %s leads to %o",
      "visit: redirects: %s leads to %s",
      "steps: an internal target is shown instead, an external one leaves, a failure changes nothing",
    ],
  ),
  section(
    "Query parameters",
    [
      "signup, login, deposit open their modal and leave the address after success",
      "app: who registers with an empty balance is shown the deposit after 17 s, not before, and not again once it was closed",
    ],
    ["promo, stag, partner, adplace: affiliate and promo tracking", "steps: of %j keeps %o"],
    ["utm_campaign=advertise with click_id and click_source", "steps: of %j keeps %o"],
    ["utm_campaign=advertcpa with clickid", "steps: of %j keeps %o"],
    [
      "phone is read on the page of a password reset",
      "codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one",
      "restore: by phone: the link belongs to the number it was sent to",
    ],
    [
      "simpleAuthToken, simple_auth: the single-entry login",
      "steps: logs in with the token and its proof, then initialises, asks for the affiliate and the address, in this order",
      "steps: of %j keeps %o",
    ],
    [
      "subH sends a page-open event",
      "steps: subH: the page open is told with the fingerprint and the whole address; without it nothing is",
    ],
    [
      "pr is kept as the cookie prHash",
      "attribution: is what the registration carried, completed by attachSource, and never replaced",
      "steps: of %j keeps %o",
    ],
    [
      "utm_source, utm_medium, utm_campaign and utm_term count when all four are there",
      "steps: all four utm and no advId: the whole query is sent, advId is kept, a promo for ten minutes",
      "steps: %s: nothing is sent",
    ],
    [
      "no_sso suppresses the sign-on redirect",
      "steps: is not done where the address says no_sso, also without any cookie",
    ],
  ),
  section(
    "Modals",
    ["Login", "newcomer: erin's session is ended elsewhere: the page says so, and after logging in nothing is missing"],
    [
      "LoginByEmail",
      "story-codes: bob signs in with a code by mail, and once with a mailed link",
      "codes-story: bob signs in with a code by mail, and once with a mailed link",
    ],
    [
      "ConfirmByPhone",
      "story-codes: zarina registers by phone, confirms the number, forgets her password and comes back with a new one",
      "codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one",
    ],
    [
      "Register",
      "app: who registers with an empty balance is shown the deposit after 17 s, not before, and not again once it was closed",
    ],
    [
      "PayIn",
      "pay-in: frank pays another sum, is declined, is late, and every tenge that arrived is his",
      "app: who registers with an empty balance is shown the deposit after 17 s, not before, and not again once it was closed",
    ],
    [
      "SuccessPayment",
      "promise: alice comes from nowhere, pays, wins, and checks the win in her browser and from a terminal",
    ],
    [
      "Verification",
      "verification: alice gives documents, the company takes and accepts them, and her profile says each step",
    ],
  ),
];
