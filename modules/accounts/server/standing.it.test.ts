import { afterAll, beforeAll, expect, test } from "vitest";
import { route } from "#kit/contract/route.ts";
import { handle } from "#kit/http/handler.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Callers, newEmail, password, testCallers } from "../testing/test-callers.ts";
import { type Accounts, createAccounts } from "./index.ts";

/** An account's restrictions: a lock, changed terms, and the time of the last login. */

let host: TestHost;
let accounts: Accounts;
let people: Callers;

beforeAll(async () => {
  host = await testHost({ modules: ["accounts"] });
  accounts = createAccounts(host);
  await accounts.start?.();
  people = await testCallers(host, accounts);
});
afterAll(() => host.close());

const logIn = (email: string, given = password) =>
  people.post("/api/v2/auth/login/email/password", { email, password: given });
async function idOf(token: string) {
  const session = await accounts.authenticate(token);
  if (!session) throw new Error("not signed in");
  return session.player;
}

test("mallory's account is locked: her sessions end, and only right credentials get the reason", async () => {
  const mallory = await people.byEmail();
  const player = await idOf(mallory.token);
  expect(await host.db.tx(tx => accounts.lock(tx, player, "stolen card"))).toBe(true);
  expect(await host.db.tx(tx => accounts.lock(tx, player, "again"))).toBe(false);
  expect((await people.profile(mallory.token)).status).toBe(401);
  const response = await logIn(mallory.email);
  expect([response.status, response.body.code]).toEqual([423, "account_locked"]);
  expect(response.text).not.toContain("stolen");
  expect((await logIn(mallory.email, "wrong horse")).body.code).toBe("wrong_credentials");
  const byCode = "/api/v2/auth/login/email/code";
  await people.post(byCode, { email: mallory.email });
  const { code } = await people.lastTo(mallory.email);
  expect((await people.post(byCode, { email: mallory.email, code })).body.code).toBe("account_locked");
  expect(await host.db.tx(tx => accounts.unlock(tx, player))).toBe(true);
  expect((await logIn(mallory.email)).status).toBe(200);
});

test("a lock at the moment of eight logins leaves none of them active", async () => {
  const { email, token } = await people.byEmail();
  const player = await idOf(token);
  const logins = Array.from({ length: 4 }, () => logIn(email));
  const [, ...answers] = await Promise.all([host.db.tx(tx => accounts.lock(tx, player, "x")), ...logins]);
  const tokens = answers.flatMap(({ body }) => (body.token ? [body.token as string] : []));
  for (const each of [token, ...tokens]) expect((await people.profile(each)).status).toBe(401);
});

test("the terms change: alice agrees before her next stake and deposit; payouts and open bets do not require it", async () => {
  const { email } = await people.byEmail();
  const [api, old] = await Promise.all([apiWithTerms("2027-02-01"), apiWithTerms("2026-11-01")]);
  const { token } = (await logIn(email)).body;
  expect(await statuses(old, token)).toEqual([204, 204, 204, 204]);
  const refused = await api.call("POST /api/v1/test/stake", { token, key: host.ids.next() });
  expect([refused.status, refused.body.code, refused.body.data]).toEqual([
    423,
    "terms_changed",
    { version: "2027-02-01" },
  ]);
  expect(await statuses(api, token)).toEqual([423, 423, 204, 204]);
  const accept = (version: string) => api.call("POST /api/v1/terms/accept", { token, body: { version } });
  expect((await accept("2026-11-01")).body.code).toBe("terms_changed");
  expect(await statuses(api, token)).toEqual([423, 423, 204, 204]);
  expect((await accept("2027-02-01")).status).toBe(204);
  expect(await statuses(api, token)).toEqual([204, 204, 204, 204]);
  expect((await accept("2027-02-01")).status).toBe(204);
  const known = (await accounts.personalData?.(await idOf(token))) as { agreements: { version: string }[] };
  expect(known.agreements.map(({ version }) => version)).toEqual(["2027-02-01"]);
  const registered = { email: newEmail(), password, currency: "KZT", agree: true };
  const fresh = await api.call("POST /api/v2/auth/register/email", { body: registered });
  expect(await statuses(api, fresh.body.token)).toEqual([204, 204, 204, 204]);
});

const calls = { method: "POST", caller: "player", module: "accounts", status: 204, summary: "x" } as const;
const attempts = [
  route({ ...calls, path: "/api/v1/test/stake", moves: "wager" }),
  route({ ...calls, path: "/api/v1/test/deposit", moves: "deposit" }),
  route({ ...calls, path: "/api/v1/test/pay-out", moves: "payout" }),
  route({ ...calls, path: "/api/v1/test/go-on", moves: "wager", continues: true }),
];

/** The same application, with these terms in force. */
async function apiWithTerms(terms: string): Promise<TestApi> {
  const accounts = createAccounts(host, { terms });
  await accounts.start?.();
  const handlers = attempts.map(each => handle(each, async () => undefined));
  return testApi(host, [accounts, { manifest: { name: "test" }, handlers } as never], accounts.authenticate);
}
async function statuses(api: TestApi, token: string): Promise<number[]> {
  const answers = attempts.map(({ path }) => api.call(`POST ${path}`, { token, key: host.ids.next() }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

test("bob sees the time of his previous login, not of this one", async () => {
  const bob = await people.byEmail();
  const last = async (token: string) => (await people.profile(token)).body.user.last_login_at;
  expect(await last(bob.token)).toBeNull();
  const registeredAt = new Date(host.clock.now()).toISOString();
  await host.clock.advance(86_400_000);
  const second = (await logIn(bob.email)).body.token;
  const secondAt = new Date(host.clock.now()).toISOString();
  expect(await last(second)).toBe(registeredAt);
  await host.clock.advance(60_000);
  const third = (await logIn(bob.email)).body.token;
  expect([await last(third), await last(second)]).toEqual([secondAt, registeredAt]);
});
