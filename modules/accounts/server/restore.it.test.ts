import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "#kit/log/create-log.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Callers, newEmail, newPhone, notThis, password, testCallers } from "../testing/test-callers.ts";
import { createAccounts } from "./index.ts";

const minuteMs = 60_000;
const base = "/api/v2/auth/password";
const next = "a whole new battery";
const chosen = { password: next, password_confirm: next };
const linkExpired = { status: 422, body: { code: "link_over" } };

let host: TestHost;
let people: Callers;
const lines: string[] = [];

beforeAll(async () => {
  const bare = await testHost({ modules: ["accounts"] });
  host = { ...bare, log: createLog({ level: "debug", write: line => lines.push(line) }) };
  const accounts = createAccounts(host);
  await accounts.start?.();
  people = await testCallers(host, accounts);
});
afterAll(() => host.close());

const logIn = (email: string, typed: string) =>
  people.post("/api/v2/auth/login/email/password", { email, password: typed });
const tokenOf = (link: string | undefined) => new URL(link ?? "").pathname.split("/").at(-1);

describe("alice has forgotten her password", () => {
  test("by the mailed code: a new one, a session, and every other session has ended", async () => {
    const { email, token } = await people.byEmail();
    expect((await people.post(`${base}/email/forgot`, { email })).status).toBe(202);
    const { code, link } = await people.lastTo(email);
    expect(link).toMatch(/^http:\/\/fairhouse\.localhost\/en\/reset-password\/[\w-]{43}$/);
    const wrong = await people.post(`${base}/email/reset/code`, { email, code: notThis(code), ...chosen });
    expect(wrong.body.errors).toEqual({ code: ["code_wrong"] });
    const reset = await people.post(`${base}/email/reset/code`, { email, code, ...chosen });
    expect((await people.profile(reset.body.token)).body.user).toMatchObject({ email, is_email_verified: true });
    expect((await people.profile(token)).status).toBe(401);
    expect([(await logIn(email, password)).status, (await logIn(email, next)).status]).toEqual([422, 200]);
    expect(await people.lastTo(email)).toMatchObject({ template: "password_changed" });
    // The link of the same mail is no longer valid.
    expect(await people.post(`${base}/email/reset/token`, { token: tokenOf(link), ...chosen })).toMatchObject(
      linkExpired,
    );
  });

  test("by the mailed link: it can be checked any number of times and used once, by one of ten", async () => {
    const { email } = await people.byEmail();
    await people.post(`${base}/email/forgot`, { email });
    const token = tokenOf((await people.lastTo(email)).link);
    for (let attempt = 0; attempt < 3; attempt++)
      expect((await people.post(`${base}/email/token/check`, { token })).status).toBe(204);
    const ten = await Promise.all(
      Array.from({ length: 10 }, () => people.post(`${base}/email/reset/token`, { token, ...chosen })),
    );
    expect(ten.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)]);
    expect(await people.post(`${base}/email/token/check`, { token })).toMatchObject(linkExpired);
  });

  test("step by step: code or token for a reset token, which sets the password once", async () => {
    for (const proofKind of ["code", "token"] as const) {
      const { email } = await people.byEmail();
      await people.post(`${base}/email/forgot`, { email });
      const { code, link } = await people.lastTo(email);
      const proof = proofKind === "code" ? { email, code } : { token: tokenOf(link) };
      const { body } = await people.post(`${base}/email/${proofKind}/confirm`, proof);
      const token = body.data.reset_token;
      expect((await people.post(`${base}/email/${proofKind}/confirm`, proof)).status).toBe(422);
      expect((await people.post(`${base}/email/reset/token`, { token, ...chosen })).status).toBe(200);
      expect(await people.post(`${base}/email/reset/token`, { token, ...chosen })).toMatchObject(linkExpired);
    }
  });

  test("by phone: the link belongs to the number it was sent to", async () => {
    const { phone } = await people.byPhone();
    await host.clock.advance(minuteMs);
    await people.post(`${base}/phone/forgot`, { phone });
    const { code, link, channel } = await people.lastTo(phone);
    expect(channel).toBe("sms");
    expect(new URL(link ?? "").searchParams.get("phone")).toBe(phone);
    const token = tokenOf(link);
    const check = (given: object) => people.post(`${base}/phone/token/check`, given);
    expect((await check({ token, phone })).status).toBe(204);
    expect(await check({ token, phone: newPhone() })).toMatchObject(linkExpired);
    const exchanged = (await people.post(`${base}/phone/token/confirm`, { token })).body.data.reset_token;
    expect(await check({ token })).toMatchObject(linkExpired);
    expect((await check({ token: exchanged, phone })).status).toBe(204);
    expect((await people.post(`${base}/phone/reset`, { phone, ...chosen })).body.errors).toEqual({
      code: ["required"],
    });
    const confirmed = await people.post(`${base}/phone/code/confirm`, { phone, code });
    const reset = await people.post(`${base}/phone/reset`, { token: confirmed.body.data.reset_token, ...chosen });
    expect((await people.profile(reset.body.token)).body.user).toMatchObject({ phone, is_phone_verified: true });
  });

  test("a link is valid for half an hour, and only while the address is hers", async () => {
    const { email, token } = await people.byEmail();
    await people.post(`${base}/email/forgot`, { email });
    const old = tokenOf((await people.lastTo(email)).link);
    await host.clock.advance(30 * minuteMs);
    expect(await people.post(`${base}/email/token/check`, { token: old })).toMatchObject(linkExpired);
    expect((await people.profile(token)).status).toBe(401);
    await people.post(`${base}/email/forgot`, { email });
    const fresh = tokenOf((await people.lastTo(email)).link);
    const owner = await people.byPhone();
    await people.post("/api/v2/auth/email/send", { email }, owner.token);
    await people.post("/api/v2/auth/email/verify/code", { code: (await people.lastTo(email)).code }, owner.token);
    expect(await people.post(`${base}/email/reset/token`, { token: fresh, ...chosen })).toMatchObject(linkExpired);
  });

  test.each([
    [{ password: "short", password_confirm: "short" }, { password: ["password_too_short"] }],
    [{ password: next, password_confirm: "another one" }, { password_confirm: ["password_confirm_wrong"] }],
    [{ password: "password123", password_confirm: "password123" }, { password: ["password_too_common"] }],
    [
      { password: "short", password_confirm: "other" },
      { password: ["password_too_short"], password_confirm: ["password_confirm_wrong"] },
    ],
    [
      { password: "password123", password_confirm: "" },
      { password: ["password_too_common"], password_confirm: ["password_confirm_wrong"] },
    ],
    [{ password: "x".repeat(129), password_confirm: "x".repeat(129) }, { password: ["password_too_long"] }],
  ])("an invalid password is reported at its field and does not use up the link: %j", async (given, errors) => {
    const { email } = await people.byEmail();
    await people.post(`${base}/email/forgot`, { email });
    const token = tokenOf((await people.lastTo(email)).link);
    expect((await people.post(`${base}/email/reset/token`, { token, ...given })).body.errors).toEqual(errors);
    expect((await people.post(`${base}/email/token/check`, { token })).status).toBe(204);
  });
});

