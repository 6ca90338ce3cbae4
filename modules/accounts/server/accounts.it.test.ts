import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Accounts, createAccounts, playedBy } from "./index.ts";

const minuteMs = 60_000;
const password = "correct horse battery";
const cookieName = "__Host-refresh";

let host: TestHost;
let accounts: Accounts;
let api: TestApi;

beforeAll(async () => {
  host = await testHost({ modules: ["accounts"] });
  accounts = createAccounts(host);
  await accounts.start?.();
  api = await testApi(host, [accounts], accounts.authenticate);
});
afterAll(() => host.close());

function register(body: object = {}) {
  const email = `${randomUUID()}@example.org`;
  return api
    .call("POST /api/v2/auth/register/email", { body: { email, password, currency: "RUB", agree: true, ...body } })
    .then(answer => ({
      ...answer,
      email,
      token: answer.body.token as string,
      secret: answer.cookies[cookieName] ?? "",
    }));
}
const logIn = (email: string, typed: string) =>
  api.call("POST /api/v2/auth/login/email/password", { body: { email, password: typed } });
const refresh = (secret: string) => api.call("POST /auth/refresh-token", { cookies: { [cookieName]: secret } });
const profile = (token: string) => api.call("GET /profile/user", { token });

describe("alice opens an account", () => {
  test("she is signed in, and the profile has every field of the specification", async () => {
    const alice = await register({ locale: "kz", timezone: "Asia/Almaty" });
    expect(alice.status).toBe(201);
    const setCookie = String(alice.headers["set-cookie"]);
    for (const part of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(setCookie).toContain(part);
    const { body } = await profile(alice.token);
    expect(body.user).toMatchObject({
      email: alice.email,
      phone: null,
      currency: "RUB",
      locale: "kz",
      timezone: "Asia/Almaty",
      balance: "0",
      bonus: null,
      bonus_balance: "0",
      total_balance: "0",
      register_method: "email",
      is_phone_verified: false,
      is_email_verified: false,
      is_password_exists: true,
      is_test: false,
      premium: { status: null },
      verification: { is_need: false, data: { status: "init" } },
      is_avatar_hidden: false,
      is_statistics_hidden: false,
    });
    expect(body.user.name).toMatch(/^[a-z]+-[a-z]+-\d{3,4}$/);
    expect(body.user.seal).toMatch(/^[0-9a-f]{32}$/);
    expect(body.user.avatar).toBe(body.user.seal.slice(0, 10));
    expect(body.user.image.small).toMatch(/^https?:\/\/[^/]+\/avatars\/[0-9a-f]{10}$/);
    expect(body.region).toBe("RU");
  });

  test("neither password nor token is in the database in plain text", async () => {
    const { token } = await register();
    const { rows } = await host.db.query<{ all: string }>(
      `SELECT (SELECT string_agg(c::text, '') FROM accounts.credentials c) ||
              (SELECT string_agg(t::text, '') FROM accounts.access_tokens t) AS all`,
    );
    expect(rows[0]?.all).toContain("$argon2id$v=19$");
    expect(rows[0]?.all).not.toContain(password);
    expect(rows[0]?.all).not.toContain(token);
  });

  test("fields outside the contract cannot be set: no test account, no id, no verified email", async () => {
    const { token } = await register({ is_test: true, test: true, id: randomUUID(), name: "admin", balance: "1000" });
    const { user } = (await profile(token)).body;
    expect(user).toMatchObject({ is_test: false, balance: "0", is_email_verified: false });
    expect(user.name).not.toBe("admin");
    const changed = await api.call("PUT /profile/settings", {
      token,
      body: { is_test: true, email: "x@y.zz", name: "x" },
    });
    expect(changed.body.user).toMatchObject({ is_test: false, email: user.email, name: user.name });
  });

  test.each([
    [{ email: "no address" }, { email: ["email_invalid"] }],
    [{ email: "nul\u0000@example.org" }, { email: ["email_invalid"] }],
    [{ email: ["a@example.org"] }, { email: ["email_invalid"] }],
    [{ email: undefined }, { email: ["required"] }],
    [{ password: "short" }, { password: ["password_too_short"] }],
    [{ password: "x".repeat(129) }, { password: ["password_too_long"] }],
    [{ password: "Password123" }, { password: ["password_too_common"] }],
    [{ password: "zzzzzzzzzzz" }, { password: ["password_too_common"] }],
    [{ currency: "GBP" }, { currency: ["currency_invalid"] }],
    [{ currency: "__proto__" }, { currency: ["currency_invalid"] }],
    [{ agree: false }, { agree: ["agree_required"] }],
    [{ agree: "true" }, { agree: ["agree_required"] }],
    [{ timezone: "Mars/Olympus" }, { timezone: ["timezone_invalid"] }],
    [{ locale: "kk" }, { locale: ["locale_invalid"] }],
  ])("a wrong field is named: %j", async (wrong, errors) => {
    const answer = await register(wrong);
    expect(answer).toMatchObject({ status: 422, body: { code: "validation_failed", errors } });
  });

  test("a mailbox can be registered once, in any spelling, also by ten concurrent requests", async () => {
    const local = randomUUID().slice(0, 8);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        register({ email: `${local.toUpperCase()}+${i}@${i % 2 ? "gmail" : "googlemail"}.com` }),
      ),
    );
    expect(answers.map(answer => answer.status).sort()).toEqual([201, ...Array(9).fill(422)]);
    const again = await register({ email: `${local.split("").join(".")}@gmail.com` });
    expect(again.body.errors).toEqual({ email: ["email_taken"] });
  });
});

