import { section, works } from "./rows.ts";

export const screens = [
  section(
    "Product",
    works(
      "Guests and registered players use it",
      'promise: alice comes from nowhere, pays, wins, and checks the win in her browser and from a terminal => expect.poll(() => alice.shownBalance()).toBe("5000 KZT")',
      "pages: %s shows its own content in each language => expect(contentOf(text), `${locale} ${key}`).toContain(say(locale, key as Key))",
    ),
    works(
      "Nine in-house games: crash, dice, coinflip, hilo, keno, roulette, miner, cases, rooms",
      "constants: nine in-house games, each open on a page of its own => expect(gameMenuItems.map(({ game }) => game)).toEqual(expect.arrayContaining(games))",
    ),
    works(
      "Slots and live tables",
      'slots-story: a guest finds a slot despite a typo and plays its demo; a player spins for money, and every cent is in the books => expect(items.map(({ state }) => state)).toEqual(["closed", "closed", "closed"])',
      'catalogue: a list has the listed games, by title, and is searched by title and provider => toEqual(["berkut", "altyn", "stray"])',
    ),
    works(
      "Betting",
      'betting-story: a guest fills a slip with a press on a price; a player places it, finds it among the own bets and cashes it out => expect(placed).toMatchObject({ kind: "single", status: "open", stake: "50" })',
      'pages: %s shows its own content in each language => ["/betting", "odds:page.all_events"]',
    ),
    works(
      "Bonuses, a welcome pack, tournaments and free spins",
      'bonuses-page: a player claims a gift, plays it in dice, sees what counted, and gives up the rest after one question => toMatchObject({ name, status: "active"',
      'welcome-pack: alice goes through all steps: wagered, given up, and declined, each opens the next => expect(await states(alice)).toBe("running active later later")',
      "tournament-end: ranks are computed from bets, frozen with a hash, and each prize is paid once, whatever is killed => expect(ranks_hash).toMatch(",
      "free-spins-story: a campaign of 20 free spins: approved by two, granted, half played on a phone, cancelled; profile, game, office and books agree => expect(items).toHaveLength(10)",
      'bonuses: the waiting deposit bonus that expires first is shown, in the caller\'s language, until it expires => percent: 100, amount: "50"',
    ),
    works(
      "A VIP club",
      'levels: the first level opens at a wager of 100 roubles, to the micro-unit => expect(vipLevelOf(micros(100n * microsPerUnit))).toBe("brass")',
    ),
    works(
      "Affiliate and advertising attribution",
      "attribution: is the one sent with the registration, completed by attachSource, and never replaced => expect(await sourceOf(token)).toMatchObject(expected)",
    ),
    works(
      "Registration and login by email, by phone, by a social provider",
      "accounts: she is signed in, and the profile has every field of the specification => expect(alice.status).toBe(201)",
      'contacts: in any format; the code sent to her confirms the number, once => register_method: "phone"',
      'social: the first time she accepts the terms and chooses a currency, later she is signed in at once => register_method: "social"',
    ),
    works(
      "Deposits by payment methods; play in RUB, USD, KZT, INR, EUR",
      'deposits: she opens an invoice, pays it, and plays with exactly that => await counter.expectBooks(alice, "500.50")',
      'constants: five currencies, each with its sign => RUB: "₽", USD: "$", KZT: "₸", INR: "₹", EUR: "€"',
    ),
    works(
      "A support chat stands on every page",
      'app: is on every page, keeps a guest\'s message, and is refreshed 250 ms after each change of the page without losing the draft => expect(data.conversation).toMatchObject({ messages: [{ text: "How do limits work?" }] })',
    ),
    works(
      "Each mirror can offer a sign-on link, and mirrors are checked for reachability",
      'mirrors: returns the settings of a host, and offers the sign-on to mirrors only => sso: "http://api.fairhouse.localhost/sso"',
      'mirrors: totals browsers\' results, for its own hosts only => { hostname: a, country: "KZ", reached: 1n, failed: 1n, total_ms: 7n }',
      "mirrors-story: alice's browser tries every mirror after a while and reports which of them is down => expect(rows).toEqual([{ hostname: dead.name }])",
    ),
    works(
      "Interface in Russian, English and Kazakh",
      "locales: %s says the same things in every language => .toEqual({ language, missing: [] })",
      'pages: %s shows its own content in each language => expect(text).toContain(`<html lang="${languageOf(locale)}"`)',
    ),
  ),
  section(
    "Pages",
    works("/", 'pages: %s shows its own content in each language => ["/", "lobby:home.games_note"'),
    works(
      "/betting",
      'betting-story: a guest fills a slip with a press on a price; a player places it, finds it among the own bets and cashes it out => expect(placed).toMatchObject({ kind: "single", status: "open", stake: "50" })',
      'pages: %s shows its own content in each language => ["/betting", "odds:page.all_events"]',
    ),
    works(
      "/bonuses",
      'pages: %s shows its own content in each language => ["/bonuses", "bonuses:page.lead", "bonuses:rules.title"]',
    ),
    works(
      "/error, also the target of a fatal application error",
      'pages: %s shows its own content in each language => ["/error", "lobby:error.title", "lobby:error.text"]',
      'app: a missing build chunk reloads the page, at most once in ten seconds => page.getByText(carol.say("lobby:error.title")).waitFor()',
    ),
    works("/faq", 'pages: %s shows its own content in each language => ["/faq", "faq:page.title", "faq:page.search"]'),
    works(
      "/games/cases and /games/cases/{slug}",
      'pages: %s shows its own content in each language => ["/games/cases", "cases:battles", "cases:order.label"]',
      'pages: %s shows its own content in each language => ["/games/cases/amber", "cases:inside", "cases:exact"]',
    ),
    works("/games/coinflip", 'pages: %s shows its own content in each language => ["/games/coinflip", "coinflip:side"'),
    works(
      "/games/crash",
      'pages: %s shows its own content in each language => ["/games/crash", "crash:panel", "crash:in_round", "crash:still_in"]',
    ),
    works(
      "/games/dice",
      'pages: %s shows its own content in each language => ["/games/dice", "dice:profit", "dice:chance"]',
    ),
    works("/games/hilo", 'pages: %s shows its own content in each language => ["/games/hilo", "hilo:action"'),
    works("/games/keno", 'pages: %s shows its own content in each language => ["/games/keno", "keno:board"'),
    works("/games/roulette", 'pages: %s shows its own content in each language => ["/games/roulette", "roulette:tag"'),
    works(
      "/games/live-casino",
      'pages: %s shows its own content in each language => ["/games/live-casino", "catalogue:live-casino.none"]',
      "liveTableStories: at two tables without decisions two players bet, see one result and are paid by it, and their rounds verify => expect(await Promise.all(two.map(game => playThrough(game, expect)))).toEqual(",
    ),
    works(
      "/games/live-casino/{slots}/demo and /play",
      'pages: /games/%s is empty without rows; the pages of a game whose provider is not connected say so => toContain(say(locale, "catalogue:not_connected", { provider: "Reels of Story" }))',
      'liveRoulette: a guest watches with play chips: undo, clear, double and called bets, and no call carries a bet => expect(calls.filter(path => path.endsWith("/bet"))).toEqual([])',
      'liveRoulette: two browsers at one table: both see the bets and the same result, and one that comes back finds its own => await expect.poll(() => again.frame.locator(".stack.sent").count()).toBe(2)',
      "liveTableStories: at two tables without decisions two players bet, see one result and are paid by it, and their rounds verify => expect(await Promise.all(two.map(game => playThrough(game, expect)))).toEqual(",
      'liveTables: refuses a bet that arrives after the close, whatever the client shows => expect([late.status, late.body.code]).toEqual([409, "betting_closed"])',
    ),
    works(
      "/games/slots",
      'pages: %s shows its own content in each language => ["/games/slots", "catalogue:slots.none"]',
      "slots-story: a guest finds a slot despite a typo and plays its demo; a player spins for money, and every cent is in the books => expect((await spun).status()).toBe(200)",
    ),
    works(
      "/games/slots/{slots}/demo and /play",
      'slots-story: a guest finds a slot despite a typo and plays its demo; a player spins for money, and every cent is in the books => expect(items.map(({ state }) => state)).toEqual(["closed", "closed", "closed"])',
      'pages: /games/%s is empty without rows; the pages of a game whose provider is not connected say so => toContain(say(locale, "catalogue:not_connected", { provider: "Reels of Story" }))',
      'catalogue: demo opens for all visitors without an identity; play opens for a player only => expect(play.body.data.url).toBe("https://games.reels.example/altyn#launch=play")',
    ),
    works(
      "/games/rooms with purple, red and yellow",
      'pages: %s shows its own content in each language => ["/games/rooms/purple", "rooms:colours.purple", "rooms:panel"]',
      'pages: %s shows its own content in each language => ["/games/rooms/red", "rooms:colours.red", "rooms:panel"]',
      'pages: %s shows its own content in each language => ["/games/rooms/yellow", "rooms:colours.yellow", "rooms:panel"]',
    ),
    works(
      "/no-access, with a layout of its own, for blocked regions",
      "mirrors-story: dave's country is blocked: he sees /no-access and nothing else until it is open again => expect(page.url()).toBe(`${addresses.site}/en/no-access`)",
      'visit: geo: from %s, %s leads to %s => ["us", "/", "/no-access"]',
    ),
    works(
      "/password/reset",
      'codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one => there.locator(".wallet").waitFor()',
      'pages: %s shows its own content in each language => ["/password/reset", "accounts:password.how", "accounts:password.send"]',
    ),
    works(
      "/reset-password/{token}",
      "codes-story: bob signs in with a code by mail, once with a mailed link, and sets a new password by another => toMatchObject({ token: expect.any(String)",
      'codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one => there.getByText(later.say("lobby:error.reset_title")).waitFor()',
    ),
    works(
      "/policy/en/kyc, /policy/en/user-agreement, /policy/ru/confidential, /policy/ru/user-agreement",
      'pages: %s shows the policy %s in the language of its address => ["/policy/en/kyc", "Identity verification", "What we require today"]',
      "pages: %s shows the policy %s in the language of its address => expect(content).toContain(`<h2>${section}</h2>`)",
    ),
    works(
      "/profile and its pages access and setting",
      'newcomer: frank\'s rejected input is shown: a notification for each field, one with a title, and the error is sent to the server log => await toast(frank.say("accounts:validation.password_too_short")).waitFor()',
      'newcomer: frank\'s rejected input is shown: a notification for each field, one with a title, and the error is sent to the server log => await toast(frank.say("accounts:validation.timezone_invalid")).waitFor()',
    ),
    works(
      "/profile/bonuses and /profile/history",
      'bonuses-page: a player claims a gift, plays it in dice, sees what counted, and gives up the rest after one question => await offer.getByText(aru.say("bonuses:statuses.cancelled")).waitFor()',
      'bonuses-page: a player claims a gift, plays it in dice, sees what counted, and gives up the rest after one question => await page.getByRole("cell", { name: "Dice" }).first().waitFor()',
      'history: alice\'s bets by game and by time, page and file alike; bob\'s are in neither => expect(await games("?game=keno")).toEqual(["keno"])',
      "pages: %s leads a guest to the login on the home page, and says where he wanted to go => expect(location).toBe(`/ru?login&${new URLSearchParams({ back: `/ru${path}` })}`)",
    ),
    works(
      "/top",
      'pages: %s shows its own content in each language => ["/top", "top-players:page.lead"',
      'top-players: each board has one line a player, valued at the rates of the day, real money of our own games only => [1, "23", "USD"]',
    ),
    works(
      "/tournament/{id}",
      "tournaments: the leaderboard puts the higher score first, then the earlier one, and hides hidden players => expect(await app.own(id, dave)).toEqual({ place: 4",
    ),
    works(
      "/tournaments and /tournaments/{status}",
      'pages: %s shows its own content in each language => ["/tournaments/active", "tournaments:page.none_active", "tournaments:statuses.active"]',
      'tournaments: the status follows from the time => expect(await ids("?status=active")).toEqual([here])',
    ),
    works(
      "/vip-club",
      'pages: %s shows its own content in each language => ["/vip-club", "vip:page.headline", "vip:page.how"]',
    ),
    works(
      "/welcome-pack",
      'pages: %s shows its own content in each language => ["/welcome-pack", "welcome:page.none"]',
    ),
    works(
      "Game pages are marked as such and many take the full width",
      "pages: game pages have the rail and the whole width, other pages have neither => expect((await get(`/en/games/${game}`)).text).toContain('class=\"app rail\"')",
    ),
    works(
      "Two layouts: the default one and that of no access",
      "mirrors-story: dave's country is blocked: he sees /no-access and nothing else until it is open again => expect(page.url()).toBe(`${addresses.site}/en/no-access`)",
    ),
    works(
      "A path may begin with a language",
      'pages: %s shows its own content in each language => expect(text).toContain(`<html lang="${languageOf(locale)}"`)',
      'pages: without a language in the path, a page is served in the visitor\'s own: cookie, browser, else English => expect(await langOf({ cookie: "locale=kz", "accept-language": "ru" })).toBe("kk")',
    ),
    works(
      "An unknown path answers 404 titled “Page Not Found”, with the text “Page not found: {path}”",
      "pages: %s is no page: 404, titled Page Not Found, and it names the path => expect(status).toBe(404)",
      'pages: %s is no page: 404, titled Page Not Found, and it names the path => "<title>Page Not Found · Fairhouse</title>"',
      'pages: %s is no page: 404, titled Page Not Found, and it names the path => say(locale, "lobby:not_found.text", { path })',
    ),
    works(
      "A redirect is looked up for each path: an outside target leaves the site, an inside one is an ordinary redirect",
      'redirects: %s leads to %o => ["/ru/partners", { url: "https://partners.example/join", external: true }]',
      'visit: redirects: %s leads to %s => ["/old", "/games/dice"]',
      'steps: an internal target is shown instead, an external one leaves, a failure changes nothing => expect(outside.left).toEqual(["https://x.example/"])',
    ),
  ),
  section(
    "Query parameters",
    works(
      "signup, login, deposit open their modal and leave the address after success",
      'app: who registers with an empty balance is shown the deposit after 17 s, not before, and not again once it was closed => await page.waitForURL(({ search }) => search === "")',
      'app: a player who logs in is remembered for 30 days, takes the page\'s language and time zone where the profile had none, and sees the deposit after 17 s => await page.waitForURL(({ search }) => search === "")',
      'app: an open deposit is asked about every 5 s => await page.getByRole("timer").waitFor()',
    ),
    works(
      "promo, stag, partner, adplace: affiliate and promo tracking",
      "visit-attribution: of %j keeps %o => { stag: `s ${day}`, partner: `p ${day}`, adplace: `a ${day}`, promo: `c ${day}` }",
      "attribution: is the one sent with the registration, completed by attachSource, and never replaced => expect(await sourceOf(token)).toMatchObject(expected)",
    ),
    works(
      "utm_campaign=advertise with click_id and click_source",
      "visit-attribution: of %j keeps %o => ad_click_id: `1 ${30 * day}`",
    ),
    works("utm_campaign=advertcpa with clickid", "visit-attribution: of %j keeps %o => ad_cpa_id: `9 ${30 * day}`"),
    works(
      "phone is read on the page of a password reset",
      'codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one => there.getByText(later.say("lobby:error.reset_title")).waitFor()',
      "restore: by phone: the link belongs to the number it was sent to => expect(await check({ token, phone: newPhone() })).toMatchObject(linkExpired)",
    ),
    works(
      "simpleAuthToken, simple_auth: the single-entry login",
      'steps: logs in with the token and its proof, then initialises, requests the affiliate and the address, in this order => given: { body: { provider: "simple", token: "tok", proof: "bytes" } }',
      'visit-attribution: of %j keeps %o => ["simple_auth=1", { simpleAuth: `true ${day}` }]',
    ),
    works(
      "subH sends a page-open event",
      'visit-attribution: subH: the page open is reported with the fingerprint and the whole address; without it nothing is => given: { body: { subH: "h", uuid: "f", click_url: "https://a.example/ru?subH=h&x=1" } }',
    ),
    works("pr is kept as the cookie prHash", 'visit-attribution: of %j keeps %o => ["pr=h", { prHash: `h ${day}` }]'),
    works(
      "utm_source, utm_medium, utm_campaign and utm_term count when all four are there",
      'visit-attribution: all four utm and no advId: the whole query is sent, advId is stored, a promo for ten minutes => body: { utm_source: "a", utm_medium: "b", utm_campaign: "c", utm_term: "d", lp: "7" }',
      'visit-attribution: %s: nothing is sent => ["three of them", "utm_source=a&utm_medium=b&utm_campaign=c", {}]',
    ),
    works(
      "no_sso suppresses the sign-on redirect",
      'steps: is skipped if the address has no_sso, also without any cookie => expect(mustSignOn(testPage("https://mirror.example/?no_sso=1", { sso }))).toBe(false)',
    ),
  ),
  section(
    "Modals",
    works(
      "Login",
      "newcomer: erin's session is ended elsewhere: the page says so, and after logging in nothing is missing => await expect.poll(() => erin.shownBalance()).toBe(`${balance} KZT`)",
    ),
    works(
      "LoginByEmail",
      'codes-story: bob signs in with a code by mail, once with a mailed link, and sets a new password by another => await page.locator(".wallet").waitFor()',
    ),
    works(
      "ConfirmByPhone",
      'codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one => dialog(zarina).getByText(say("accounts:access.confirm_phone")).waitFor()',
      'codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one => expect(user).toMatchObject({ phone, is_phone_verified: true, register_method: "phone" })',
    ),
    works(
      "Register",
      'app: who registers with an empty balance is shown the deposit after 17 s, not before, and not again once it was closed => await page.locator(".wallet").waitFor()',
    ),
    works(
      "PayIn",
      "pay-in: frank pays another amount, is declined, is late, and every tenge that arrived is credited => await expect.poll(() => frank.shownBalance()).toBe(`${formatAmount(paid)} KZT`)",
    ),
    works(
      "SuccessPayment",
      'promise: alice comes from nowhere, pays, wins, and checks the win in her browser and from a terminal => page.getByRole("dialog", { name: alice.say("payments:pay.success") }).waitFor()',
    ),
    works(
      "Verification",
      'wheel-story: nurlan is verified by the identity provider, spins the daily wheel once, and verifies the spin => dialog.getByText(say("verification:explained.success")).waitFor()',
    ),
  ),
];