describe("signed in", () => {
  test("a password is changed with the old one; the other browsers are signed out, this one is not", async () => {
    const { email, token } = await people.byEmail();
    const other = (await logIn(email, password)).body.token;
    const update = (old_password: string, given: object = {}) =>
      people.post("/password/update", { old_password, ...chosen, ...given }, token);
    expect((await update("not the old one")).body.errors).toEqual({ old_password: ["password_wrong"] });
    expect((await update(password, { password_confirm: "x" })).body.errors).toEqual({
      password_confirm: ["password_confirm_wrong"],
    });
    expect((await update(password, { password: "short", password_confirm: "x" })).body.errors).toEqual({
      password: ["password_too_short"],
      password_confirm: ["password_confirm_wrong"],
    });
    expect((await update(password)).status).toBe(204);
    expect([(await people.profile(token)).status, (await people.profile(other)).status]).toEqual([200, 401]);
    expect((await logIn(email, next)).status).toBe(200);
  });

  test("the old password cannot be guessed in a stolen session", async () => {
    const { token } = await people.byEmail();
    const guesses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        people.post("/password/update", { old_password: `guess ${i}`, ...chosen }, token),
      ),
    );
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test("a first password is set once, also by ten calls at the same moment", async () => {
    const { token } = await people.byPhone(newPhone(), null);
    const mismatch = await people.post(`${base}/set`, { password: next, confirm_password: "other" }, token);
    expect(mismatch.body.errors).toEqual({ confirm_password: ["password_confirm_wrong"] });
    const both = await people.post(`${base}/set`, { password: "short", confirm_password: "other" }, token);
    expect(both.body.errors).toEqual({
      password: ["password_too_short"],
      confirm_password: ["password_confirm_wrong"],
    });
    const ten = await Promise.all(
      Array.from({ length: 10 }, () => people.post(`${base}/set`, { password: next, confirm_password: next }, token)),
    );
    expect(ten.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(409)]);
    expect((await people.profile(token)).body.user).toMatchObject({ is_password_exists: true });
  });
});

