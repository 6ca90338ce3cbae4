import { section, works } from "./rows.ts";

export const entities = [
  section(
    "Entities",
    works(
      "User: id, name, phone, email",
      "accounts: she is signed in, and the profile has every field of the specification => email: alice.email, phone: null",
      "accounts: she is signed in, and the profile has every field of the specification => expect(body.user.name).toMatch(/^[a-z]+-[a-z]+-\\d{3,4}$/)",
    ),
    works(
      "User: balance, total_balance, currency",
      'accounts: she is signed in, and the profile has every field of the specification => balance: "0"',
      "promise: alice comes from nowhere, pays, wins, and checks the win in her browser and from a terminal => await expect.poll(() => alice.shownBalance()).toBe(`${(await alice.profile()).total_balance} KZT`)",
    ),
    works(
      "User: bonus, bonus_balance",
      'bonus-story: add up to what is wagered, page by page, say which money they were, and are seen by their player only => toEqual({ id, name: "Bonus" })',
    ),
    works(
      "User: locale, timezone",
      'accounts: she is signed in, and the profile has every field of the specification => locale: "kz", timezone: "Asia/Almaty"',
    ),
    works(
      "User: register_method, is_phone_verified, is_email_verified, is_password_exists",
      'contacts: in any format; the code sent to her confirms the number, once => register_method: "phone", is_phone_verified: false, is_password_exists: false',
      "accounts: she is signed in, and the profile has every field of the specification => is_email_verified: false, is_password_exists: true",
    ),
    works(
      "User: image.small",
      "profiles: from the drawn set is shown at once, and the seal can be restored => expect((await profile(alice)).image.small).toMatch(/\\/avatars\\/fox$/)",
      "profiles: that is uploaded becomes a small square WebP, and others see it once it is approved => expect((await face(alice))?.avatar).toBe(key)",
    ),
    works(
      "User: is_avatar_hidden",
      "accounts: a public profile disappears from feeds as soon as its player hides it => expect((await accounts.publicProfiles([id])).get(id)?.face).toBeNull()",
    ),
    works(
      "User: is_statistics_hidden",
      "history: a player who hides statistics is not named beside a bet => expect(await named()).toBeNull()",
      "accounts: she is signed in, and the profile has every field of the specification => is_statistics_hidden: false",
    ),
    works(
      "User: premium.status",
      "accounts: she is signed in, and the profile has every field of the specification => premium: { status: null }",
      'vip: open at their thresholds of real stakes, show in the profile, and are never taken back => toContain(\'"premium":{"status":"silver"}\')',
    ),
    works(
      "User: verification {is_need, data.status}",
      'verification: alice submits documents, the provider accepts them, and her profile shows each step => expect(await profile(alice)).toEqual({ is_need: true, data: { status: "init" } })',
      'verification: alice submits documents, the provider accepts them, and her profile shows each step => expect(await profile(alice)).toEqual({ is_need: false, data: { status: "success" } })',
    ),
    works(
      "Beside the user: features",
      'profiles: the profile call names the features that are enabled => .body.features).toEqual(["deposits"])',
    ),
    works(
      "Beside the user: region; fresh_token where there is one",
      'accounts: she is signed in, and the profile has every field of the specification => expect(body.region).toBe("RU")',
      "accounts: a token is valid for 15 minutes; the profile call replaces it in its last five => expect((await profile(fresh)).status).toBe(200)",
    ),
    works(
      "Beside the user: super_bonus",
      "campaign-story: a gift that waits behind another one is the super bonus of the profile => expect(await superBonus()).toBe(waiting?.id)",
      "bonuses: one granted by an operator is in the profile as super_bonus, until it expires => toEqual([granted, undefined])",
    ),
    works(
      "The session holds the bearer token and the sign-on link",
      "mirrors-story: alice signs in on one mirror and arrives signed in on the main host and on the other mirror => toMatch(/^http:\\/\\/api\\.fairhouse\\.localhost:\\d+\\/sso\\?grant=",
    ),
    works(
      "Billing data: payments.methods, crypto-payments, crypto-payouts",
      "deposits: methods and limits are those of her currency, a guest's those of the region => expect(data.payments.methods[0]).toMatchObject(limits)",
      'coin-payouts: to an address of his own: USDT and ether at the current rate, processing until the third block => expect(data["crypto-payouts"]).toMatchObject([{ hash: "usdt", min_amount: "5000" }, { hash: "eth" }])',
    ),
    works(
      "Billing data: payments.bonus.name",
      'bonus-story: is chosen with the deposit, given for what was credited, and starts wagering => bonus: { id: offer, name: "Bonus" }',
    ),
    works(
      "Payment method: hash, name, min_amount, max_amount, default_amount, exchange_currency, value",
      "deposits: methods and limits are those of her currency, a guest's those of the region => expect(data.payments.methods[0]).toMatchObject(limits)",
      'coin-payouts: to an address of his own: USDT and ether at the current rate, processing until the third block => { hash: "usdt", min_amount: "2500", exchange_currency: "USDT", value: "0.002" }',
    ),
    works(
      "Deposit process: hash, id, life_time, amount, shop_amount, commission, card {card_number, phone_number}, sum_was_changed, status",
      'deposits: she opens an invoice, pays it, and plays with exactly that => amount: "500.5", shop_amount: "500.5", commission: "0", life_time: 1200, status: 2, card: null',
      'deposits: a transfer shows a card and the exact sum the provider expects => card: { card_number: "2200150012345675", phone_number: "+79005550123" }',
      "webhooks: another sum is credited as paid and shown as changed => sum_was_changed: true",
    ),
    works(
      "Free spin: game.id, expiration_at",
      'free-spins: is pushed to the provider, half played, cancelled: profile, game, office and ledger agree => { campaign_id: id, game: { slug: "altyn" }, count: 20, left: 20, bet: "0.2", currency: "USD" }',
    ),
    works(
      "Bonus: name, expires_in, region",
      'bonuses: the waiting deposit bonus that expires first is shown, in the caller\'s language, until it expires => name: "Первый депозит"',
    ),
    works(
      "Promo object of an attribution: type, value; beside it advId",
      'attribution: stores the visit with its whole query, and returns the campaign\'s promo while it is valid => promo: { type: "deposit", value: "50" }',
    ),
    works(
      "Geo data: ip, country_code",
      'region: from %s answers %i => { data: { ip: places.kazakhstan, country_code: "KZ" } }',
    ),
    works(
      "Region: KZ or RU, RU where nothing is known",
      'visit: geo: the region is passed to the page => expect(open("/", { address: "nowhere" }).visit.region).toBe("RU")',
    ),
    works(
      "Mirror data: sso, meta_yandex_verification, revshare_service_frontend_url, telegram_channel_url",
      "mirrors: returns the settings of a host, and offers the sign-on to mirrors only => expect((await of(a)).body.data).toEqual(",
    ),
    works(
      "Settings keep the revshare address and the Telegram channel",
      'site-settings: settings keep the revshare address and the Telegram channel of the host, or nothing if it has none => revshareUrl: "https://partners.example/"',
      'mirrors-story: the mirrors\' pages may call their own API only, and show what belongs to them => expect(await page.getByRole("link", { name, exact: true }).getAttribute("href")).toBe(',
    ),
    works(
      "Mirror check entry: a clean address and a pixel image",
      "mirrors-story: alice's browser tries every mirror after a while and reports which of them is down => await expect.poll(() => [...answered].sort()).toEqual([...living].sort())",
    ),
    works(
      "Token refresh: access_token",
      "accounts: twenty tabs refresh at once and none is logged out => expect(profiles.map(answer => answer.status)).toEqual(Array(20).fill(200))",
    ),
    works(
      "Currencies RUB, USD, KZT, INR, EUR, each with a sign",
      'constants: five currencies, each with its sign => RUB: "₽", USD: "$", KZT: "₸", INR: "₹", EUR: "€"',
    ),
    works(
      "Each currency with an icon",
      "currency-icon: each currency has its own icon, hidden from screen readers => expect(new Set(icons).size).toBe(currencyCodes.length)",
    ),
    works(
      "Country phone entries: ru and kz (+7, (###) ### ## ##), by (+375)",
      'phone: %s: %s is shown as %s => ["kz", "7071234567", "(707) 123 45 67"]',
      'phone: %s is written %s => ["+375291234567", "+375 (29) 123-45-67"]',
    ),
    works(
      "Device flags from the user agent: mobile, tablet, desktop, iOS, Android, crawler, browser family",
      'device-flags: the flags of phones, tablets, desktops and crawlers, and the five browser families => toMatchObject({ isMobile: true, isIos: true, isAndroid: false, browser: "Safari" })',
      "device-flags: the flags of phones, tablets, desktops and crawlers, and the five browser families => expect(deviceFlags(bot)).toMatchObject({ isCrawler: true })",
    ),
  ),
  section(
    "Cookies and local storage",
    works(
      "token: the session token, 30 days",
      'site-cookies: %s lives %s => ["token", 30 * day]',
      "app: a player who logs in is remembered for 30 days, takes the page's language and time zone where the profile had none, and sees the deposit after 17 s => expect((token?.expires ?? 0) - arrived / 1000).toBeGreaterThan(29.9 * 86_400)",
    ),
    works(
      "userBrowser: the user agent, 1 day, path /",
      'steps: device: the browser is stored for a day => expect(page.cookieValues.get("userBrowser")).toEqual({ value: "A browser", life: 86_400 })',
    ),
    works("prHash: from the query pr, 1 day", 'visit-attribution: of %j keeps %o => ["pr=h", { prHash: `h ${day}` }]'),
    works(
      "simpleAuth: true where the query simple_auth is present, 1 day",
      'visit-attribution: of %j keeps %o => ["simple_auth=1", { simpleAuth: `true ${day}` }]',
    ),
    works(
      "advId: from the attribution response, set once, 1 day",
      'visit-attribution: all four utm and no advId: the whole query is sent, advId is stored, a promo for ten minutes => advId: { value: "adv", life: 86_400 }',
      'visit-attribution: %s: nothing is sent => ["an advId that is there", utm, { advId: "adv" }]',
    ),
    works(
      "adBonusType and adBonusValue: promo type and value, 600 s",
      'visit-attribution: all four utm and no advId: the whole query is sent, advId is stored, a promo for ten minutes => adBonusType: { value: "deposit", life: 600 }',
      "visit-attribution: no dialog without %s => expect(page.calls).toEqual([])",
      'promo-codes: a promotion of an advertisement is shown with what it costs, and says what its reader may do => "claimed"',
    ),
    works(
      "adBonusModal: false, 600 s",
      'visit-attribution: all four utm and no advId: the whole query is sent, advId is stored, a promo for ten minutes => adBonusModal: { value: "false", life: 600 }',
      'visit-attribution: the promotion\'s dialog opens while adBonusModal is false, until it is closed once => value: "true", life: 600',
    ),
    works("Advertising cookies: 30 days", 'site-cookies: %s lives %s => ["ad_campaign", 30 * day]'),
    works("stag: 1 day", 'site-cookies: %s lives %s => ["stag", day]'),
    works(
      "super_bonus: 182.5 days",
      "campaign-story: a gift that waits behind another one is the super bonus of the profile => expect(await superBonus()).toBe(waiting?.id)",
      'visit-banner: super_bonus: a granted bonus is offered while it waits, and its cookie is removed with it => expect(page.cookieValues.get("super_bonus")).toEqual({ value: "b-1", life: 182.5 * 86_400 })',
    ),
    works(
      "user-version: the version of the app, 1 day",
      "app: a newer build is found by asking every 60 s and on focus, and said once, gently => toBeGreaterThan(86_000)",
    ),
    works(
      "locale: ru, en or kz, 365 days",
      'site-cookies: %s lives %s => ["locale", 365 * day]',
      'pages: without a language in the path, a page is served in the visitor\'s own: cookie, browser, else English => expect(await langOf({ cookie: "locale=kz", "accept-language": "ru" })).toBe("kk")',
    ),
    works(
      "ssoRedirected: redirect once",
      'steps: a guest of a mirror is redirected to the main host once, with the hash of the random bytes => expect(page.cookieValues.get("ssoRedirected")).toEqual({ value: "1", life: "session" })',
    ),
    works(
      "checkDomainsTimestamp: the last mirror check",
      "mirror-check: with random value %d it starts after %d ms, repeats every five minutes and sends its results => expect(check.last()).toBe(first)",
    ),
    works(
      "Local storage: fingerprint",
      "app: a fingerprint in idle time and a session id, both in local storage and the same after a reload => expect.stringMatching(/^[0-9a-f]{64}$/)",
    ),
    works(
      "Local storage: session_id",
      "app: a fingerprint in idle time and a session id, both in local storage and the same after a reload => expect.stringMatching(/^[0-9a-f-]{36}$/)",
    ),
    works(
      "Local storage: the install prompt was dismissed for good",
      'app: is not shown on the first visit, is shown on the next, and never again once the visitor opted out => expect(await fourth.evaluate("localStorage.getItem(\'install_dismissed\')")).toBe("true")',
    ),
  ),
];
