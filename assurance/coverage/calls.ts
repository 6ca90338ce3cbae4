import { section, works } from "./rows.ts";

/** A row that begins with a method and a path is checked against the calls that are mounted. */
export const calls = [
  section(
    "How calls are made",
    works(
      "To the configured base address in development, else to api. before the host without www",
      'hosts: a page at %s calls %s => ["www.casino.example", "https://api.casino.example"]',
      'hosts: the configured base address is used in development only => expect(of("development").apiOriginFor("casino.example", 3001)).toBe(base)',
    ),
    works(
      "With the bearer token (the replay carries the new one), the Region header where there is a region, and Accept-Language",
      'api: a call goes to its service with the token, region and language of the visitor => toEqual({ authorization: "Bearer old", region: "KZ", "accept-language": "kk" })',
    ),
    works(
      "Crash, cases, miner, general, coinflip, keno and dice may have base addresses of their own",
      'api: a call goes to its service with the token, region and language of the visitor => toMatchObject({ url: "http://people.test/profile/user?whoAreYou=1", method: "GET" })',
      'services: allows the site\'s pages, and no other origin => expect(await preflight("http://fairhouse.localhost:4200")).toBe("http://fairhouse.localhost:4200")',
    ),
  ),
  section(
    "Calls",
    works(
      "GET /bonus-system/bonus-activation/waiting-reg-and-dep",
      'bonuses: the waiting deposit bonus that expires first is shown, in the caller\'s language, until it expires => name: "Первый депозит"',
      "bonuses: without bonuses nothing is shown => expect((await api.call(waiting, { token: bob.token })).body).toEqual({ data: null })",
    ),
    works(
      "GET /bonus-system/bonus/:id",
      "bonuses: another player's bonus is not found => expect((await api.call(`GET /bonus-system/bonus/${id}`, { token: bob.token })).status).toBe(404)",
    ),
    works(
      "GET /api/v2/billing/data",
      "deposits: methods and limits are those of her currency, a guest's those of the region => expect(data.payments.methods[0]).toMatchObject(limits)",
    ),
    works(
      "GET /billing/payment/status/:id",
      "deposits: she opens an invoice, pays it, and plays with exactly that => toMatchObject({ status: 3, sum_was_changed: false })",
    ),
    works(
      "GET /profile/freeSpins",
      'free-spins: is pushed to the provider, half played, cancelled: profile, game, office and ledger agree => { campaign_id: id, game: { slug: "altyn" }, count: 20, left: 20, bet: "0.2", currency: "USD" }',
    ),
    works(
      "GET /api/freeSpinsCampaigns/:id",
      'free-spins: is pushed to the provider, half played, cancelled: profile, game, office and ledger agree => toMatchObject({ left: 10, status: "active" })',
    ),
    works(
      "PUT /api/v2/freeSpinsCampaigns/cancel/:id",
      'free-spins: is pushed to the provider, half played, cancelled: profile, game, office and ledger agree => toMatchObject({ status: "cancelled", left: 10 })',
    ),
    works(
      "POST /attachSource",
      'attribution: is the one sent with the registration, completed by attachSource, and never replaced => expect((await send("POST /attachSource", attach, token)).status).toBe(204)',
    ),
    works(
      "POST /api/v2/auth/register/email",
      "accounts: she is signed in, and the profile has every field of the specification => expect(alice.status).toBe(201)",
      'accounts: a mailbox can be registered once, in any spelling, also by ten concurrent requests => expect(again.body.errors).toEqual({ email: ["email_taken"] })',
    ),
    works(
      "POST /api/v2/auth/register/phone",
      'contacts: in any format; the code sent to her confirms the number, once => register_method: "phone"',
    ),
    works(
      "PUT /auth/login",
      'social: the URL has PKCE, state and nonce, and a single redirect URI => redirect_uri: "http://api.fairhouse.localhost/auth/social/callback"',
      'mirrors: alice comes back with a token, which her browser exchanges for a session on the mirror => expect(profile.body.user.email).toBe("p1@example.com")',
    ),
    works(
      "POST /auth/send_login_data",
      "restore: shows the masked account, signs in once, and expires after a quarter of an hour => expect([first?.status, second?.status].sort()).toEqual([200, 422])",
    ),
    works(
      "POST /api/v2/auth/login/email/password",
      "accounts: an unknown email and a wrong password get the same answer => expect((await logIn(bob.email.toUpperCase(), password)).status).toBe(200)",
    ),
    works(
      "POST /api/v2/auth/login/email/code",
      "codes: mailed to her as she wrote her address; it works once => expect(await people.post(byEmail, { email, code })).toMatchObject(over)",
    ),
    works(
      "POST /api/v2/auth/login/phone/password",
      'contacts: a password login needs a code while the number is not confirmed; the code confirms it => expect([first.status, first.body.data.methods]).toEqual([202, ["phone"]])',
    ),
    works(
      "POST /api/v2/auth/login/phone/code",
      'codes: by a call, or by SMS if she chooses it => toMatchObject({ channel: "call", template: "login_code" })',
    ),
    works(
      "POST /api/v2/auth/password/email/forgot",
      "restore: by the mailed code: a new one, a session, and every other session has ended => expect((await people.post(`${base}/email/forgot`, { email })).status).toBe(202)",
    ),
    works(
      "POST /api/v2/auth/password/phone/forgot",
      'restore: by phone: the link belongs to the number it was sent to => expect(channel).toBe("sms")',
    ),
    works(
      "POST /api/v2/auth/password/email/code/confirm",
      "restore: step by step: code or token for a reset token, which sets the password once => expect((await people.post(`${base}/email/${proofKind}/confirm`, proof)).status).toBe(422)",
    ),
    works(
      "POST /api/v2/auth/password/phone/code/confirm",
      "restore: by phone: the link belongs to the number it was sent to => toMatchObject({ phone, is_phone_verified: true })",
    ),
    works(
      "POST /api/v2/auth/password/email/token/confirm",
      "restore: step by step: code or token for a reset token, which sets the password once => expect((await people.post(`${base}/email/${proofKind}/confirm`, proof)).status).toBe(422)",
    ),
    works(
      "POST /api/v2/auth/password/phone/token/confirm",
      "restore: by phone: the link belongs to the number it was sent to => expect((await check({ token: exchanged, phone })).status).toBe(204)",
    ),
    works(
      "POST /api/v2/auth/password/email/token/check",
      "restore: by the mailed link: it can be checked any number of times and used once, by one of ten => expect((await people.post(`${base}/email/token/check`, { token })).status).toBe(204)",
    ),
    works(
      "POST /api/v2/auth/password/phone/token/check",
      "restore: by phone: the link belongs to the number it was sent to => expect(await check({ token, phone: newPhone() })).toMatchObject(linkExpired)",
    ),
    works(
      "POST /api/v2/auth/password/email/reset/token",
      "restore: by the mailed link: it can be checked any number of times and used once, by one of ten => expect(ten.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)])",
    ),
    works(
      "POST /api/v2/auth/password/email/reset/code",
      "restore: by the mailed code: a new one, a session, and every other session has ended => expect([(await logIn(email, password)).status, (await logIn(email, next)).status]).toEqual([422, 200])",
    ),
    works(
      "POST /api/v2/auth/password/phone/reset",
      "restore: by phone: the link belongs to the number it was sent to => toMatchObject({ phone, is_phone_verified: true })",
    ),
    works(
      "POST /api/v2/auth/login/phone/verification",
      "contacts: a password login needs a code while the number is not confirmed; the code confirms it => toMatchObject({ is_phone_verified: true, is_password_exists: true })",
    ),
    works(
      "POST /api/v2/auth/login/email/verification",
      "contacts: needs a code if the contact is confirmed => expect(await user(entered.body.token)).toMatchObject({ email })",
    ),
    works(
      "POST /api/v2/auth/phone/send",
      "contacts: one player cannot order codes to many numbers => expect(answers).toEqual([202, 202, 202, 429, 429])",
    ),
    works(
      "POST /api/v2/auth/phone/resend",
      'contacts: another code, by SMS or by a call or by mail, replaces the former one => expect(second.channel).toBe("call")',
    ),
    works(
      "POST /api/v2/auth/email/send",
      "contacts: confirming a contact takes it from an account that never did, not from one that has => toMatchObject({ email: email.toUpperCase(), is_email_verified: true })",
    ),
    works(
      "POST /api/v2/auth/email/resend",
      'contacts: another code, by SMS or by a call or by mail, replaces the former one => expect((await verify("email", (await people.lastTo(email)).code, token)).status).toBe(200)',
    ),
    works(
      "POST /api/v2/auth/email/verify/code",
      'contacts: confirming a contact takes it from an account that never did, not from one that has => expect(refused.body.errors).toEqual({ code: ["email_taken"] })',
    ),
    works(
      "POST /api/v2/auth/phone/verify/code",
      "contacts: in any format; the code sent to her confirms the number, once => toEqual({ data: { verified: true } })",
    ),
    works(
      "POST /api/v2/auth/login/phone/code/resend",
      'codes: by a call, or by SMS if she chooses it => expect(channel).toBe("sms")',
    ),
    works(
      "POST /api/v2/auth/login/email/resend",
      "codes: in the language of her page, and a later code replaces the former one => expect((await people.post(byEmail, { email, code: second.code })).status).toBe(200)",
    ),
    works(
      "GET /profile/user",
      "accounts: she is signed in, and the profile has every field of the specification => expect(body.user).toMatchObject(",
    ),
    works(
      "PUT /auth/logout",
      "accounts: logging out ends the token at once, here and in another process => expect((await refresh(ivan.secret)).status).toBe(401)",
    ),
    works(
      "POST /auth/refresh-token",
      "accounts: twenty tabs refresh at once and none is logged out => expect(answers.map(answer => answer.status)).toEqual(Array(20).fill(200))",
      'accounts: a stolen secret used after the grace period ends the session for thief and owner, and is recorded => toMatchObject({ status: 401, body: { code: "session_replayed" } })',
    ),
    works(
      "PUT /profile/settings",
      'accounts: the currency of a session changes at once, and the language is stored => expect(changed.body.user).toMatchObject({ currency: "KZT", locale: "ru" })',
    ),
    works(
      "POST /password/update",
      "restore: a password is changed with the old one; the other browsers are signed out, this one is not => .status]).toEqual([200, 401])",
    ),
    works(
      "POST /api/v2/auth/password/set",
      "restore: a first password is set once, also by ten calls at the same moment => toMatchObject({ is_password_exists: true })",
    ),
    works(
      "POST /api/v2/vip/join",
      'vip: alice\'s request is stored, a second open one is refused, and after the answer she may make another => toMatchObject({ status: 409, body: { code: "vip_request_open" } })',
    ),
    works(
      "GET /api/v3/welcome-pack/get-welcome-packs-guest",
      'welcome-pack: alice goes through all steps: wagered, given up, and declined, each opens the next => publicTitle: "Pack",',
      "welcome-pack: a first step without its deposit ends the pack with the countdown, to the second; its place is free again => expect(await guest()).toEqual([])",
    ),
    works("GET /geo_ip", 'region: from %s answers %i => { data: { ip: places.kazakhstan, country_code: "KZ" } }'),
    works(
      "POST /middleware/mirrorRedirect",
      'redirects: %s leads to %o => ["/crash", { url: "/games/crash?from=old", external: false }]',
    ),
    works(
      "POST /middleware/mirror",
      'mirrors: returns the settings of a host, and offers the sign-on to mirrors only => expect(named.body.data.meta_yandex_verification).toBe("abc123")',
    ),
    works(
      "POST /middleware/affiliate",
      'attribution: an affiliate is found by id or tag, and unknown ones are null => expect(await of({ stag: "tag-7" })).toBe("p-7")',
    ),
    works(
      "POST /middleware/ip",
      'region: from %s answers %i => expect((await call("POST", "/middleware/ip", place)).body.data.ip).toBe(places[place])',
    ),
    works(
      "GET /mirror",
      "mirrors: returns the settings of a host, and offers the sign-on to mirrors only => expect((await of(main)).body.data.sso).toBeNull()",
    ),
    works(
      "POST /middleware/registerPageOpenEvent",
      'attribution: page opens and events are stored with player and address, and deleted after 400 days => toEqual([{ sub_h: "sub", fingerprint: "finger", click_url: open.click_url }])',
    ),
    works(
      "POST /middleware/utm",
      'attribution: stores the visit with its whole query, and returns the campaign\'s promo while it is valid => expect(rows).toEqual([{ query: { ...utm, lp: "7" } }])',
    ),
    works(
      "PUT /api/v2/tracking/events",
      'attribution: page opens and events are stored with player and address, and deleted after 400 days => toEqual([{ ...event, hostname: "api.fairhouse.localhost", known: true }])',
    ),
    works(
      "GET /api/getMirrorsToCheck",
      "mirrors: totals browsers' results, for its own hosts only => expect(domains).toEqual([main, a, b])",
    ),
    works(
      "POST /api/sendAntiBonusResult",
      'mirrors: totals browsers\' results, for its own hosts only => { hostname: a, country: "KZ", reached: 1n, failed: 1n, total_ms: 7n }',
    ),
  ),
  section(
    "Static files",
    works(
      "/latest-build.json with a timestamp, to compare the id of the build",
      "app: a newer build is found by asking every 60 s and on focus, and said once, gently => await expect.poll(() => asked.length).toBe(1)",
    ),
    works(
      "/sw.js every 20 s",
      "app: the service worker is looked for every 20 s => await expect.poll(() => asked.length).toBe(first + attempt)",
    ),
    works(
      "On 200 for /sw.js the registration is updated",
      "service-worker: every 20 s the registration is updated if /sw.js answers 200, and not if it answers anything else => expect(registration.update).toHaveBeenCalledTimes(2)",
    ),
  ),
];
