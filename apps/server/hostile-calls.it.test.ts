import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Route, routeName } from "#kit/contract/route.ts";
import { parseAmount } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { testOperator } from "#modules/operators/testing/test-operators.ts";
import { auditBooks, createWallet } from "#modules/wallet/server/index.ts";
import { createModules } from "./modules.ts";
import { payoutInvariants } from "./payout-invariants.ts";

/**
 * Every declared call with bad input: each field in turn, each path parameter, each header. The response is always a
 * declared failure, never an internal error, and no transfer is written. A new call with a body must have a
 * valid example here, or the first test fails.
 */

const key = { id: "a2V5", rawId: "a2V5", type: "public-key" };
const assertion = { ...key, response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" } };
const attestation = { ...key, response: { clientDataJSON: "e30", attestationObject: "AA" } };

const reason = "for a reason";

/** Those that games declare with their calls. */
function bodiesOfGames(): Record<string, Record<string, unknown>> {
  const calls = Object.values(gameTesting).flatMap(game => Object.entries(game.calls));
  return Object.fromEntries(calls.flatMap(([name, { body }]) => (body ? [[name, { ...body }]] : [])));
}

const goodBodies: Readonly<Record<string, Record<string, unknown>>> = {
  ...bodiesOfGames(),
  "POST /api/office/login": { email: "askar@house.example", password: "a long enough password" },
  "POST /api/office/login/code": { challenge: "c".repeat(43), code: "123456" },
  "POST /api/office/invitation/open": { token: "t".repeat(43) },
  "POST /api/office/invitation": { token: "t".repeat(43), password: "a long enough password", code: "123456" },
  "POST /api/office/operators": { email: "dana@house.example", name: "Dana", role: "support", reason },
  "POST /api/office/operators/:id/invitation": { reason },
  "POST /api/office/players/:id/notes": { text: "a note" },
  "POST /api/office/players/:id/sessions/end": { reason },
  "POST /api/office/payouts/:id/decline": { reason },
  "PUT /api/office/methods/:hash": { on: false, reason },
  "PUT /api/office/methods/:hash/limits": { currency: "USD", min: "1", usual: "5", max: "100", reason },
  "PUT /api/office/payout-rules/:currency": { automatic: "1", automatic_day: "2", one_person: "3", reason },
  "POST /api/office/coin-alarms/:id/acknowledge": { reason },
  "POST /api/office/coins/:coin/sweep": { reason },
  "POST /api/office/corrections": { player: randomUUID(), currency: "USD", amount: "-5", reason },
  "POST /api/office/corrections/:id/decline": { reason },
  "POST /api/office/approvals/:id/approve": { payload_hash: "0".repeat(64) },
  "POST /api/office/approvals/:id/decline": { reason },
  "POST /api/office/kyc/:id/documents/:document/open": { reason },
  "POST /api/office/kyc/:id/decision": { decision: "declined", why: "expired", reason },
  "POST /api/office/betting/holds": { level: "event", id: "m:fb:1", hold: "suspended", reason },
  "POST /api/office/betting/holds/lift": { level: "event", id: "m:fb:1", reason },
  "PUT /api/office/betting/markets/:id/terms": {
    prices: [{ outcome: "home", kind: "ceiling", price: "2.1", until: "2099-01-01T00:00:00Z" }],
    power: "0.9",
    max_win: "100",
    cap: "500",
    reason,
  },
  "PUT /api/office/betting/events/:id/delay": { added_s: 5, reason },
  "POST /api/office/betting/markets/:id/settle": { decision: "settle", ends: { home: "won", away: "lost" }, reason },
  "POST /api/office/betting/markets/:id/palpable-error": {
    outcome: "home",
    from: "2026-01-01T00:00:00Z",
    to: "2026-01-01T01:00:00Z",
    fair_price: "1.5",
    reason,
  },
  "POST /api/office/betting/slips/:id/void": { reason },
  "POST /api/office/betting/corrections/:id/decide": { decision: "apply", reason },
  "PUT /api/office/betting/players/:id/factor": { factor: "0.5", reason },
  "POST /api/office/bonuses": {
    name: { en: "Week", ru: "Неделя", kz: "Апта" },
    kind: "deposit",
    currency: "USD",
    percent: 100,
    amount: "20",
    min_deposit: "10",
    wager: 10,
    hours: 72,
    budget: "400",
    ends_at: "2099-01-01T00:00:00Z",
    reason,
  },
  "POST /api/office/bonuses/:id/activate": { reason },
  "POST /api/office/bonuses/:id/pause": { reason },
  "POST /api/office/support/conversations/:id/claim": { from: null },
  "POST /api/office/support/conversations/:id/assign": { to: null },
  "POST /api/office/support/conversations/:id/messages": { key: randomUUID(), text: "an answer" },
  "POST /api/office/support/conversations/:id/notes": { text: "a note" },
  "POST /api/office/support/conversations/:id/read": { number: 1 },
  "PUT /api/office/support/shift": { on: true },
  "POST /api/office/support/canned": { shortcut: "hi", locale: "en", title: "Greeting", text: "Hello {name}", reason },
  "PUT /api/office/support/canned/:id": { shortcut: "hi", locale: "en", title: "Greeting", text: "Hello", reason },
  "DELETE /api/office/support/canned/:id": { reason },
  "POST /api/office/moderation/:id/decision": { decision: "approved", reason },
  "POST /api/office/vip/:id/answer": { accept: true, reason },
  "PUT /api/office/catalogue/:id": {
    state: "disabled",
    state_reason: "retired",
    maintenance_until: null,
    rank: 1,
    badge: "hot",
    categories: ["books"],
    countries: ["KZ"],
    blocked_countries: [],
    currencies: ["EUR"],
    limits: { EUR: { min: "1", max: "2" } },
    reason,
  },
  "POST /api/office/catalogue/providers/:provider/import": { reason },
  "POST /api/v1/me/games": { favourites: [{ kind: "slots", slug: "altyn-dala" }], recent: [] },
  "PUT /api/v1/me/games/:kind/:slug": { favourite: true },
  "POST /api/office/wheel/versions": {
    top: { RUB: "2", USD: "0.05", KZT: "10", INR: "2", EUR: "0.05" },
    prizes: [
      { of: 100, odds: 250_000 },
      { of: 40, odds: 750_000 },
    ],
    reason,
  },
  "PUT /api/office/operators/:id/role": { role: "risk", reason },
  "PUT /api/office/operators/:id/standing": { disabled: true, reason },
  "POST /api/office/providers": {
    slug: "studio",
    title: "Studio",
    base_url: "https://studio.example/fwp",
    frame_origin: "https://studio.example",
    reason,
  },
  "PUT /api/office/providers/:id": {
    title: "Studio",
    base_url: "https://studio.example/fwp",
    frame_origin: "https://studio.example",
    is_on: true,
    addresses: ["10.0.0.0/8"],
    calls_per_second: 5,
    reason,
  },
  "POST /api/office/providers/:id/keys": { reason },
  "POST /api/office/providers/:id/keys/:key/revoke": { reason },
  "POST /api/office/providers/:id/games": { reason },
  "PUT /api/office/providers/:id/games/:slug": { is_enabled: true, approve_maths: true, reason },
  "POST /api/office/providers/pots/:currency/seed": { amount: "5", reason },
  "POST /api/office/providers/rounds/:id/decide": { player: randomUUID(), decision: "pay", amount: "5", reason },
  "POST /api/office/providers/alarms/:id/close": { reason },
  "POST /api/office/free-spins": {
    title: "Opening",
    provider: "studio",
    game: "seven-struck",
    currency: "USD",
    bet: "0.20",
    count: 20,
    cost_cap: "40",
    expires_at: "2099-01-01T00:00:00Z",
    reason,
  },
  "POST /api/office/free-spins/:id/start": { reason },
  "POST /api/office/free-spins/:id/grants": { players: [randomUUID()], reason },
  "POST /api/office/free-spins/:id/cancel": { reason },
  "PUT /api/v1/providers/seeds/client": { client_seed: "a-seed" },
  "POST /api/v1/providers/seeds/rotate": { client_seed: "a-seed" },
  "POST /api/v1/betting/slips": {
    kind: "system",
    folds: [1],
    unit: "10",
    policy: "better",
    legs: [{ event: "m:1", market: "1x2", outcome: "home", price: "2" }],
  },
  "POST /api/v1/betting/quotes": {
    event: "m:fb:1",
    legs: [
      { market: "1x2", spec: "", outcome: "home" },
      { market: "total", spec: "total=2.5", outcome: "over" },
    ],
  },
  "POST /api/v1/betting/slips/:id/cash-out": { offer: "5", share: 50 },
  "POST /api/v1/exchange/quotes": { from: "USD", to: "RUB", amount: "5" },
  "POST /api/v1/exchange": { quote_id: randomUUID() },
  "POST /api/v1/inbox/read": { id: randomUUID() },
  "PUT /api/v1/inbox/phrase": { phrase: "blue otter" },
  "POST /api/v1/vault/put": { currency: "USD", amount: "5", lock_days: 7 },
  "POST /api/v1/vault/take": { currency: "USD", amount: "5" },
  "POST /api/v2/auth/register/email": {
    email: "new@example.com",
    password: "correct horse",
    currency: "USD",
    agree: true,
  },
  "POST /api/v2/auth/login/email/password": { email: "alice@example.com", password: "correct horse battery" },
  "PUT /auth/login": {
    provider: "simple",
    origin: "http://x.example",
    promo: "p",
    currency: "USD",
    token: "t",
    proof: "f",
  },
  "POST /middleware/mirrorRedirect": { host: "fairhouse.localhost", path: "/old" },
  "POST /middleware/utm": { utm_source: "s", utm_medium: "m", utm_campaign: "c", utm_term: "t" },
  "POST /attachSource": {
    stag: "s",
    promo: "p",
    partnerId: "1",
    advId: randomUUID(),
    advertiseUid: "u",
    advertiseSource: "x",
    cpaOneUid: "c",
    prHash: "h",
  },
  "POST /middleware/registerPageOpenEvent": { subH: "h", uuid: "f", click_url: "http://fairhouse.localhost/?subH=h" },
  "POST /middleware/affiliate": { host: "h", user_agent: "a", stag: "s", partner: "p", adplace: "a" },
  "PUT /api/v2/tracking/events": { name: "pageOpened", data: { session_id: "s" } },
  "POST /middleware/mirror": { host: "fairhouse.localhost", user_agent: "a browser" },
  "POST /api/sendAntiBonusResult": { "fairhouse.localhost": 12 },
  "POST /api/v2/auth/register/phone": {
    phone: "+77071234567",
    password: "correct horse",
    currency: "USD",
    agree: true,
  },
  "POST /api/v2/auth/login/phone/password": { phone: "+77071234567", password: "correct horse battery" },
  "POST /api/v2/auth/login/email/code": { email: "alice@example.com", code: "123456" },
  "POST /api/v2/auth/login/phone/code": { phone: "+77071234567", code: "123456" },
  "POST /api/v2/auth/login/email/resend": { email: "alice@example.com" },
  "POST /api/v2/auth/login/phone/code/resend": { phone: "+77071234567" },
  "POST /api/v2/auth/login/email/verification": { challenge: "c".repeat(43), code: "123456" },
  "POST /api/v2/auth/login/phone/verification": { challenge: "c".repeat(43), code: "123456" },
  "POST /auth/send_login_data": { email: "alice@example.com" },
  "POST /api/v1/auth/login-link/read": { token: "t".repeat(43) },
  "POST /api/v1/auth/login-link": { token: "t".repeat(43) },
  "POST /api/v2/auth/email/send": { email: "bob@example.com", password: "correct horse battery" },
  "POST /api/v2/auth/email/resend": { email: "bob@example.com", password: "correct horse battery" },
  "POST /api/v2/auth/phone/send": { phone: "+77071234568", password: "correct horse battery" },
  "POST /api/v2/auth/phone/resend": { phone: "+77071234568", password: "correct horse battery" },
  "POST /api/v2/auth/email/verify/code": { code: "123456" },
  "POST /api/v2/auth/phone/verify/code": { code: "123456" },
  "POST /api/v2/auth/password/email/forgot": { email: "alice@example.com" },
  "POST /api/v2/auth/password/phone/forgot": { phone: "+77071234567" },
  "POST /api/v2/auth/password/email/code/confirm": { email: "alice@example.com", code: "123456" },
  "POST /api/v2/auth/password/phone/code/confirm": { phone: "+77071234567", code: "123456" },
  "POST /api/v2/auth/password/email/token/confirm": { token: "t".repeat(43) },
  "POST /api/v2/auth/password/phone/token/confirm": { token: "t".repeat(43) },
  "POST /api/v2/auth/password/email/token/check": { token: "t".repeat(43) },
  "POST /api/v2/auth/password/phone/token/check": { token: "t".repeat(43), phone: "+77071234567" },
  "POST /api/v2/auth/password/email/reset/token": {
    token: "t".repeat(43),
    password: "a new battery",
    password_confirm: "a new battery",
  },
  "POST /api/v2/auth/password/email/reset/code": {
    email: "alice@example.com",
    code: "123456",
    password: "a new battery",
    password_confirm: "a new battery",
  },
  "POST /api/v2/auth/password/phone/reset": {
    token: "t".repeat(43),
    phone: "+77071234567",
    code: "123456",
    password: "a new battery",
    password_confirm: "a new battery",
  },
  "POST /password/update": {
    old_password: "correct horse battery",
    password: "a new battery",
    password_confirm: "a new battery",
  },
  "POST /api/v2/auth/password/set": { password: "a new battery", confirm_password: "a new battery" },
  "PUT /profile/settings": {
    locale: "en",
    timezone: "Asia/Almaty",
    is_avatar_hidden: false,
    is_statistics_hidden: false,
    currency: "USD",
  },
  "POST /api/v1/profile/identity/name/check": { name: "Alice_in_KZ" },
  "PUT /api/v1/profile/identity/name": { name: "Alice_in_KZ" },
  "PUT /api/v1/profile/identity/avatar": { avatar: "fox" },
  "POST /api/v1/profile/identity/avatar/upload": { type: "image/png", content: testPng().toString("base64") },
  "POST /api/v1/factors/proof/password": { password: "correct horse battery" },
  "POST /api/v1/factors/proof/code": { code: "123456" },
  "POST /api/v1/factors/proof/passkey/finish": { assertion },
  "POST /api/v1/factors/totp/confirm": { code: "123456" },
  "POST /api/v1/factors/passkeys/finish": { name: "Telephone", attestation },
  "POST /api/v1/factors/passkey-login/finish": { assertion },
  "POST /api/v1/factors/step/code": { challenge: "A".repeat(43), code: "123456" },
  "POST /api/v1/factors/step/passkey/finish": { challenge: "A".repeat(43), assertion },
  "POST /api/v1/social/finish": { answer: "state=x" },
  "POST /api/v1/social/register": { registration: "x", currency: "USD", agree: true },
  "POST /api/v1/social/links": { provider: "google", origin: "http://fairhouse.localhost" },
  "POST /api/v1/social/links/finish": { answer: "state=x" },
  "PUT /api/v1/fairness/client-seed": { client_seed: "alice-seed" },
  "POST /api/v1/fairness/rotate": { client_seed: "alice-seed-2" },
  "POST /api/v1/billing/payments": { method_hash: "card-page", amount: "50" },
  "POST /api/v1/billing/addresses": { method_hash: "usdt", address: `0x${"a1".repeat(20)}`, name: "Home" },
  "PUT /api/v1/billing/allow-list": { on: false },
  "POST /api/v1/billing/crypto-addresses": { coin: "usdt" },
  "POST /api/v1/billing/payouts": { method_hash: "0190a000-0000-7000-8000-000000000000", amount: "50" },
  "PUT /api/v1/limits": { currency: "USD", wager_limit: "100", loss_limit: "100", deposit_limit: "100" },
  "PUT /api/v1/limits/play": { day_minutes: 120, session_minutes: 60, check_minutes: 30 },
  "POST /api/v1/limits/time-out": { days: 1 },
  "POST /api/v1/limits/self-exclusion": { months: 6 },
  "POST /api/v1/privacy/close-account": { password: "another password", confirm: true },
  "POST /api/v1/verification/identity": { first_name: "Nina", last_name: "Petrova", birth_date: "1990-04-12" },
  "POST /api/v1/terms/accept": { version: "2026-11-01" },
  "POST /api/v1/verification/documents": { kind: "selfie", content: testPng().toString("base64") },
  "POST /api/v1/support/conversations": {
    key: randomUUID(),
    text: "A question",
    topic: "money",
    email: "bob@example.com",
    page: "/faq",
  },
  "POST /api/v1/support/conversations/:id/messages": { key: randomUUID(), text: "More", page: "/faq" },
  "POST /api/v1/support/conversations/:id/read": { number: 1 },
  "POST /api/v1/support/conversations/:id/rating": { solved: "yes", comment: "thank you" },
  "POST /api/v1/support/conversations/:id/transcript": { email: "bob@example.com" },
  "POST /api/v2/vip/join": { request_type: "membership" },
  "POST /api/v1/autobet/strategies": {
    game: "dice",
    currency: "USD",
    name: "Evening",
    strategy: {
      stake: "1",
      count: 10,
      stop_on_profit: null,
      stop_on_loss: "5",
      after_win: { kind: "reset" },
      after_loss: { kind: "percent", percent: 100 },
      conditions: [{ when: { kind: "losses", count: 3 }, do: { kind: "stop" } }],
    },
  },
  "PUT /api/v1/autobet/strategies/:id": {
    game: "dice",
    currency: "USD",
    name: "Evening",
    strategy: {
      stake: "1",
      count: 10,
      stop_on_profit: null,
      stop_on_loss: "5",
      after_win: { kind: "reset" },
      after_loss: { kind: "percent", percent: 100 },
      conditions: [{ when: { kind: "losses", count: 3 }, do: { kind: "stop" } }],
    },
  },
  "PUT /api/v1/games/favourites": { games: ["dice", "keno"] },
};

/** Invalid for every amount, name, choice and flag. */
const hostile: readonly unknown[] = [
  null,
  -1,
  1e30,
  Number.MAX_SAFE_INTEGER,
  "1e3",
  "NaN",
  "-0",
  "-5",
  "+5",
  " 5",
  "5 ",
  "0x10",
  "1.234",
  "1,5",
  "٥",
  "５",
  "99999999999999",
  "1".repeat(5000),
  "",
  "\u0000",
  "'; DROP TABLE wallet.bets; --",
  [],
  ["1"],
  {},
  { $gt: "" },
];

/** Fields for free text within a pattern: some of the hostile texts are valid there. */
const lenient = new Set([
  "title",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "stag",
  "partnerId",
  "advertiseUid",
  "advertiseSource",
  "cpaOneUid",
  "prHash",
  "subH",
  "uuid",
  "host",
  "partner",
  "adplace",
  "text",
  "first_name",
  "last_name",
  "user_agent",
  "promo",
  "origin",
  "proof",
  "token",
  "password",
  "method_hash",
  "client_seed",
  "timezone",
  "reason",
  "name",
  "first_name",
  "last_name",
]);

/** Nullable fields: a removed limit, the default picture. */
const nullable = new Set([
  "why",
  "avatar",
  "wager_limit",
  "loss_limit",
  "deposit_limit",
  "day_minutes",
  "session_minutes",
  "check_minutes",
]);

const ids = [
  "0",
  "%00",
  "..%2f..%2fadmin",
  "' OR 1=1",
  "x".repeat(300),
  "crash-0",
  "crash-999999999999999999999",
  randomUUID(),
];

/** Their loops are stopped here: there is no beacon to start a chain with. */
const sharedRounds: ReadonlySet<string> = new Set(["crash", "roulette", "rooms", "duels", "battles"]);

let host: TestHost;
let api: TestApi;
let token: string;
let cookies: Readonly<Record<string, string>>;
let routes: readonly Route[];

beforeAll(async () => {
  host = await testHost({ modules: "all" });
  const { all: modules, accounts, operators } = createModules(host);
  for (const module of modules) if (!sharedRounds.has(module.manifest.name)) await module.start?.();
  api = await testApi(host, modules, accounts.authenticate, undefined, operators.operatorOf);
  ({ cookies } = await testOperator({ host, operators, api }, "owner"));
  routes = modules.flatMap(module => module.handlers ?? []).map(handler => handler.route);

  await register("alice@example.com", "correct horse battery");
  token = await register("bob@example.com", "correct horse battery");
  await call("PUT /api/v1/fairness/client-seed", { client_seed: "bob-seed" });
  await payIn("bob@example.com", "1000");
});
afterAll(() => host.close());

async function register(email: string, password: string): Promise<string> {
  const answer = await api.call("POST /api/v2/auth/register/email", {
    body: { email, password, currency: "USD", agree: true },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.token;
}

async function payIn(email: string, amount: string): Promise<void> {
  const { rows } = await host.db.query<{ id: PlayerId }>("SELECT id FROM accounts.players WHERE email = $1", [email]);
  const owner = required(rows[0], `${email} is there`).id;
  const wallet = createWallet(host, { pairs: { pairOf: () => undefined } as never });
  await host.db.tx(async tx => {
    await wallet.credit(tx, {
      owner,
      currency: "USD",
      amount: required(parseAmount(amount), "an amount"),
      reference: randomUUID() as Uuid,
      kind: "deposit",
      from: depositsClearing("sandbox"),
    });
  });
}

const call = (name: string, body?: unknown, key: string = randomUUID()) =>
  api.call(name, { token, key, cookies, ...(body === undefined ? {} : { body }) });

const transfers = async () =>
  required((await host.db.query<{ n: bigint }>("SELECT count(*) AS n FROM ledger.transfers")).rows[0], "a count").n;

/** A declared failure: a 4xx status, a code, a message, and no internals. */
function expectRefusal(
  answer: { status: number; text: string; body?: { code?: string; message?: string } },
  of: string,
) {
  expect(answer.status, `${of} → ${answer.status} ${answer.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400);
  expect(answer.status, `${of} → ${answer.text.slice(0, 200)}`).toBeLessThan(500);
  expect(answer.body?.code, of).toMatch(/^[a-z_]+$/);
  expect(answer.body?.message, of).toBeTruthy();
  expect(answer.text, of).not.toMatch(/node_modules|\.ts:|SELECT |relation|syntax error/);
}

const bodied = () => routes.filter(route => route.body && route.caller !== "provider");

describe("bad input at every call", () => {
  test("every call with a body has a valid example here", () => {
    expect(bodied().map(routeName).sort()).toEqual(Object.keys(goodBodies).sort());
  });

  // Most of the time is password hashing.
  test("an invalid value in any field is refused by name and moves nothing", {
    tags: ["known-failure/13/all"],
    timeout: 600_000,
  }, async () => {
    const before = await transfers();
    for (const route of bodied()) {
      const name = routeName(route);
      const good = required(goodBodies[name], `an example for ${name}`);
      for (const field of Object.keys(good)) {
        for (const value of hostile) {
          if (value === null && nullable.has(field)) continue;
          if (field === "data" && value?.constructor === Object) continue;
          // Somebody who takes his last mark away marks no game.
          // Nor does a guest who has marked none.
          if (["favourites", "recent"].includes(field) && Array.isArray(value) && value.length === 0) continue;
          if (field === "games" && Array.isArray(value) && value.length === 0) continue;
          const answer = await call(name, { ...good, [field]: value });
          const of = `${name} with ${field} = ${JSON.stringify(value)?.slice(0, 40)}`;
          if (lenient.has(field) && typeof value === "string") expect(answer.status, of).toBeLessThan(500);
          else expectRefusal(answer, of);
        }
      }
    }
    expect(await transfers()).toBe(before);
    expect(await auditBooks(host.db)).toEqual([]);
  });

  test("a body that is missing, not an object, not JSON or far too large is refused", async () => {
    const before = await transfers();
    for (const route of bodied()) {
      const name = routeName(route);
      for (const body of [
        "[]",
        '"text"',
        "null",
        "1",
        "{",
        '{"stake":',
        "\u0000",
        `{"x":"${"y".repeat(20_000)}"}`,
        "[".repeat(8000),
      ]) {
        if (name.includes("rotate") && body === "null") continue;
        expectRefusal(await call(name, body), `${name} with body ${body.slice(0, 20)}`);
      }
    }
    expect(await transfers()).toBe(before);
  });

  test("undeclared fields change nothing: no balance, role or verification can be injected", {
    tags: ["known-failure/21/all", "known-failure/24/steps"],
  }, async () => {
    const extras = {
      balance: "1000000",
      is_test: true,
      role: "owner",
      verification: { is_need: false },
      player: randomUUID(),
      __proto__x: 1,
    };
    const before = await transfers();
    const answer = await call("PUT /profile/settings", { ...extras, is_avatar_hidden: true });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.user).toMatchObject({ is_test: false, is_avatar_hidden: true, balance: "1000" });
    for (const text of [
      '{"__proto__":{"stake":"1"},"direction":"over","target":"49.99"}',
      '{"constructor":{"prototype":{"stake":"1"}}}',
    ]) {
      expectRefusal(await call("POST /api/v1/games/dice/bets", text), text);
    }
    expect(Object.hasOwn(Object.prototype, "stake")).toBe(false);
    expect(await transfers()).toBe(before);

    // Beside a valid bet they are ignored too: it pays what was drawn, which the audit recomputes.
    const lies = { ...extras, payout: "50", multiplier: "50.00", outcome: null, elapsed_ms: 99_999 };
    const bets = (game: string) => `POST /api/v1/games/${game}/bets`;
    const place = async (game: string) => {
      const placed = await call(bets(game), { ...lies, ...goodBodies[bets(game)] });
      expect(placed.status, placed.text).toBe(201);
      return placed.body.data;
    };
    await call("PUT /api/v1/fairness/client-seed", { client_seed: "bob-seed" });
    for (const game of ["dice", "limbo", "plinko", "keno", "cases", "coinflip"]) await place(game);
    for (const [game, step] of [
      ["miner", "reveal"],
      ["hilo", "guess"],
    ] as const) {
      const { id } = await place(game);
      await call(`${bets(game)}/${id}/${step}`, { ...lies, ...goodBodies[`${bets(game)}/:id/${step}`] });
      // A losing step has ended it.
      expect([200, 409]).toContain((await call(`${bets(game)}/${id}/cash-out`, lies)).status);
    }
    expect(await differencesOf(host.db, payoutInvariants)).toEqual([]);
  });

  test("money calls without a valid idempotency key are refused", async () => {
    const before = await transfers();
    for (const route of bodied().filter(candidate => candidate.moves !== "nothing")) {
      const name = routeName(route);
      for (const key of [undefined, "", "1", "not-a-uuid", `${randomUUID()} `, "x".repeat(5000)]) {
        const body = goodBodies[name];
        const answer = await api.call(name, { token, cookies, body, ...(key === undefined ? {} : { key }) });
        expectRefusal(answer, `${name} with key ${key?.slice(0, 20)}`);
      }
    }
    expect(await transfers()).toBe(before);
  });

  test("unknown ids are refused on every path", async () => {
    for (const route of routes.filter(candidate => candidate.path.includes("/:") && candidate.caller !== "provider")) {
      for (const id of ids) {
        const name = `${route.method} ${route.path.replace(/:[a-z]+/g, encodeURIComponent(id))}`;
        expectRefusal(await call(name, route.method === "GET" ? undefined : {}), name);
      }
    }
  });

  test("without a token, with a made-up one and with half of one, player calls return 401 alike", async () => {
    const before = await transfers();
    for (const route of routes.filter(candidate => candidate.caller === "player")) {
      const name = `${route.method} ${route.path.replace(/:[a-z]+/g, randomUUID())}`;
      const bodies = new Set<string>();
      for (const bad of [undefined, "", "x", token.slice(0, -1), `${token}x`, "null", "a".repeat(5000)]) {
        const answer = await api.call(name, {
          token: bad,
          key: randomUUID(),
          ...(route.method === "GET" ? {} : { body: goodBodies[routeName(route)] ?? {} }),
        });
        expect(answer.status, name).toBe(401);
        bodies.add(answer.text);
      }
      expect(bodies.size, name).toBe(1);
    }
    expect(await transfers()).toBe(before);
  });

  test("an unsigned provider message is refused and moves nothing", async () => {
    const before = await transfers();
    for (const route of routes.filter(candidate => candidate.caller === "provider")) {
      for (const provider of ["sandbox", "nobody", "%00"]) {
        const name = `${route.method} ${route.path.replace(/:[a-z]+/g, provider)}`;
        expectRefusal(await api.call(name, { body: { event: "paid", amount: "1000000" } }), name);
      }
    }
    expect(await transfers()).toBe(before);
  });

  test("another currency's stake, and a stake above the balance, are refused with the balance", async () => {
    const before = await transfers();
    const broke = await register("carol@example.com", "correct horse battery");
    await api.call("PUT /api/v1/fairness/client-seed", { token: broke, body: { client_seed: "carol" } });
    const answer = await api.call("POST /api/v1/games/dice/bets", {
      token: broke,
      key: randomUUID(),
      body: { stake: "1", direction: "over", target: "49.99" },
    });
    expect(answer.body).toMatchObject({ code: "insufficient_funds", data: { balance: "0" } });
    for (const stake of ["0", "0.00", "0.001", "100.01", "10000"]) {
      expectRefusal(await call("POST /api/v1/games/dice/bets", { stake, direction: "over", target: "49.99" }), stake);
    }
    expect(await transfers()).toBe(before);
    expect(await auditBooks(host.db)).toEqual([]);
  });
});