describe("signing in", () => {
  test("an unknown email and a wrong password get the same answer", async () => {
    const bob = await register();
    const known = await logIn(bob.email, "not his password");
    const unknown = await logIn("unknownPlayer@example.org", "not his password");
    expect(known.status).toBe(422);
    expect(known.text).toBe(unknown.text);
    expect((await logIn(bob.email.toUpperCase(), password)).status).toBe(200);
  });

  test("an unknown email costs one hash like a known one, of the same cost", async () => {
    const bob = await register();
    const hashesOf = async (email: string) => {
      const before = host.failpoints.hits("accounts.password-hash");
      await logIn(email, "not his password");
      return host.failpoints.hits("accounts.password-hash") - before;
    };
    expect([await hashesOf(bob.email), await hashesOf(`${randomUUID()}@example.org`)]).toEqual([1, 1]);
  });

  test("of twenty concurrent guesses five are checked, whether the account exists or not, until the window ends", async () => {
    const carol = await register();
    for (const email of [carol.email, `${randomUUID()}@example.org`]) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => logIn(email, `guess number ${i}`)));
      expect(answers.filter(answer => answer.status === 422)).toHaveLength(5);
      const refused = answers.filter(answer => answer.status === 429);
      expect(refused).toHaveLength(15);
      expect(refused[0]?.body.code).toBe("too_many_logins");
      expect(Number(refused[0]?.headers["retry-after"])).toBe(900);
    }
    expect((await logIn(carol.email, password)).status).toBe(429);
    await host.clock.advance(15 * minuteMs);
    expect((await logIn(carol.email, password)).status).toBe(200);
  });
});

describe("a session", () => {
  test("a token is valid for 15 minutes; the profile call replaces it in its last five", async () => {
    const dan = await register();
    expect((await profile(dan.token)).body.fresh_token).toBeUndefined();
    await host.clock.advance(11 * minuteMs);
    const fresh = (await profile(dan.token)).body.fresh_token;
    expect((await profile(dan.token)).status).toBe(200);
    await host.clock.advance(5 * minuteMs);
    expect((await profile(dan.token)).status).toBe(401);
    expect((await profile(fresh)).status).toBe(200);
  });

  test("twenty tabs refresh at once and none is logged out", async () => {
    const erin = await register();
    await host.clock.advance(16 * minuteMs);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(erin.secret)));
    expect(answers.map(answer => answer.status)).toEqual(Array(20).fill(200));
    const secrets = new Set(answers.map(answer => answer.cookies[cookieName]));
    expect(secrets.size).toBe(1);
    expect(secrets).not.toContain(erin.secret);
    const profiles = await Promise.all(answers.map(answer => profile(answer.body.access_token)));
    expect(profiles.map(answer => answer.status)).toEqual(Array(20).fill(200));
    await host.clock.advance(20 * minuteMs);
    expect((await refresh([...secrets][0] ?? "")).status).toBe(200);
  });

  test("a browser that lost the response retries within the grace period", async () => {
    const frank = await register();
    const lost = await refresh(frank.secret);
    await host.clock.advance(9_000);
    const again = await refresh(frank.secret);
    expect(again.cookies[cookieName]).toBe(lost.cookies[cookieName]);
  });

  test("a stolen secret used after the grace period ends the session for thief and owner, and is recorded", async () => {
    const grace = await register();
    const owner = await refresh(grace.secret);
    await host.clock.advance(11_000);
    const thief = await refresh(grace.secret);
    expect(thief).toMatchObject({ status: 401, body: { code: "session_replayed" } });
    expect((await profile(owner.body.access_token)).status).toBe(401);
    expect((await refresh(owner.cookies[cookieName] ?? "")).status).toBe(401);
    const { rows } = await host.db.query("SELECT 1 FROM accounts.sessions WHERE end_reason = 'replay'");
    expect(rows).toHaveLength(1);
  });

  test("within the grace period the previous secret is accepted; an older one is a replay, however soon it comes", async () => {
    const olga = await register();
    const second = await refresh(olga.secret);
    await host.clock.advance(11_000);
    const third = await refresh(second.cookies[cookieName] ?? "");
    await host.clock.advance(1_000);
    const tab = await refresh(second.cookies[cookieName] ?? "");
    expect(tab.cookies[cookieName]).toBe(third.cookies[cookieName]);
    expect(await refresh(olga.secret)).toMatchObject({ status: 401, body: { code: "session_replayed" } });
    for (const { body } of [second, third, tab]) expect((await profile(body.access_token)).status).toBe(401);
    expect((await refresh(third.cookies[cookieName] ?? "")).status).toBe(401);
  });

  test("a forged secret neither opens nor ends a session", async () => {
    const heidi = await register();
    const forged = heidi.secret.replace(/.{5}$/, "AAAAA");
    for (const secret of [forged, "", "x", `${randomUUID()}.1.${"A".repeat(43)}`, heidi.secret.replace(".1.", ".2.")]) {
      expect((await refresh(secret)).status).toBe(401);
    }
    expect((await profile(heidi.token)).status).toBe(200);
  });

  test("logging out ends the token at once, here and in another process", {
    tags: ["known-failure/22/all"],
  }, async () => {
    const ivan = await register();
    const other = createAccounts(host);
    await other.start?.();
    expect(await other.authenticate(ivan.token)).not.toBeNull();
    expect((await api.call("PUT /auth/logout", { token: ivan.token })).status).toBe(204);
    expect((await profile(ivan.token)).status).toBe(401);
    expect((await refresh(ivan.secret)).status).toBe(401);
    await expect.poll(async () => (await other.authenticate(ivan.token)) === null).toBe(true);
  });

  test("logging out with a token that has expired ends the session by its cookie", async () => {
    const judy = await register();
    await host.clock.advance(16 * minuteMs);
    await api.call("PUT /auth/logout", { token: judy.token, cookies: { [cookieName]: judy.secret } });
    expect((await refresh(judy.secret)).status).toBe(401);
  });

  test("a session unused for 30 days expires", async () => {
    const kim = await register();
    await host.clock.advance(30 * 24 * 60 * minuteMs);
    expect((await refresh(kim.secret)).status).toBe(401);
  });
});

