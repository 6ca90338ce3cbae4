import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import type { TestAnswer } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { browserCookie, type Callers, newBrowser, newEmail, password, testCallers } from "../testing/test-callers.ts";
import { type Accounts, createAccounts } from "./index.ts";

/** Mallory knows alice's address and tries to lock her out for the day. */

const minuteMs = 60_000;
const dayMs = 86_400_000;
const byPassword = "/api/v2/auth/login/email/password";
const byCode = "/api/v2/auth/login/email/code";
const forgot = "/api/v2/auth/password/email/forgot";
const home = "203.0.113.5";
const elsewhere = "203.0.113.99";

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
beforeEach(() => host.clock.advance(dayMs));

type Post = Callers["post"];
const strangers = (count: number) => Array.from({ length: count }, (_, i) => people.from(`198.51.100.${i + 1}`));

/** A player with a confirmed mailbox who has signed in from home. */
async function alice() {
  const browser = newBrowser();
  const atHome = people.from(home, browser);
  const { email, token } = await people.byEmail();
  await atHome("/api/v2/auth/email/send", { email }, token);
  await atHome("/api/v2/auth/email/verify/code", { code: (await people.lastTo(email)).code }, token);
  expect((await atHome(byPassword, { email, password })).status).toBe(200);
  await host.clock.advance(dayMs);
  return { email, atHome, browser };
}

/** Strangers request every message until no more are sent. */
async function spendCodes(email: string, attackers: readonly Post[]): Promise<void> {
  for (let round = 0; round < 12; round++) {
    for (const post of attackers) for (const path of [byCode, forgot]) await post(path, { email });
    await host.clock.advance(5 * minuteMs);
  }
}

/** Wrong passwords until attempts are refused. */
async function spendAttempts(email: string, attackers: readonly Post[]): Promise<TestAnswer[]> {
  const answers: TestAnswer[] = [];
  for (const post of attackers)
    for (let i = 0; i < 6; i++) answers.push(await post(byPassword, { email, password: "guess" }));
  return answers;
}

describe("while strangers use up the codes and attempts of alice's address", () => {
  test("her own browser and her password sign her in, any number of times", async () => {
    const { email, atHome } = await alice();
    const attackers = strangers(4);
    await spendCodes(email, attackers);
    await spendAttempts(email, attackers);
    const stranger = people.from("198.51.100.1");
    expect((await stranger(byPassword, { email, password })).status).toBe(429);
    expect((await stranger(byCode, { email })).status).toBe(429);
    for (let i = 0; i < 2; i++) {
      const entered = await atHome(byPassword, { email, password });
      expect([entered.status, typeof entered.body.token]).toEqual([200, "string"]);
    }
  });

  test("a new browser with her password gets the one reserved code, once a day", async () => {
    const { email } = await alice();
    const attackers = strangers(4);
    await spendCodes(email, attackers);
    await spendAttempts(email, attackers);
    const spent = (await people.allTo(email)).length;
    const abroad = people.from(elsewhere);
    expect((await abroad(byCode, { email })).status).toBe(429);
    const due = await abroad(byPassword, { email, password });
    expect([due.status, due.body.data?.methods]).toEqual([202, ["email"]]);
    expect((await people.allTo(email)).length).toBe(spent + 1);
    const { code } = await people.lastTo(email);
    const { challenge } = due.body.data;
    const entered = await abroad("/api/v2/auth/login/email/verification", { challenge, code });
    expect((await people.profile(entered.body.token)).body.user).toMatchObject({ email });
    // From now on that browser is known; another one has to wait until tomorrow.
    expect((await abroad(byPassword, { email, password })).status).toBe(200);
    await spendAttempts(email, attackers);
    const third = people.from("203.0.113.100");
    expect((await third(byPassword, { email, password })).body.code).toBe("too_many_codes");
    await host.clock.advance(dayMs);
    expect((await third(byPassword, { email, password })).status).toBe(200);
  });

  test("one stranger alone cannot do that: other IP addresses still have codes and attempts", async () => {
    const { email } = await alice();
    const [mallory] = strangers(1);
    await spendCodes(email, [mallory as Post]);
    const abroad = people.from(elsewhere);
    expect((await abroad(byCode, { email })).status).toBe(202);
    const { code } = await people.lastTo(email);
    expect((await abroad(byCode, { email, code })).status).toBe(200);
  });

  test("a second factor is still required in her own browser", async () => {
    const { email, browser } = await alice();
    const two = createAccounts(host);
    two.logins.addSecondFactor({ name: "totp", isOn: async () => true });
    const { from } = await testCallers(host, two);
    const due = await from(home, browser)(byPassword, { email, password });
    expect([due.status, due.body.data?.methods]).toEqual([202, ["totp"]]);
  });
});

