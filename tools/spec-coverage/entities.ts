import { section } from "./rows.ts";

export const entities = [
  section(
    "Entities",
    [
      "User: id, name, phone, email",
      "accounts: she is signed in, and her profile has every field of the specification",
    ],
    [
      "User: balance, bonus, bonus_balance, total_balance, currency",
      "accounts: she is signed in, and her profile has every field of the specification",
    ],
    ["User: locale, timezone", "accounts: she is signed in, and her profile has every field of the specification"],
    [
      "User: register_method, is_phone_verified, is_email_verified, is_password_exists",
      "contacts: however she writes it; the code she is sent confirms the number, once",
      "accounts: she is signed in, and her profile has every field of the specification",
    ],
    [
      "User: image.small, is_avatar_hidden, is_statistics_hidden",
      "accounts: she is signed in, and her profile has every field of the specification",
    ],
    ["User: premium.status", "accounts: she is signed in, and her profile has every field of the specification"],
    [
      "User: verification {is_need, data.status}",
      "verification: alice gives documents, the company takes and accepts them, and her profile says each step",
    ],
    [
      "Beside the user: features, region; fresh_token and super_bonus where there are any",
      "accounts: she is signed in, and her profile has every field of the specification",
      "accounts: a token is good for 15 minutes; the profile call replaces it in its last five",
      "bonuses: one that an operator gave by hand comes with the profile as super_bonus, until its time is over",
    ],
    [
      "The session holds the bearer token and the sign-on link",
      "mirrors-story: alice signs in on one mirror and arrives signed in on the main host and on the other mirror",
    ],
    [
      "Billing data: payments.methods, payments.bonus.name, crypto-payments, crypto-payouts",
      "deposits: methods and limits are those of her currency, a guest's those of the region",
      "coin-payouts: to an address of his: USDT and ether at the rate of the moment, processing until the third block",
    ],
    [
      "Payment method: hash, name, min_amount, max_amount, default_amount, exchange_currency, value",
      "deposits: methods and limits are those of her currency, a guest's those of the region",
    ],
    [
      "Deposit process: hash, id, life_time, amount, shop_amount, commission, card {card_number, phone_number}, sum_was_changed, status",
      "deposits: a transfer shows a card and keeps the sum the provider asks for",
      "webhooks: another sum is credited as paid and shown as changed",
    ],
    ["Free spin: game.id, expiration_at", "free-spins: alice sees hers until they expire; bob sees nothing of them"],
    [
      "Bonus: name, expires_in, region",
      "bonuses: the deposit bonus that ends first waits, in the caller's language, until its time is over",
    ],
    [
      "Promo object of an attribution: type, value; beside it advId",
      "attribution: remembers the visit with its whole query, and gives the campaign's promo while it lasts",
    ],
    ["Geo data: ip, country_code", "region: from %s answers %i"],
    ["Region: KZ or RU, RU where nothing is known", "visit: geo: the region goes with the page"],
    [
      "Mirror data: sso, meta_yandex_verification, revshare_service_frontend_url, telegram_channel_url",
      "mirrors: says what belongs to a host, and offers the sign-on to mirrors only",
    ],
    [
      "Settings keep the revshare address and the Telegram channel",
      "site-settings: settings keep the revshare address and the Telegram channel of the host, or nothing where it names none",
      "mirrors-story: the mirrors' pages may call their own API only, and show what belongs to them",
    ],
    [
      "Mirror check entry: a clean address and a pixel image",
      "mirror-check: with chance %d it begins after %d ms, goes on every five minutes and sends what it found",
    ],
    ["Token refresh: access_token", "accounts: twenty tabs refresh at once and nobody is logged out"],
    [
      "Currencies RUB, USD, KZT, INR, EUR, each with an icon and a sign",
      "constants: five currencies, each with its sign",
    ],
    [
      "Country phone entries: ru and kz (+7, (###) ### ## ##), by (+375)",
      "codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one",
    ],
    [
      "Device flags from the user agent: mobile, tablet, desktop, iOS, Android, crawler, browser family",
      "device: %s",
      "device-flags: the flags of phones, tablets, desks and crawlers, and the five browser families",
    ],
  ),
  section(
    "Cookies and local storage",
    [
      "token: the session token, 30 days",
      "site-cookies: %s lives %s",
      "app: who logs in is remembered for 30 days, takes the page's language and zone where he had none, and sees the deposit after 17 s",
    ],
    ["userBrowser: the user agent, 1 day, path /", "steps: device: the browser is remembered for a day"],
    ["prHash: from the query pr, 1 day", "steps: of %j keeps %o"],
    ["simpleAuth: true where the query simple_auth is present, 1 day", "steps: of %j keeps %o"],
    [
      "advId: from the attribution response, set once, 1 day",
      "steps: all four utm and no advId: the whole query is sent, advId is kept, a promo for ten minutes",
      "steps: %s: nothing is sent",
    ],
    [
      "adBonusType and adBonusValue: promo type and value, 600 s",
      "steps: all four utm and no advId: the whole query is sent, advId is kept, a promo for ten minutes",
    ],
    [
      "adBonusModal: false, 600 s",
      "steps: all four utm and no advId: the whole query is sent, advId is kept, a promo for ten minutes",
    ],
    ["Advertising cookies: 30 days", "steps: of %j keeps %o"],
    ["stag: 1 day", "steps: of %j keeps %o"],
    [
      "super_bonus: 182.5 days",
      "site-cookies: %s lives %s",
      "steps: super_bonus: what was granted to a player is offered while it waits, and its cookie goes with it",
    ],
    [
      "user-version: the version of the app, 1 day",
      "app: a newer build is found by asking every 60 s and on focus, and said once, gently",
    ],
    [
      "locale: ru, en or kz, 365 days",
      "pages: without a language in the path, a page is served in the visitor's own: cookie, browser, else English",
    ],
    [
      "ssoRedirected: redirect once",
      "steps: a guest of a mirror is sent to the main host once, with the hash of what stays here",
    ],
    [
      "checkDomainsTimestamp: the last mirror check",
      "mirror-check: with chance %d it begins after %d ms, goes on every five minutes and sends what it found",
      "mirror-check: a page that opens a minute after another one checked waits for its turn",
    ],
    [
      "Local storage: fingerprint",
      "app: a fingerprint in idle time and a session id, both in local storage and the same after a reload",
    ],
    [
      "Local storage: session_id",
      "app: a fingerprint in idle time and a session id, both in local storage and the same after a reload",
    ],
    [
      "Local storage: the install prompt was dismissed for good",
      "app: is not shown on the first visit, is shown on the next, and never again once it was refused for good",
    ],
  ),
];
