import { section } from "./rows.ts";

export const rules = [
  section(
    "Validation",
    [
      "Server errors come as a map of field to messages; two messages about a missing captcha are hidden; the rest show as one notification of several lines, translated where there is a text",
      "error-lines: a refusal with fields is one notification with a line for each message",
      "error-lines: messages about a missing or late captcha are not shown",
      "newcomer: frank's wrong words are told: a notification for each field, one titled in words, and the house's log hears of it",
    ],
    [
      "Changing the password, 422: a message for old_password, password (new) and password_confirm",
      "restore: a password is changed with the old one; the other browsers are signed out, this one is not",
    ],
    [
      "Setting the password, 422: the first message of the password and one for the confirmation",
      "restore: a first password is set once, also by ten calls at the same moment",
    ],
    [
      "Limits of a payment fall back to 100, 300000 and 100 (default)",
      "constants: a payment method that says nothing of a currency takes 100 to 300000, 100 where nothing is chosen",
    ],
    [
      "Card numbers in fours; phone numbers by their pattern",
      "figures: a card's number %j is written %j",
      "phone: %s: %s is shown as %s",
      "phone: %s is written %s",
      "figures: alice types, corrects in the middle and pastes: the caret stays where she is",
    ],
    [
      "A page of a password reset with phone goes to /error when the token's check fails",
      "codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one",
    ],
    [
      "Attribution is sent only with all four utm parameters and without the cookie advId",
      "steps: %s: nothing is sent",
    ],
    [
      "The page-open event is sent only with subH",
      "steps: subH: the page open is told with the fingerprint and the whole address; without it nothing is",
    ],
    [
      "The locale cookie counts only for ru, en, kz",
      "format: is that of the prefix, then the cookie, then the browser, then English",
    ],
  ),
  section(
    "Roles",
    [
      "A guest sees the banner of welcome pack or promo, and may open login and registration",
      "steps: a guest with a promo has three days, which the cookie remembers",
      "steps: an invalid promo leaves the address and the cookies, and the welcome pack is offered for seven days",
    ],
    [
      "A player may be premium, and may need verification",
      "verification: alice gives documents, the company takes and accepts them, and her profile says each step",
    ],
    [
      "Blocked regions see only /no-access",
      "mirrors-story: dave's country is closed: he sees /no-access and nothing else until it is open again",
      "visit: a blocked country is shut out before its token is looked at",
    ],
    [
      "Bots are known, and skip redirects and the geo check",
      "visit: redirects: %s leads to %s",
      "visit: geo: from %s, %s leads to %s",
      "steps: programs are not asked",
    ],
  ),
  section(
    "Errors",
    ["451 on the geo call leads to /no-access", "steps: at %s, after %o, leads to %o"],
    [
      "422 on password calls: a notification per field",
      "error-lines: 422 on a password call is a notification for each field, with the first message of each",
      "newcomer: frank's wrong words are told: a notification for each field, one titled in words, and the house's log hears of it",
    ],
    [
      "Other errors of signing in: a translated notification titled with the key of the error",
      "error-lines: another error of signing in is a notification with a title in words, never with its code",
      "newcomer: frank's wrong words are told: a notification for each field, one titled in words, and the house's log hears of it",
    ],
    [
      "A failed registration or login sends an analytics event with the text of the error, “error 500” where there is none",
      "form: analytics hears the text of a failed registration or login, and 'error 500' where there is none",
      "newcomer: frank's wrong words are told: a notification for each field, one titled in words, and the house's log hears of it",
    ],
    [
      "Failed changes of settings: a translated notification per key",
      "error-lines: 422 on a password call is a notification for each field, with the first message of each",
      "newcomer: frank's wrong words are told: a notification for each field, one titled in words, and the house's log hears of it",
    ],
    [
      "No route: 404 “Page not found: {path}”, not fatal",
      "pages: %s is no page: 404, titled Page Not Found, and it names the path",
    ],
    [
      "Failed attribution and page-open calls are only logged",
      "steps: a failure is written down as 'middleware error' and keeps nothing",
    ],
    [
      "Failed mirror-list and anti-bonus calls are logged with status and body; a failed mirror request at the start is logged and ignored",
      "mirror-check: a list that cannot be had, or results nobody takes, are only written down, and the check goes on",
    ],
    [
      "A locale that cannot be loaded logs “Failed locale loading”",
      "texts: a language that cannot be loaded is logged as 'Failed locale loading', and asked for again the next time",
    ],
    [
      "Analytics and captcha that cannot be loaded are only logged",
      "steps: an event says which browser it comes from; its text is cut and its failure only logged",
      "api: that cannot be loaded or solved is only logged, and leaves the house's refusal as it was",
    ],
    [
      "A failed chunk loads the present path anew; a fatal error shows the error page",
      "app: a piece of the build that is lost loads the page anew, once in ten seconds",
    ],
    [
      "Every code of an error has a text in three languages",
      "docs: every failure has a status, a line and a text in each language, and its code means one thing",
    ],
  ),
  section(
    "Constants",
    [
      "RUB: crash 1–50000, miner 1–1000, coinflip, keno, hilo, roulette and dice 1–10000",
      "constants: stakes in roubles",
    ],
    [
      "RUB: least payout 100; rooms red 1, yellow 10, purple 50; wheel at most 1",
      "constants: the least payout of each currency",
      "constants: stakes in roubles",
      "constants: the top prize of the wheel",
      "wheel: every ticket wins, the odds add up to a million, and no prize is above the top one",
    ],
    [
      "USD: crash 0.01–500, miner 0.01–10, coinflip 0.01–100, least payout 1, roulette at most 0.1",
      "constants: stakes in dollars, and euros as dollars",
      "constants: the least payout of each currency",
    ],
    [
      "KZT: crash 5–250000, miner 5–5000, coinflip 5–50000, least payout 500, wheel at most 5, roulette at most 5",
      "constants: stakes in tenge",
      "constants: the least payout of each currency",
      "constants: the top prize of the wheel",
      "wheel: every ticket wins, the odds add up to a million, and no prize is above the top one",
    ],
    [
      "INR: crash 1–50000, miner 1–1000, coinflip 1–10000, least payout 100, roulette at most 1",
      "constants: stakes in rupees",
      "constants: the least payout of each currency",
    ],
    ["EUR as USD", "constants: stakes in dollars, and euros as dollars"],
    [
      "Levels begin at 100",
      "constants: the levels begin at 100",
      "levels: the first level opens at a wager of 100 roubles, to the micro-unit",
    ],
    [
      "Payments: 100 to 300000, default 100; the invoice is polled every 5 s and lives 1200 s",
      "constants: a payment method that says nothing of a currency takes 100 to 300000, 100 where nothing is chosen",
      "deposits: after 20 minutes by itself; a late payment is credited all the same",
    ],
    [
      "Banner: 3 days for a promo, 7 days for a welcome pack",
      "steps: a guest with a promo has three days, which the cookie remembers",
      "steps: an invalid promo leaves the address and the cookies, and the welcome pack is offered for seven days",
    ],
    [
      "PayIn after 17 s",
      "app: who registers with an empty balance is shown the deposit after 17 s, not before, and not again once it was closed",
    ],
    ["One token refresh for a failed request", "api: what the second answer says stands, also when it is a 401"],
    [
      "Mirror check every 5 minutes after a random 10 to 55 s; probe 4 s (7 s where nothing else is said)",
      "mirror-check: with chance %d it begins after %d ms, goes on every five minutes and sends what it found",
    ],
    [
      "Service worker: update every 20 s, mirrors every 10 minutes",
      "app: the service worker is looked for every 20 s",
      "app: nothing private is in any cache, mirrors are brought every ten minutes, and logging out empties everything",
    ],
    [
      "Fingerprint in idle time, or after 500 ms; guard of reloads 10 s",
      "app: a fingerprint in idle time and a session id, both in local storage and the same after a reload",
      "reload-guard: a lost chunk reloads the page once in ten seconds, to the millisecond",
    ],
    [
      "Device flags are read anew 50 ms after a resize; the chat 250 ms after each route change",
      "device-flags: the flags are read anew 50 ms after the last resize, once for a row of them, and not after leaving",
      "app: is on every page, keeps a guest's message, and is refreshed 250 ms after each change of the page without losing the draft",
    ],
    ["Notifications: 3000 ms, moving 300 ms, top right", "app: a notification stands top right for 3000 ms"],
    [
      "Locales ru-RU, en-US, kk-KZ; default en-US; the language header maps br to pt-BR",
      "format: is that of the prefix, then the cookie, then the browser, then English",
    ],
    [
      "Tooltip themes white-tooltip, gray-tooltip, regdep-tooltip",
      "constants: three themes of tooltips, each with a style of its own",
    ],
  ),
];
