import { section, works } from "./rows.ts";

export const rules = [
  section(
    "Validation",
    works(
      "Server errors come as a map of field to messages; two messages about a missing captcha are hidden; the rest show as one notification of several lines, translated where there is a text",
      'error-lines: a refusal with fields is one notification with a line for each message => expect(noticesOf(422, refused(errors), { titled: true })).toEqual([{ kind: "error", lines }])',
      'error-lines: messages about a missing or late captcha are not shown => expect(linesOf(422, refused(errors))).toEqual(["text of email_invalid"])',
    ),
    works(
      "Changing the password, 422: a message for old_password, password (new) and password_confirm",
      'restore: a password is changed with the old one; the other browsers are signed out, this one is not => toEqual({ password: ["password_too_short"], password_confirm: ["password_confirm_wrong"], })',
      'restore: a password is changed with the old one; the other browsers are signed out, this one is not => toEqual({ old_password: ["password_wrong"] })',
    ),
    works(
      "Setting the password, 422: the first message of the password and one for the confirmation",
      'restore: a first password is set once, also by ten calls at the same moment => toEqual({ password: ["password_too_short"], confirm_password: ["password_confirm_wrong"], })',
    ),
    works(
      "Limits of a payment fall back to 100, 300000 and 100 (default)",
      'constants: a payment method without limits for a currency takes 100 to 300000, 100 by default => expect(fallbackLimits).toEqual({ min: "100", max: "300000", usual: "100" })',
    ),
    works(
      "Card numbers in fours; phone numbers by their pattern",
      'digits: a card\'s number %j is written %j => ["2200150012345675", "2200 1500 1234 5675"]',
      'phone: %s: %s is shown as %s => ["kz", "7071234567", "(707) 123 45 67"]',
      'digits: alice types, corrects in the middle and pastes: the caret stays where she is => expect(number.seen()).toBe("(707) 123 4|")',
    ),
    works(
      "A page of a password reset with phone goes to /error when the token's check fails",
      'codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one => there.getByText(later.say("lobby:error.reset_title")).waitFor()',
    ),
    works(
      "Attribution is sent only with all four utm parameters and without the cookie advId",
      'visit-attribution: %s: nothing is sent => ["three of them", "utm_source=a&utm_medium=b&utm_campaign=c", {}]',
      'visit-attribution: %s: nothing is sent => ["an advId that is there", utm, { advId: "adv" }]',
    ),
    works(
      "The page-open event is sent only with subH",
      "visit-attribution: subH: the page open is reported with the fingerprint and the whole address; without it nothing is => expect(without.calls).toEqual([])",
    ),
    works(
      "The locale cookie counts only for ru, en, kz",
      'format: is that of the prefix, then the cookie, then the browser, then English => expect(chooseLocale({ cookie: "xx", acceptLanguage: "de-DE,kk;q=0.8,ru" })).toBe("kz")',
    ),
  ),
  section(
    "Roles",
    works(
      "A guest sees the banner of a promo, and may open login and registration",
      'visit-banner: a guest with a promo has three days, stored in the cookie => toEqual({ kind: "promo", name: "SPRING", endsAt })',
      'app: who registers with an empty balance is shown the deposit after 17 s, not before, and not again once it was closed => await page.getByRole("dialog").waitFor()',
    ),
    works(
      "A guest sees the banner of the welcome pack",
      'visit-banner: an invalid promo leaves the address and the cookies, and the welcome pack is offered for seven days => toEqual({ kind: "welcome", name: "Welcome", endsAt: now + 7 * 86_400_000 })',
    ),
    works(
      "A player may be premium",
      'vip: open at their thresholds of real stakes, show in the profile, and are never taken back => toContain(\'"premium":{"status":"silver"}\')',
    ),
    works(
      "A player may need verification",
      'verification: alice submits documents, the provider accepts them, and her profile shows each step => expect(await profile(alice)).toEqual({ is_need: true, data: { status: "init" } })',
    ),
    works(
      "Blocked regions see only /no-access",
      "mirrors-story: dave's country is blocked: he sees /no-access and nothing else until it is open again => expect(answers).toEqual([451, 200])",
      'visit: a blocked country is refused before its token is checked => toEqual({ to: "/no-access" })',
    ),
    works(
      "Bots are known, and skip redirects and the geo check",
      "visit: redirects: %s leads to %s => expect(open(url, { userAgent: googlebot }).redirect).toBeUndefined()",
      "visit: geo: from %s, %s leads to %s => expect(open(url, { address, userAgent: googlebot }).redirect).toBeUndefined()",
    ),
  ),
  section(
    "Errors",
    works(
      "451 on the geo call leads to /no-access",
      'steps: at %s, after %o, leads to %o => ["https://a.example/ru/games", { status: 451 }, ["/ru/no-access"], true]',
    ),
    works(
      "422 on password calls: a notification per field",
      'error-lines: 422 on a password call is a notification for each field, with the first message of each => { kind: "error", lines: ["text of password_confirm_wrong"] }',
    ),
    works(
      "Other errors of signing in: a translated notification titled with the key of the error",
      'error-lines: another sign-in error is a notification with a title, never with its code => { kind: "error", title: "title of wrong_credentials", lines: ["Incorrect login or password."] }',
    ),
    works(
      "A failed registration or login sends an analytics event with the text of the error, “error 500” where there is none",
      "form: analytics gets the text of a failed registration or login, and 'error 500' if there is none => expect(failureText(without)).toBe(\"error 500\")",
      'newcomer: frank\'s rejected input is shown: a notification for each field, one with a title, and the error is sent to the server log => toEqual(["loginFailed", { session_id: expect.any(String), error: text }])',
    ),
    works(
      "Failed changes of settings: a translated notification per key",
      'newcomer: frank\'s rejected input is shown: a notification for each field, one with a title, and the error is sent to the server log => await toast(frank.say("accounts:validation.locale_invalid")).waitFor()',
    ),
    works(
      "No route: 404 “Page not found: {path}”, not fatal",
      'pages: %s is no page: 404, titled Page Not Found, and it names the path => say(locale, "lobby:not_found.text", { path })',
    ),
    works(
      "Failed attribution and page-open calls are only logged",
      "visit-attribution: a failure is logged as 'middleware error' and stores nothing => expect([page.logged, page.cookieValues.size]).toEqual([[\"middleware error\"], 0])",
      "visit-attribution: subH: the page open is reported with the fingerprint and the whole address; without it nothing is => expect(failing.logged).toHaveLength(1)",
    ),
    works(
      "Failed mirror-list and anti-bonus calls are logged with status and body",
      'mirror-check: a failure to load the list or to send results is only logged, and the check continues => expect(check.logged).toEqual(["the mirror check failed", { status: 503, body }])',
    ),
    works(
      "A failed mirror-list or anti-bonus call changes nothing for the player",
      "mirror-check: a failure to load the list or to send results is only logged, and the check continues => expect(check.sent).toHaveLength(1)",
    ),
    works(
      "A locale that cannot be loaded logs “Failed locale loading”",
      "texts: a language that cannot be loaded is logged as 'Failed locale loading', and requested again the next time => expect(logged).toEqual([[\"Failed locale loading\", expect.any(TypeError)]])",
    ),
    works(
      "Analytics and captcha that cannot be loaded are only logged",
      'steps: an event has the id of its browser; its text is cut and its failure only logged => expect(failing.logged).toEqual(["the event loginFailed was not sent"])',
      'api: that cannot be loaded or solved is only logged, and leaves the server\'s refusal as it was => expect(logged).toEqual([["the captcha failed", new Error("no worker")]])',
    ),
    works(
      "A failed chunk reloads the current path; a fatal error shows the error page",
      'app: a missing build chunk reloads the page, at most once in ten seconds => page.getByText(carol.say("lobby:error.title")).waitFor()',
    ),
    works(
      "Every code of an error has a text in three languages",
      'docs: every failure has a status, a line and a text in each language, and its code means one thing => expect(messageIn(error, "en"), code).not.toBe(code)',
    ),
  ),
  section(
    "Constants",
    works(
      "RUB: crash 1–50000, miner 1–1000, coinflip, keno, hilo, roulette and dice 1–10000",
      'constants: stakes in roubles => expect(range(crashLimits, "RUB")).toBe("1–50000")',
      'constants: stakes in roubles => expect(range(table, "RUB")).toBe("1–10000")',
    ),
    works(
      "RUB: least payout 100; rooms red 1, yellow 10, purple 50; wheel at most 1",
      'constants: the least payout of each currency => toEqual({ RUB: "100", USD: "1", KZT: "500", INR: "100", EUR: "1" })',
      'constants: stakes in roubles => expect(least).toEqual({ red: "1", yellow: "10", purple: "50" })',
      'constants: the top prize of the wheel => RUB: "1"',
    ),
    works(
      "USD: crash 0.01–500, miner 0.01–10, coinflip 0.01–100, least payout 1, roulette at most 0.1",
      'constants: stakes in dollars, and euros as dollars => expect(range(crashLimits, "USD")).toBe("0.01–500")',
      'constants: stakes in dollars, and euros as dollars => expect(formatAmount(rouletteLimits.USD.max)).toBe("0.1")',
    ),
    works(
      "KZT: crash 5–250000, miner 5–5000, coinflip 5–50000, least payout 500, wheel at most 5, roulette at most 5",
      'constants: stakes in tenge => expect(range(crashLimits, "KZT")).toBe("5–250000")',
      'constants: stakes in tenge => expect(formatAmount(rouletteLimits.KZT.max)).toBe("5")',
      'constants: the top prize of the wheel => KZT: "5"',
    ),
    works(
      "INR: crash 1–50000, miner 1–1000, coinflip 1–10000, least payout 100, roulette at most 1",
      'constants: stakes in rupees => expect(range(crashLimits, "INR")).toBe("1–50000")',
      'constants: stakes in rupees => expect(formatAmount(rouletteLimits.INR.max)).toBe("1")',
    ),
    works(
      "EUR as USD",
      'constants: stakes in dollars, and euros as dollars => expect(range(table, "EUR")).toBe(range(table, "USD"))',
    ),
    works(
      "Levels begin at 100",
      'constants: the levels begin at 100 => expect(formatAmount(vipLevels[0].from)).toBe("100")',
      "levels: the first level opens at a wager of 100 roubles, to the micro-unit => expect(vipLevelOf(micros(100n * microsPerUnit - 1n))).toBeNull()",
    ),
    works(
      "Payments: 100 to 300000, default 100; the invoice is polled every 5 s and lives 1200 s",
      'constants: a payment method without limits for a currency takes 100 to 300000, 100 by default => expect(fallbackLimits).toEqual({ min: "100", max: "300000", usual: "100" })',
      "deposits: she opens an invoice, pays it, and plays with exactly that => life_time: 1200",
      "app: an open deposit is asked about every 5 s => toBeGreaterThanOrEqual(4_500)",
    ),
    works(
      "Banner: 3 days for a promo",
      'visit-banner: a guest with a promo has three days, stored in the cookie => toEqual({ kind: "promo", name: "SPRING", endsAt })',
    ),
    works(
      "Banner: 7 days for a welcome pack",
      'visit-banner: an invalid promo leaves the address and the cookies, and the welcome pack is offered for seven days => toEqual({ kind: "welcome", name: "Welcome", endsAt: now + 7 * 86_400_000 })',
    ),
    works(
      "PayIn after 17 s",
      'app: who registers with an empty balance is shown the deposit after 17 s, not before, and not again once it was closed => expect(new URL(page.url()).search).toContain("deposit")',
    ),
    works(
      "One token refresh for a failed request",
      'api: the second response is final, also when it is a 401 => expect(calls("refresh-token")).toHaveLength(1)',
    ),
    works(
      "Mirror check every 5 minutes after a random 10 to 55 s; probe 4 s",
      "mirror-check: with random value %d it starts after %d ms, repeats every five minutes and sends its results => [0.99999, 55_000]",
      "mirror-check: with random value %d it starts after %d ms, repeats every five minutes and sends its results => expect(check.asked).toEqual([4_000, 4_000])",
    ),
    works(
      "A probe has 7 s where nothing else is said",
      "mirror-check: an image has 7 s where nothing else is said, and counts as soon as it is there => expect(results).toEqual([null])",
    ),
    works(
      "Service worker: update every 20 s, mirrors every 10 minutes",
      "app: the service worker is looked for every 20 s => await expect.poll(() => asked.length).toBe(first + attempt)",
      'app: nothing private is in any cache, mirrors are brought every ten minutes, and logging out empties everything => await expect.poll(() => page.evaluate(cachedPaths)).toEqual(["/mirrors.json"])',
    ),
    works(
      "Fingerprint in idle time; guard of reloads 10 s",
      "app: a fingerprint in idle time and a session id, both in local storage and the same after a reload => expect.stringMatching(/^[0-9a-f]{64}$/)",
      "reload-guard: a lost chunk reloads the page once in ten seconds, to the millisecond => expect(mayReload(storage, 1_010_000)).toBe(true)",
    ),
    works(
      "Fingerprint after 500 ms where the browser has no idle time",
      "fingerprint: a browser without idle callbacks writes its fingerprint after 500 ms => expect(vi.getTimerCount()).toBe(1)",
    ),
    works(
      "Device flags are read again 50 ms after a resize; the chat 250 ms after each route change",
      "device-flags: the flags are updated 50 ms after the last of several resizes, once, and not after leaving => expect(reported).toEqual([false, true])",
      "app: is on every page, keeps a guest's message, and is refreshed 250 ms after each change of the page without losing the draft => await expect.poll(() => read.length).toBe(1)",
    ),
    works(
      "Notifications: 3000 ms, top right",
      'app: a notification is shown top right for 3000 ms => await toast.waitFor({ state: "hidden" })',
      "app: a notification is shown top right for 3000 ms => toBeGreaterThan(1440 - 60)",
    ),
    works("Notifications move for 300 ms", 'constants: notifications move for 300 ms => toBe("300ms")'),
    works(
      "Locales ru-RU, en-US, kk-KZ; default en-US",
      'format: is that of the prefix, then the cookie, then the browser, then English => expect(chooseLocale({ acceptLanguage: "de" })).toBe("en")',
      'format: is that of the prefix, then the cookie, then the browser, then English => expect(languageOf("kz")).toBe("kk")',
    ),
    works("The language header maps br to pt-BR", 'locale: the Accept-Language header for %s is %s => ["br", "pt-BR"]'),
    works(
      "Tooltip themes white-tooltip, gray-tooltip, regdep-tooltip",
      'mirrors-story: dana comes by an advertisement, registers, changes a setting, leaves, and comes back by a code => tip.getByText("A pack of three deposits: register to get it").waitFor()',
      "mirrors-story: dana comes by an advertisement, registers, changes a setting, leaves, and comes back by a code => await means.waitFor()",
      "constants: three themes of tooltips, each with a style of its own => expect(new Set(styles).size).toBe(3)",
    ),
  ),
];
