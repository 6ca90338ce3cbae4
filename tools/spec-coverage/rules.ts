import { section } from "./rows.ts";

export const rules = [
  section(
    "Validation",
    [
      "Server errors come as a map of field to messages; two messages about a missing captcha are hidden; the rest show as one notification of several lines, translated where there is a text",
    ],
    [
      "Changing the password, 422: a message for old_password, password (new) and password_confirm",
      "restore: a password is changed with the old one; the other browsers are signed out, this one is not",
    ],
    [
      "Setting the password, 422: the first message of the password and one for the confirmation",
      "restore: a first password is set once, also by ten calls at the same moment",
    ],
    ["Limits of a payment fall back to 100, 300000 and 100 (default)"],
    ["Card numbers in fours; phone numbers by their pattern"],
    [
      "A page of a password reset with phone goes to /error when the token's check fails",
      "codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one",
    ],
    ["Attribution is sent only with all four utm parameters and without the cookie advId"],
    ["The page-open event is sent only with subH"],
    [
      "The locale cookie counts only for ru, en, kz",
      "format: is that of the prefix, then the cookie, then the browser, then English",
    ],
  ),
  section(
    "Roles",
    ["A guest sees the banner of welcome pack or promo, and may open login and registration"],
    ["A player may be premium, and may need verification"],
    ["Blocked regions see only /no-access"],
    ["Bots are known, and skip redirects and the geo check"],
  ),
  section(
    "Errors",
    ["451 on the geo call leads to /no-access"],
    ["422 on password calls: a notification per field"],
    ["Other errors of signing in: a translated notification titled with the key of the error"],
    [
      "A failed registration or login sends an analytics event with the text of the error, “error 500” where there is none",
    ],
    ["Failed changes of settings: a translated notification per key"],
    ["No route: 404 “Page not found: {path}”, not fatal"],
    ["Failed attribution and page-open calls are only logged"],
    [
      "Failed mirror-list and anti-bonus calls are logged with status and body; a failed mirror request at the start is logged and ignored",
    ],
    ["A locale that cannot be loaded logs “Failed locale loading”"],
    ["Analytics and captcha that cannot be loaded are only logged"],
    ["A failed chunk loads the present path anew; a fatal error shows the error page"],
    [
      "Every code of an error has a text in three languages",
      "docs: every failure has a status, a line and a text in each language, and its code means one thing",
    ],
  ),
  section(
    "Constants",
    ["RUB: crash 1–50000, miner 1–1000, coinflip, keno, hilo, roulette and dice 1–10000"],
    ["RUB: least payout 100; rooms red 1, yellow 10, purple 50; wheel at most 1"],
    ["USD: crash 0.01–500, miner 0.01–10, coinflip 0.01–100, least payout 1, roulette at most 0.1"],
    ["KZT: crash 5–250000, miner 5–5000, coinflip 5–50000, least payout 500, wheel at most 5, roulette at most 5"],
    ["INR: crash 1–50000, miner 1–1000, coinflip 1–10000, least payout 100, roulette at most 1"],
    ["EUR as USD"],
    ["Levels begin at 100"],
    ["Payments: 100 to 300000, default 100; the invoice is polled every 5 s and lives 1200 s"],
    ["Banner: 3 days for a promo, 7 days for a welcome pack"],
    ["PayIn after 17 s"],
    ["One token refresh for a failed request"],
    ["Mirror check every 5 minutes after a random 10 to 55 s; probe 4 s (7 s where nothing else is said)"],
    ["Service worker: update every 20 s, mirrors every 10 minutes"],
    ["Fingerprint in idle time, or after 500 ms; guard of reloads 10 s"],
    ["Device flags are read anew 50 ms after a resize; the chat 250 ms after each route change"],
    ["Notifications: 3000 ms, moving 300 ms, top right"],
    ["Locales ru-RU, en-US, kk-KZ; default en-US; the language header maps br to pt-BR"],
    ["Tooltip themes white-tooltip, gray-tooltip, regdep-tooltip"],
  ),
];
