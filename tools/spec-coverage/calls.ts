import { section } from "./rows.ts";

/** A row that begins with a method and a path is checked against the calls that are mounted. */
export const calls = [
  section(
    "How calls are made",
    ["To the configured base address in development, else to api. before the host without www"],
    [
      "With the bearer token (the replay carries the new one), the Region header where there is a region, and Accept-Language",
      "api: a call goes to its service with the token, region and language of the visitor",
    ],
    [
      "Crash, cases, miner, general, coinflip, keno and dice may have base addresses of their own",
      "api: a call goes to its service with the token, region and language of the visitor",
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
    ["POST /attachSource"],
    ["POST /api/v2/auth/register/email"],
    [
      "POST /api/v2/auth/register/phone",
      "contacts: however she writes it; the code she is sent confirms the number, once",
    ],
    ["PUT /auth/login"],
    [
      "POST /auth/send_login_data",
      "restore: shows whose account it opens without saying it, signs in once, and is over after a quarter of an hour",
    ],
    ["POST /api/v2/auth/login/email/password"],
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
    ["POST /api/v2/auth/password/phone/token/confirm"],
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
    ],
    [
      "POST /api/v2/auth/password/email/reset/code",
      "restore: by the mailed code: a new one, a session, and every other session has ended",
    ],
    ["POST /api/v2/auth/password/phone/reset", "restore: by phone: the link belongs to the number it was sent to"],
    [
      "POST /api/v2/auth/login/phone/verification",
      "contacts: by password she comes in again only with a code while the number is not confirmed; that confirms it",
    ],
    [
      "POST /api/v2/auth/login/email/verification",
      "contacts: is not enough where the contact is confirmed: the mailbox says who it is",
    ],
    ["POST /api/v2/auth/phone/send", "contacts: one player cannot have the whole town called"],
    ["POST /api/v2/auth/phone/resend"],
    [
      "POST /api/v2/auth/email/send",
      "contacts: who proves a contact takes it from one who never did; one who did keeps it",
    ],
    ["POST /api/v2/auth/email/resend"],
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
    ["GET /profile/user"],
    ["PUT /auth/logout"],
    ["POST /auth/refresh-token"],
    ["PUT /profile/settings"],
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
    ["GET /geo_ip"],
    ["POST /middleware/mirrorRedirect"],
    ["POST /middleware/mirror"],
    ["POST /middleware/affiliate"],
    ["POST /middleware/ip"],
    ["GET /mirror"],
    ["POST /middleware/registerPageOpenEvent"],
    ["POST /middleware/utm"],
    ["PUT /api/v2/tracking/events"],
    ["GET /api/getMirrorsToCheck"],
    ["POST /api/sendAntiBonusResult"],
  ),
  section(
    "Static files",
    ["/latest-build.json with a timestamp, to compare the id of the build"],
    ["/sw.js every 20 s; on 200 the registration is updated"],
  ),
];
