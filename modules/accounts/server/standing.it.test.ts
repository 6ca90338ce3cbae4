import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Callers, password, testCallers } from "../testing/test-callers.ts";
import { type Accounts, createAccounts } from "./index.ts";

/** An account's restrictions: a lock, and the time of the last login. */

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

test("terms that alice accepted before policies had versions stay in the copy of her data", async () => {
  const { token } = await people.byEmail();
  const player = await idOf(token);
  await host.db.query(
    "INSERT INTO accounts.agreements (player_id, version, agreed_at) VALUES ($1, '2026-10-01', now())",
    [player],
  );
  const known = (await accounts.personalData?.(player)) as { agreements: { version: string }[] };
  expect(known.agreements.map(({ version }) => version)).toEqual(["2026-10-01"]);
});

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
