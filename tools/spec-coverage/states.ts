import { section } from "./rows.ts";

export const states = [
  section(
    "Verification",
    [
      "init, waiting, user_pending and pending show as pending",
      "verification-status: every status shows as pending, failed or success, as the specification says",
    ],
    [
      "failed and unverified show as failed",
      "verification-status: every status shows as pending, failed or success, as the specification says",
    ],
    [
      "success and verified show as success",
      "verification-status: every status shows as pending, failed or success, as the specification says",
    ],
  ),
  section(
    "Deposit invoice",
    [
      "A countdown runs from life_time, 1200 s by default; at zero the process is discarded",
      "deposits: after 20 minutes by itself; a late payment is credited all the same",
    ],
    ["The status is polled every 5 s", "app: an open deposit is asked about every 5 s"],
    [
      "Status 3 is paid: polling stops, PayIn closes, SuccessPayment opens, a success event is sent",
      "promise: alice comes from nowhere, pays, wins, and checks the win in her browser and from a terminal",
    ],
  ),
  section(
    "Authentication",
    [
      "A token in the cookie means signed in",
      "newcomer: dave's access runs out in mid-play: the calls that wait share one renewal, and play goes on",
    ],
    [
      "The player is fetched at the start; a failed fetch clears the session",
      "newcomer: erin's session is ended elsewhere: the page says so, and after logging in nothing is missing",
    ],
    [
      "Logging out clears token, analytics identity and player",
      "app: nothing private is in any cache, mirrors are brought every ten minutes, and logging out empties everything",
      "accounts: logging out ends the token at once, here and in another process",
      "mirrors-story: alice leaves one mirror, and is out of her open pages on the main host and on the other mirror",
    ],
    [
      "A login that answers with a sign-on link goes there",
      "mirrors-story: alice signs in on one mirror and arrives signed in on the main host and on the other mirror",
    ],
    [
      "After login or registration the player is fetched, and the locale is set where it is empty",
      "app: who logs in is remembered for 30 days, takes the page's language and zone where he had none, and sees the deposit after 17 s",
    ],
    [
      "The locale of the profile is applied where it is supported, else English; the time zone is applied, or guessed where there is none",
      "app: who logs in is remembered for 30 days, takes the page's language and zone where he had none, and sees the deposit after 17 s",
      "format: shows times in the zone that the profile says, and in the machine's own where it says none that is known",
    ],
    [
      "Some registrations open PayIn after 17 s if the player is signed in and no modal is open",
      "app: who registers with an empty balance is shown the deposit after 17 s, not before, and not again once it was closed",
    ],
    [
      "PayIn opens 17 s after a login with a balance of 0 and a currency, if no modal is open",
      "entry: who came in is remembered over a page that is loaded anew, for a minute, and forgotten when he leaves",
      "mirrors-story: alice signs in on one mirror and arrives signed in on the main host and on the other mirror",
      "app: who logs in is remembered for 30 days, takes the page's language and zone where he had none, and sees the deposit after 17 s",
    ],
  ),
  section(
    "Session refresh",
    [
      "A 401 on any call but the refresh makes one refresh; failing calls wait for it and are sent again",
      "api: twenty calls that fail together wait for one refresh and are each sent once more",
    ],
    [
      "A refused refresh clears the session; with a sign-on link the visitor is sent there with the present address",
      "api: a refused refresh ends the session once, and all that waited are refused",
      "steps: a session that died here is looked for on the main host, from wherever the player was",
    ],
    ["The refresh itself asks for no refresh", "api: the refresh itself and guests ask for no refresh"],
  ),
  section(
    "Sign-on of a new visit",
    [
      "With a sign-on link, without a token and without no_sso, the visitor is redirected once",
      "steps: a guest of a mirror is sent to the main host once, with the hash of what stays here",
      "mirrors-story: bob is a guest: he is sent once, comes back to his address, and is asked no second time",
    ],
    [
      "The cookie ssoRedirected prevents loops, and is cleared after the return",
      "steps: is not done %s",
      "steps: after the return the house is told with the mirror's name, once, and the address is as it was",
      "mirrors-story: carol keeps no cookies and is not sent in circles; a program is not sent at all and gets the page whole",
    ],
    [
      "Bots skip it",
      "mirrors-story: carol keeps no cookies and is not sent in circles; a program is not sent at all and gets the page whole",
    ],
    [
      "Tracking events are sent before the redirect and after the return",
      "steps: a guest of a mirror is sent to the main host once, with the hash of what stays here",
      "steps: after the return the house is told with the mirror's name, once, and the address is as it was",
    ],
  ),
  section(
    "Simple-auth entry",
    [
      "simpleAuthToken in the address and the cookie simpleAuth sign the visitor in",
      "steps: logs in with the token and its proof, then initialises, asks for the affiliate and the address, in this order",
      "steps: a token without the cookie is not used, and does not stay",
    ],
    [
      "Then an initialisation step with host and user agent, and two more steps, one after the other",
      "steps: logs in with the token and its proof, then initialises, asks for the affiliate and the address, in this order",
    ],
  ),
  section(
    "Attribution",
    ["advId is set once; where it exists no attribution call is made", "steps: %s: nothing is sent"],
    [
      "A promo in the response sets the short-lived promo cookies",
      "steps: all four utm and no advId: the whole query is sent, advId is kept, a promo for ten minutes",
    ],
  ),
  section(
    "Bonus banner",
    [
      "A guest with a promo gets an expiry of 3 days in a cookie",
      "steps: a guest with a promo has three days, which the cookie remembers",
    ],
    [
      "A guest without one gets the banner of the welcome pack, 7 days",
      "steps: an invalid promo leaves the address and the cookies, and the welcome pack is offered for seven days",
    ],
    [
      "A player loads his waiting registration or deposit bonus",
      "bonuses: the deposit bonus that ends first waits, in the caller's language, until its time is over",
      "steps: a player is offered the bonus that waits for him",
    ],
    [
      "An invalid promo takes the promo out of address and cookie",
      "steps: an invalid promo leaves the address and the cookies, and the welcome pack is offered for seven days",
    ],
  ),
  section(
    "Geo",
    ["451 leads to /no-access", "steps: at %s, after %o, leads to %o", "visit: geo: from %s, %s leads to %s"],
    [
      "A successful check on /no-access leads back to /",
      "steps: at %s, after %o, leads to %o",
      "visit: geo: from %s, %s leads to %s",
    ],
    ["Bots are skipped", "visit: geo: from %s, %s leads to %s", "steps: programs are not asked"],
  ),
  section(
    "Mirror check",
    [
      "Only while signed in, every 5 minutes, first after a random 10 to 55 s",
      "mirror-check: with chance %d it begins after %d ms, goes on every five minutes and sends what it found",
    ],
    [
      "Each probe image has 4 s",
      "mirrors-story: alice's browser tries every mirror after a while and tells which of them is dead",
      "mirror-check: with chance %d it begins after %d ms, goes on every five minutes and sends what it found",
    ],
  ),
  section(
    "Install prompt and versions",
    [
      "The install prompt shows when the browser offers it, unless it was dismissed for good",
      "app: is not shown on the first visit, is shown on the next, and never again once it was refused for good",
    ],
    ["Installed apps are known by the standalone display mode", "app: an installed app is not asked to be installed"],
    [
      "A new version is found by polling the file of the latest build",
      "app: a newer build is found by asking every 60 s and on focus, and said once, gently",
    ],
    [
      "The page is loaded anew when a new version of the service worker activates",
      "app: a newer build is found by asking every 60 s and on focus, and said once, gently",
    ],
    [
      "A failed chunk loads the present path anew",
      "app: a piece of the build that is lost loads the page anew, once in ten seconds",
      "reload-guard: a lost chunk reloads the page once in ten seconds, to the millisecond",
    ],
    [
      "A fatal error shows the error page",
      "app: a piece of the build that is lost loads the page anew, once in ten seconds",
    ],
  ),
  section("Choice of the locale", [
    "The cookie (only ru, en, kz), then the browser's languages, then en-US",
    "format: is that of the prefix, then the cookie, then the browser, then English",
  ]),
];