describe("a mailed login link", () => {
  test("shows the masked account, signs in once, and expires after a quarter of an hour", async () => {
    const { email } = await people.byEmail();
    await people.post("/auth/send_login_data", { email });
    const { link, template } = await people.lastTo(email);
    expect(template).toBe("login_link");
    const token = tokenOf(link);
    const read = await people.post("/api/v1/auth/login-link/read", { token });
    expect(read.body.data.account).toMatch(/^.•••.@e•••\.org$/);
    const [first, second] = await Promise.all([1, 2].map(() => people.post("/api/v1/auth/login-link", { token })));
    expect([first?.status, second?.status].sort()).toEqual([200, 422]);
    await host.clock.advance(minuteMs);
    await people.post("/auth/send_login_data", { email });
    const late = tokenOf((await people.lastTo(email)).link);
    await host.clock.advance(15 * minuteMs);
    expect(await people.post("/api/v1/auth/login-link/read", { token: late })).toMatchObject(linkExpired);
    expect(await people.post("/api/v1/auth/login-link", { token: late })).toMatchObject(linkExpired);
  });

  test("does not set a password, and a restore's link does not sign in", async () => {
    const { email } = await people.byEmail();
    await people.post("/auth/send_login_data", { email });
    const login = tokenOf((await people.lastTo(email)).link);
    expect(await people.post(`${base}/email/reset/token`, { token: login, ...chosen })).toMatchObject(linkExpired);
    await people.post(`${base}/email/forgot`, { email });
    const restore = tokenOf((await people.lastTo(email)).link);
    expect(await people.post("/api/v1/auth/login-link", { token: restore })).toMatchObject(linkExpired);
  });
});

test("no credential was written to the log, also on errors", async () => {
  const canary = "canary-pass-271828";
  const email = newEmail();
  await people.byEmail(email);
  await logIn(email, canary);
  await people.post(`${base}/email/forgot`, { email });
  const { code = "", link } = await people.lastTo(email);
  const token = tokenOf(link) ?? "";
  host.failpoints.hit("nothing");
  // An internal error during a reset: the log reports it without the credentials.
  const broken = createAccounts({
    ...host,
    db: { ...host.db, tx: () => Promise.reject(new Error("the disk is gone")) },
  });
  const faulty = await testCallers(host, broken);
  const failed = await faulty.post(`${base}/email/reset/code`, {
    email,
    code,
    password: canary,
    password_confirm: canary,
  });
  expect(failed.status).toBe(500);
  await faulty.post(`${base}/email/reset/token`, { token, password: canary, password_confirm: canary });
  const all = lines.join("\n");
  expect(all).toContain("the disk is gone");
  for (const secret of [canary, token, email, `"${code}"`]) expect(all).not.toContain(secret);
});