describe("a code", () => {
  test("works only in the browser that requested it, and tries elsewhere do not use it up", async () => {
    const { email, atHome } = await alice();
    const mallory = people.from(elsewhere);
    await atHome(byCode, { email });
    const { code } = await people.lastTo(email);
    for (let i = 0; i < 6; i++)
      expect((await mallory(byCode, { email, code })).body.errors).toEqual({ code: ["code_over"] });
    await mallory(byCode, { email });
    for (let i = 0; i < 6; i++) await mallory(byCode, { email, code: "000000" });
    expect((await atHome(byCode, { email, code })).status).toBe(200);
  });

  test("the same holds for a code for a new password", async () => {
    const { email, atHome } = await alice();
    const mallory = people.from(elsewhere);
    await atHome(forgot, { email });
    const { code } = await people.lastTo(email);
    const chosen = { password: "a whole new battery", password_confirm: "a whole new battery" };
    for (const path of ["/api/v2/auth/password/email/reset/code", "/api/v2/auth/password/email/code/confirm"])
      expect((await mallory(path, { email, code, ...chosen })).body.errors).toEqual({ code: ["code_over"] });
    const reset = await atHome("/api/v2/auth/password/email/reset/code", { email, code, ...chosen });
    expect(reset.status).toBe(200);
  });

  test("a browser without a cookie gets one with the code, and none while it has to wait", async () => {
    const { email } = await people.byEmail();
    const ask = (cookies: Record<string, string> = {}) =>
      people.api.call(`POST ${byCode}`, { body: { email }, cookies, ip: home });
    const first = await ask();
    expect(first.cookies[browserCookie]).toMatch(/^[\w-]{43}$/);
    expect((await ask()).cookies).toEqual({});
    const { code } = await people.lastTo(email);
    const enter = (cookies: Record<string, string>) =>
      people.api.call(`POST ${byCode}`, { body: { email, code }, cookies });
    expect((await enter({})).body.errors).toEqual({ code: ["code_over"] });
    expect((await enter(first.cookies)).status).toBe(200);
  });
});

describe("a browser that is known", () => {
  test("has five attempts of its own, and that does not reveal who has an account", async () => {
    const { email, atHome, browser } = await alice();
    for (let i = 0; i < 5; i++) expect((await atHome(byPassword, { email, password: "miss" })).status).toBe(422);
    expect((await atHome(byPassword, { email, password })).status).toBe(429);
    const text = async (post: Post, to: string) => (await post(byPassword, { email: to, password: "miss" })).text;
    const mallory = people.from(elsewhere);
    expect(await text(mallory, email)).toBe(await text(mallory, newEmail()));
    expect(await text(people.from(home, browser), newEmail())).toBe(await text(mallory, newEmail()));
  });

  test("is forgotten with a new password by mail, and with the account", async () => {
    const { email, browser } = await alice();
    const known = async () => {
      const { rows } = await host.db.query<{ count: bigint }>(
        `SELECT count(*) FROM accounts.known_browsers k JOIN accounts.players p ON p.id = k.player_id WHERE p.email = $1`,
        [email],
      );
      return Number(rows[0]?.count);
    };
    const { player } = required(await accounts.mailboxOf(email), "alice has an account");
    expect(await known()).toBe(2);
    expect(JSON.stringify(await accounts.personalData?.(player))).not.toContain(browser);
    const abroad = people.from(elsewhere);
    await abroad(forgot, { email });
    const { code } = await people.lastTo(email);
    const chosen = { password: "a whole new battery", password_confirm: "a whole new battery" };
    await abroad("/api/v2/auth/password/email/reset/code", { email, code, ...chosen });
    expect(await known()).toBe(1);
    await host.db.tx(async tx => accounts.onAccountClosed?.(tx, player));
    const { rows } = await host.db.query("SELECT 1 FROM accounts.known_browsers WHERE player_id = $1", [player]);
    expect(rows).toEqual([]);
  });
});

test("a contact has twenty spare attempts, one per IP address, and the right password still requires a code", async () => {
  const { email } = await alice();
  await spendAttempts(email, strangers(1));
  const looked: number[] = [];
  for (let i = 0; i < 25; i++) {
    const post = people.from(`192.0.2.${i + 1}`);
    const { status } = await post(byPassword, { email, password: "guess" });
    if (status === 422) looked.push(i);
    expect((await post(byPassword, { email, password: "guess" })).status).toBe(429);
  }
  expect(looked).toHaveLength(20);
});
