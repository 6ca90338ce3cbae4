import { section } from "./rows.ts";

/** A row that begins with a method and a path is checked against the calls that are mounted. */
export const calls = [
  section(
    "How calls are made",
    [
      "To the configured base address in development, else to api. before the host without www",
      "hosts: a page at %s calls %s",
      "hosts: the configured base address counts in development and nowhere else",
    ],
    [
      "With the bearer token (the replay carries the new one), the Region header where there is a region, and Accept-Language",
      "api: a call goes to its service with the token, region and language of the visitor",
    ],
    [
      "Crash, cases, miner, general, coinflip, keno and dice may have base addresses of their own",
      "api: a call goes to its service with the token, region and language of the visitor",
      "services: lets the page of the house ask it, and no other page",
    ],
  ),
  section(
    "Calls",
    [
      "GET /bonus-system/bonus-activation/waiting-reg-and-dep",
      "bonuses: the deposit bonus that ends first waits, in the caller's language, until its time is over",
      "bonuses: where nothing was given, nothing is shown",
    ],
    ["GET /bonus-system/bonus/:id", "bonuses: somebody else's bonus is not there"],
    [
      "GET /api/v2/billing/data",
      "deposits: methods and limits are those of her currency, a guest's those of the region",
    ],
    ["GET /billing/payment/status/:id", "deposits: she opens an invoice, pays it, and plays with exactly that"],
    ["GET /profile/freeSpins", "free-spins: alice sees hers until they expire; bob sees nothing of them"],
    ["GET /api/freeSpinsCampaigns/:id", "free-spins: alice sees hers until they expire; bob sees nothing of them"],
    [
      "PUT /api/v2/freeSpinsCampaigns/cancel/:id",
      "free-spins: given up once they stay given up, and used ones cannot be",
    ],
    [
      "POST /attachSource",
      "attribution: is what the registration carried, completed by attachSource, and never replaced",
    ],
    [
      "POST /api/v2/auth/register/email",
      "accounts: she is signed in, and her profile has every field of the specification",
      "accounts: her mailbox is taken, however it is written, also by ten at the same moment",
    ],
    [
      "POST /api/v2/auth/register/phone",
      "contacts: however she writes it; the code she is sent confirms the number, once",
    ],
    [
      "PUT /auth/login",
      "social: the address asks with PKCE, state and nonce, and comes back to one page only",
      "mirrors: alice comes back with a token, and her browser makes a session of it on the mirror",
    ],
    [
      "POST /auth/send_login_data",
      "restore: shows whose account it opens without saying it, signs in once, and is over after a quarter of an hour",
    ],
    ["POST /api/v2/auth/login/email/password", "accounts: an unknown e-mail and a wrong password get the same answer"],
    ["POST /api/v2/auth/login/email/code", "codes: mailed to her as she wrote her address; it is good once"],
    [
      "POST /api/v2/auth/login/phone/password",
      "contacts: by password she comes in again only with a code while the number is not confirmed; that confirms it",
    ],
    ["POST /api/v2/auth/login/phone/code", "codes: by a call, or by SMS where she chooses it"],
    [
      "POST /api/v2/auth/password/email/forgot",
      "restore: by the mailed code: a new one, a session, and every other session has ended",
    ],
    ["POST /api/v2/auth/password/phone/forgot", "restore: by phone: the link belongs to the number it was sent to"],
    [
      "POST /api/v2/auth/password/email/code/confirm",
      "restore: step by step: code or token for a reset token, which sets the password once",
    ],
    [
      "POST /api/v2/auth/password/phone/code/confirm",
      "restore: by phone: the link belongs to the number it was sent to",
    ],
    [
      "POST /api/v2/auth/password/email/token/confirm",
      "restore: step by step: code or token for a reset token, which sets the password once",
    ],
    [
      "POST /api/v2/auth/password/phone/token/confirm",
      "restore: by phone: the link belongs to the number it was sent to",
    ],
    [
      "POST /api/v2/auth/password/email/token/check",
      "restore: by the mailed link: it can be looked at often and used once, by one of ten",
    ],
    [
      "POST /api/v2/auth/password/phone/token/check",
      "restore: by phone: the link belongs to the number it was sent to",
    ],
    [
      "POST /api/v2/auth/password/email/reset/token",
      "restore: by the mailed link: it can be looked at often and used once, by one of ten",
      "restore: step by step: code or token for a reset token, which sets the password once",
    ],
    [
      "POST /api/v2/auth/password/email/reset/code",
      "restore: by the mailed code: a new one, a session, and every other session has ended",
    ],
    [
      "POST /api/v2/auth/password/phone/reset",
      "restore: by phone: the link belongs to the number it was sent to",
      "story-codes: zarina registers by phone, confirms the number, forgets her password and comes back with a new one",
      "codes-story: zarina registers by phone, confirms the number, forgets her password and comes back with a new one",
    ],
    [
      "POST /api/v2/auth/login/phone/verification",
      "contacts: by password she comes in again only with a code while the number is not confirmed; that confirms it",
    ],
    [
      "POST /api/v2/auth/login/email/verification",
      "contacts: is not enough where the contact is confirmed: the mailbox says who it is",
      "contacts: stands after every first one: password, code, link and a new password",
    ],
    ["POST /api/v2/auth/phone/send", "contacts: one player cannot have the whole town called"],
    [
      "POST /api/v2/auth/phone/resend",
      "contacts: another code, by SMS or by a call or by mail, takes the place of the former one",
    ],
    [
      "POST /api/v2/auth/email/send",
      "contacts: who proves a contact takes it from one who never did; one who did keeps it",
    ],
    [
      "POST /api/v2/auth/email/resend",
      "contacts: another code, by SMS or by a call or by mail, takes the place of the former one",
    ],
    [
      "POST /api/v2/auth/email/verify/code",
      "contacts: who proves a contact takes it from one who never did; one who did keeps it",
    ],
    [
      "POST /api/v2/auth/phone/verify/code",
      "contacts: however she writes it; the code she is sent confirms the number, once",
    ],
    ["POST /api/v2/auth/login/phone/code/resend", "codes: by a call, or by SMS where she chooses it"],
    [
      "POST /api/v2/auth/login/email/resend",
      "codes: in the language of her page, and a later code takes the place of the former one",
    ],
    ["GET /profile/user", "accounts: she is signed in, and her profile has every field of the specification"],
    ["PUT /auth/logout", "accounts: logging out ends the token at once, here and in another process"],
    [
      "POST /auth/refresh-token",
      "accounts: twenty tabs refresh at once and nobody is logged out",
      "accounts: a stolen secret used after the grace ends the session for thief and owner, and is recorded",
    ],
    ["PUT /profile/settings", "accounts: the currency of a session follows at once, and the language is kept"],
    [
      "POST /password/update",
      "restore: a password is changed with the old one; the other browsers are signed out, this one is not",
    ],
    ["POST /api/v2/auth/password/set", "restore: a first password is set once, also by ten calls at the same moment"],
    [
      "POST /api/v2/vip/join",
      "vip: alice's request is kept, a second open one is refused, and after the answer she may ask again",
    ],
    [
      "GET /api/v3/welcome-pack/get-welcome-packs-guest",
      "welcome-pack: an open one is shown in its region, in the caller's language and the region's currency, its steps in order",
      "welcome-pack: none is shown while none is open",
    ],
    ["GET /geo_ip", "region: from %s answers %i"],
    ["POST /middleware/mirrorRedirect", "redirects: %s leads to %o"],
    ["POST /middleware/mirror", "mirrors: says what belongs to a host, and offers the sign-on to mirrors only"],
    ["POST /middleware/affiliate", "attribution: an affiliate is known by id or tag, and unknown ones are null"],
    ["POST /middleware/ip", "region: from %s answers %i"],
    ["GET /mirror", "mirrors: says what belongs to a host, and offers the sign-on to mirrors only"],
    [
      "POST /middleware/registerPageOpenEvent",
      "attribution: page opens and events are kept with who and where, and forgotten after 400 days",
    ],
    [
      "POST /middleware/utm",
      "attribution: remembers the visit with its whole query, and gives the campaign's promo while it lasts",
    ],
    [
      "PUT /api/v2/tracking/events",
      "attribution: page opens and events are kept with who and where, and forgotten after 400 days",
    ],
    ["GET /api/getMirrorsToCheck", "mirrors: sums up what browsers found, of its own hosts only"],
    ["POST /api/sendAntiBonusResult", "mirrors: sums up what browsers found, of its own hosts only"],
  ),
  section(
    "Static files",
    [
      "/latest-build.json with a timestamp, to compare the id of the build",
      "app: a newer build is found by asking every 60 s and on focus, and said once, gently",
    ],
    ["/sw.js every 20 s; on 200 the registration is updated", "app: the service worker is looked for every 20 s"],
  ),
];