describe("settings", () => {
  test("the currency of a session changes at once, and the language is stored", async () => {
    const { token } = await register();
    const changed = await api.call("PUT /profile/settings", { token, body: { currency: "KZT", locale: "ru" } });
    expect(changed.body.user).toMatchObject({ currency: "KZT", locale: "ru" });
    expect(await accounts.authenticate(token)).toMatchObject({ currency: "KZT" });
    const wrong = await api.call("PUT /profile/settings", {
      token,
      body: { currency: "KZTX", is_avatar_hidden: "yes" },
    });
    expect(wrong.status).toBe(422);
  });

  test("a public profile disappears from feeds as soon as its player hides it", async () => {
    const { token } = await register();
    const { id, name, avatar } = (await profile(token)).body.user;
    expect((await accounts.publicProfiles([id])).get(id)).toEqual({ face: { name, avatar }, test: false });
    await api.call("PUT /profile/settings", { token, body: { is_avatar_hidden: true } });
    expect((await accounts.publicProfiles([id])).get(id)?.face).toBeNull();
    // Hidden statistics do not hide the profile, except beside stakes, wins and scores.
    const shown = { is_avatar_hidden: false, is_statistics_hidden: true };
    await api.call("PUT /profile/settings", { token, body: shown });
    const player = (await accounts.publicProfiles([id])).get(id);
    expect(player).toEqual({ face: { name, avatar }, test: false, hidesStatistics: true });
    expect(playedBy(player)).toEqual({ face: null, test: false });
    const unknownPlayer = randomUUID() as string as PlayerId;
    expect((await accounts.publicProfiles([unknownPlayer])).get(unknownPlayer)?.face).toBeNull();
  });

  test("a higher module adds its fields", async () => {
    const { token } = await register();
    const other = createAccounts(host);
    other.contribute("wallet", async ({ currency }) => ({ balance: currency === "RUB" ? "12.5" : "0" }));
    const otherApi = await testApi(host, [other], other.authenticate);
    expect((await otherApi.call("GET /profile/user", { token })).body.user.balance).toBe("12.5");
  });
});

test("a test account is marked", async () => {
  await accounts.registerTestAccount({ email: "demo@example.org", password, currency: "RUB" });
  const { token } = (await logIn("demo@example.org", password)).body;
  expect((await profile(token)).body.user.is_test).toBe(true);
  expect(await accounts.authenticate(token)).toMatchObject({ test: true });
});

test("the hourly sweep removes expired rows only", async () => {
  const lou = await register();
  await logIn(lou.email, "a wrong one");
  await host.clock.advance(16 * minuteMs);
  await accounts.jobs?.[0]?.run(undefined);
  const { rows } = await host.db.query<{ tokens: bigint; attempts: bigint }>(
    "SELECT (SELECT count(*) FROM accounts.access_tokens) AS tokens, (SELECT count(*) FROM accounts.login_attempts) AS attempts",
  );
  expect(rows[0]).toEqual({ tokens: 0n, attempts: 0n });
  expect((await refresh(lou.secret)).status).toBe(200);
});
