import { section, works } from "./rows.ts";

export const states = [
  section(
    "Verification",
    works(
      "init shows as pending",
      'verification-status: every status shows as pending, failed or success, as the specification says => expect(shownAs("pending")).toEqual(["init", "waiting", "user_pending", "pending"])',
    ),
    works(
      "waiting, user_pending and pending show as pending",
      'verification-status: every status shows as pending, failed or success, as the specification says => expect(shownAs("pending")).toEqual(["init", "waiting", "user_pending", "pending"])',
    ),
    works(
      "failed and unverified show as failed",
      'verification-status: every status shows as pending, failed or success, as the specification says => expect(shownAs("failed")).toEqual(["failed", "unverified"])',
    ),
    works(
      "success and verified show as success",
      'verification-status: every status shows as pending, failed or success, as the specification says => expect(shownAs("success")).toEqual(["success", "verified"])',
    ),
  ),
  section(
    "Deposit invoice",
    works(
      "A countdown runs from life_time, 1200 s by default; at zero the process is discarded",
      "deposits: she opens an invoice, pays it, and plays with exactly that => life_time: 1200",
      "deposits: after 20 minutes; a late payment is credited all the same => toMatchObject({ status: 4, life_time: 0 })",
      'pay-in: frank pays another amount, is declined, is late, and every tenge that arrived is credited => await page.getByRole("timer").waitFor()',
    ),
    works(
      "The status is polled every 5 s",
      "app: an open deposit is asked about every 5 s => toBeGreaterThanOrEqual(4_500)",
    ),
    works(
      "Status 3 is paid: polling stops",
      "invoice: a page reads an invoice every 5 s while it is open, and stops at status 3 and at every other end => [3, false]",
    ),
    works(
      "Status 3 is paid: PayIn closes, SuccessPayment opens, a success event is sent",
      'promise: alice comes from nowhere, pays, wins, and checks the win in her browser and from a terminal => page.getByRole("dialog", { name: alice.say("payments:pay.success") }).waitFor()',
      'promise: alice comes from nowhere, pays, wins, and checks the win in her browser and from a terminal => name: "depositSucceeded"',
    ),
  ),
  section(
    "Authentication",
    works(
      "A token in the cookie means signed in",
      'app: a player who logs in is remembered for 30 days, takes the page\'s language and time zone where the profile had none, and sees the deposit after 17 s => await page.locator(".wallet").waitFor()',
      "newcomer: dave's access runs out in mid-play: the calls that wait share one renewal, and play goes on => expect(renewals).toBe(1)",
    ),
    works(
      "The player is fetched at the start; a failed fetch clears the session",
      'newcomer: erin\'s session is ended elsewhere: the page says so, and after logging in nothing is missing => expect(await page.locator(".wallet").count()).toBe(0)',
    ),
    works(
      "Logging out clears token, analytics identity and player",
      "app: nothing private is in any cache, mirrors are brought every ten minutes, and logging out empties everything => expect(await identity()).toBeNull()",
      "accounts: logging out ends the token at once, here and in another process => expect((await profile(ivan.token)).status).toBe(401)",
    ),
    works(
      "A login that answers with a sign-on link goes there",
      "mirrors-story: alice signs in on one mirror and arrives signed in on the main host and on the other mirror => toMatch(/^http:\\/\\/api\\.fairhouse\\.localhost:\\d+\\/sso\\?grant=",
    ),
    works(
      "After login or registration the player is fetched, and the locale is set where it is empty",
      'app: a player who logs in is remembered for 30 days, takes the page\'s language and time zone where the profile had none, and sees the deposit after 17 s => .toMatchObject({ locale: "kz", timezone: expect.any(String) })',
    ),
    works(
      "The locale of the profile is applied where it is supported, else English; the time zone is applied, or guessed where there is none",
      'app: a player who logs in is remembered for 30 days, takes the page\'s language and time zone where the profile had none, and sees the deposit after 17 s => .toMatchObject({ locale: "kz", timezone: expect.any(String) })',
      'format: shows times in the zone of the profile, and in the machine\'s zone if that is unknown => toEqual(["02/01/2026", "02.01.2026 01:05"])',
    ),
    works(
      "Some registrations open PayIn after 17 s if the player is signed in and no modal is open",
      'app: who registers with an empty balance is shown the deposit after 17 s, not before, and not again once it was closed => expect(new URL(page.url()).search).toContain("deposit")',
    ),
    works(
      "PayIn opens 17 s after a login with a balance of 0 and a currency, if no modal is open",
      'app: a player who logs in is remembered for 30 days, takes the page\'s language and time zone where the profile had none, and sees the deposit after 17 s => expect(new URL(page.url()).search).toContain("deposit")',
      "entry: a sign-in is remembered across a reload for a minute, and cleared on logout => expect(sinceEntry(18_000, stored)).toBe(17_000)",
    ),
  ),
  section(
    "Session refresh",
    works(
      "A 401 on any call but the refresh makes one refresh; failing calls wait for it and are sent again",
      'api: twenty calls that fail together wait for one refresh and are each sent once more => expect(calls("refresh-token")).toHaveLength(1)',
      'api: twenty calls that fail together wait for one refresh and are each sent once more => expect(calls("profile")).toHaveLength(40)',
    ),
    works(
      "A refused refresh clears the session; with a sign-on link the visitor is sent there with the present address",
      "api: a refused refresh ends the session once, and all waiting calls are refused => expect([token, ended]).toEqual([null, 1])",
      "steps: a session that ended here is looked up on the main host, from any page => expect(page.left).toHaveLength(1)",
    ),
    works(
      "The refresh itself asks for no refresh",
      'api: the refresh itself and guests trigger no refresh => expect(calls("refresh-token")).toHaveLength(1)',
    ),
  ),
  section(
    "Sign-on of a new visit",
    works(
      "With a sign-on link, without a token and without no_sso, the visitor is redirected once",
      'steps: a guest of a mirror is redirected to the main host once, with the hash of the random bytes => expect(to.searchParams.get("return")).toBe("https://mirror.example/ru/games?tab=1")',
      'mirrors-story: bob is a guest: he is redirected once, returns to his address, and is not redirected again => expect(documents.filter(address => address.includes("/sso?"))).toHaveLength(1)',
    ),
    works(
      "The cookie ssoRedirected prevents loops",
      'steps: is not done %s => ["a second time", { sso, cookieValues: { ssoRedirected: "1" } }]',
      "mirrors-story: carol keeps no cookies and is not sent in circles; a program is not sent at all and gets the page whole => .length).toBeLessThanOrEqual(1)",
    ),
    works(
      "The cookie ssoRedirected is cleared after the return",
      "steps: after the return it is reported with the mirror's name, once, and the address is restored => expect([...page.cookieValues.keys()]).toEqual([])",
      'mirrors-story: bob is a guest: he is redirected once, returns to his address, and is not redirected again => cookieOf(context, mirrorA, "ssoRedirected")).toBeUndefined()',
    ),
    works(
      "Bots skip it",
      'steps: is not done %s => ["for programs", { sso, bot: true }]',
      "mirrors-story: carol keeps no cookies and is not sent in circles; a program is not sent at all and gets the page whole => expect(program.documents).toEqual([`${mirrorA}/en/faq`])",
    ),
    works(
      "Tracking events are sent before the redirect and after the return",
      'steps: a guest of a mirror is redirected to the main host once, with the hash of the random bytes => body: { name: "ssoAvailabilityCreate", data: { session_id: "s-1" } }',
      'steps: after the return it is reported with the mirror\'s name, once, and the address is restored => body: { name: "ssoAvailabilityFinish", data: { session_id: "an-id", mirror: "mirror.example" } }',
    ),
  ),
  section(
    "Simple-auth entry",
    works(
      "simpleAuthToken in the address and the cookie simpleAuth sign the visitor in",
      'steps: logs in with the token and its proof, then initialises, requests the affiliate and the address, in this order => expect(page.cookieValues.get("token")).toEqual({ value: "access", life: 2_592_000 })',
      'steps: a token without the cookie is not used, and is removed => expect(namesOf(page)).not.toContain("PUT /auth/login")',
    ),
    works(
      "Then an initialisation step with host and user agent, and two more steps, one after the other",
      'steps: logs in with the token and its proof, then initialises, requests the affiliate and the address, in this order => "POST /middleware/mirror", "POST /middleware/affiliate", "POST /middleware/ip"',
    ),
  ),
  section(
    "Attribution",
    works(
      "advId is set once; where it exists no attribution call is made",
      "visit-attribution: %s: nothing is sent => expect(page.calls).toEqual([])",
    ),
    works(
      "A promo in the response sets the short-lived promo cookies",
      'visit-attribution: all four utm and no advId: the whole query is sent, advId is stored, a promo for ten minutes => adBonusType: { value: "deposit", life: 600 }',
    ),
  ),
  section(
    "Bonus banner",
    works(
      "A guest with a promo gets an expiry of 3 days in a cookie",
      'visit-banner: a guest with a promo has three days, stored in the cookie => toEqual({ kind: "promo", name: "SPRING", endsAt })',
    ),
    works(
      "A guest without one gets the banner of the welcome pack, 7 days",
      'visit-banner: an invalid promo leaves the address and the cookies, and the welcome pack is offered for seven days => toEqual({ kind: "welcome", name: "Welcome", endsAt: now + 7 * 86_400_000 })',
    ),
    works(
      "A player loads his waiting registration or deposit bonus",
      "welcome-pack: alice goes through all steps: wagered, given up, and declined, each opens the next => expect(await waiting(alice)).toMatchObject({",
      'visit-banner: a player is offered their waiting bonus => toEqual({ kind: "waiting", name: "First deposit", endsAt: now + 3_600_000 })',
    ),
    works(
      "An invalid promo takes the promo out of address and cookie",
      'visit-banner: an invalid promo leaves the address and the cookies, and the welcome pack is offered for seven days => expect(page.address).toBe("https://a.example/?x=1")',
    ),
  ),
  section(
    "Geo",
    works(
      "451 leads to /no-access",
      'steps: at %s, after %o, leads to %o => ["https://a.example/ru/games", { status: 451 }, ["/ru/no-access"], true]',
      'visit: geo: from %s, %s leads to %s => ["us", "/", "/no-access"]',
    ),
    works(
      "A successful check on /no-access leads back to /",
      'steps: at %s, after %o, leads to %o => ["https://a.example/no-access", { data: {} }, ["/"], true]',
      'visit: geo: from %s, %s leads to %s => ["kz", "/no-access", "/"]',
    ),
    works(
      "Bots are skipped",
      "visit: geo: from %s, %s leads to %s => expect(open(url, { address, userAgent: googlebot }).redirect).toBeUndefined()",
      "steps: crawlers are not checked => expect(page.calls).toEqual([])",
    ),
  ),
  section(
    "Mirror check",
    works(
      "Only while signed in, every 5 minutes, first after a random 10 to 55 s",
      "mirror-check: with random value %d it starts after %d ms, repeats every five minutes and sends its results => [0.5, 32_500]",
    ),
    works(
      "Each probe image has 4 s",
      "mirror-check: with random value %d it starts after %d ms, repeats every five minutes and sends its results => expect(check.asked).toEqual([4_000, 4_000])",
    ),
  ),
  section(
    "Install prompt and versions",
    works(
      "The install prompt shows when the browser offers it, unless it was dismissed for good",
      'app: is not shown on the first visit, is shown on the next, and never again once the visitor opted out => expect(await second.evaluate("globalThis.prompted")).toBe(true)',
      "app: is not shown on the first visit, is shown on the next, and never again once the visitor opted out => expect(await strip(fourth).count()).toBe(0)",
    ),
    works(
      "Installed apps are known by the standalone display mode",
      "app: an installed app is not asked to be installed => .count()).toBe(0)",
    ),
    works(
      "A new version is found by polling the file of the latest build",
      "app: a newer build is found by asking every 60 s and on focus, and said once, gently => await expect.poll(() => asked.length).toBe(1)",
    ),
    works(
      "The page is reloaded when a new version of the service worker activates",
      "app: a version that another tab has let take over waits for a dialog to be closed and for a field to be left => expect(await page.evaluate(announceUpdate), `${attempt}`).toBe(true)",
      "service-worker: on %s a version that takes over is reported, but not the first of all => expect(activated).toHaveBeenCalledTimes(count)",
    ),
    works(
      "A failed chunk reloads the current path",
      "app: a missing build chunk reloads the page, at most once in ten seconds => .toBeUndefined()",
      "reload-guard: a lost chunk reloads the page once in ten seconds, to the millisecond => expect(mayReload(storage, 1_009_999)).toBe(false)",
    ),
    works(
      "A fatal error shows the error page",
      'app: a missing build chunk reloads the page, at most once in ten seconds => page.getByText(carol.say("lobby:error.title")).waitFor()',
    ),
  ),
  section(
    "Choice of the locale",
    works(
      "The cookie (only ru, en, kz), then the browser's languages, then en-US",
      'format: is that of the prefix, then the cookie, then the browser, then English => expect(chooseLocale({ cookie: "xx", acceptLanguage: "de-DE,kk;q=0.8,ru" })).toBe("kz")',
      'format: is that of the prefix, then the cookie, then the browser, then English => expect(chooseLocale({ acceptLanguage: "de" })).toBe("en")',
    ),
  ),
];
