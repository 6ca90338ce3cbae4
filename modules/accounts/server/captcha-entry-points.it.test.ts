import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type CaptchaProvider, createCaptcha } from "#modules/captcha/server/index.ts";
import { createAccounts } from "./index.ts";

const password = "correct horse battery";
const hourMs = 3_600_000;
let host: TestHost;
let api: TestApi;
let solutions = 0;

beforeAll(async () => {
  host = await testHost({ modules: ["accounts", "captcha"] });
  const provider: CaptchaProvider = {
    widget: null,
    offer: async () => expect.unreachable("no captcha is offered here"),
    check: async solution => (solution.startsWith("solved") ? "right" : "wrong"),
    probe: async () => undefined,
  };
  const captcha = createCaptcha(host, { name: "test", provider });
  const accounts = createAccounts(host, { captchaPort: captcha });
  api = await testApi(host, [accounts], accounts.authenticate);
});
afterAll(() => host.close());
/** Resets the counts of the previous test. */
beforeEach(() => host.clock.advance(hourMs));

const solved = () => `solved ${++solutions}`;
const newEmail = () => `${randomUUID()}@example.org`;
const logIn = (email: string, typed: string, captcha?: string) =>
  api.call("POST /api/v2/auth/login/email/password", { body: { email, password: typed, ...(captcha && { captcha }) } });
const register = (email: string, given: { captcha?: string; ip?: string } = {}) =>
  api.call("POST /api/v2/auth/register/email", {
    body: { email, password, currency: "USD", agree: true, ...(given.captcha && { captcha: given.captcha }) },
    ...(given.ip && { ip: given.ip }),
  });
const captchaRequired = { status: 422, body: { errors: { captcha: ["captcha_required"] } } };

test("after three failures of an identifier a captcha is required, whether the account exists or not, and the refusal costs no attempt", async () => {
  const email = newEmail();
  await register(email);
  for (const identifier of [email, newEmail()]) {
    for (let i = 0; i < 3; i++) expect((await logIn(identifier, "wrong")).body.code).toBe("wrong_credentials");
    for (let i = 0; i < 5; i++) expect(await logIn(identifier, password)).toMatchObject(captchaRequired);
    expect((await logIn(identifier, "wrong", solved())).body.code).toBe("wrong_credentials");
    expect((await logIn(identifier, "wrong", solved())).body.code).toBe("wrong_credentials");
    expect((await logIn(identifier, password, solved())).body.code).toBe("too_many_logins");
  }
});

test("alice mistypes three times, solves the captcha and is signed in; then the counts are reset", async () => {
  const email = newEmail();
  await register(email);
  for (let i = 0; i < 3; i++) await logIn(email, "wrong");
  expect((await logIn(email, password, solved())).status).toBe(200);
  expect((await logIn(email, password)).status).toBe(200);
});

describe("registering", () => {
  test("above a rate the captcha comes before anything is revealed about a mailbox", async () => {
    for (let i = 0; i < 30; i++) await register("no mailbox at all, and counted nowhere");
    for (let i = 0; i < 30; i++) expect((await register(newEmail())).status).toBe(201);
    const email = newEmail();
    expect(await register(email)).toMatchObject(captchaRequired);
    expect((await register(email, { captcha: solved() })).status).toBe(201);
  });

  test("an IP address learns once that a mailbox is taken; after that every registration from it needs a captcha", async () => {
    const taken = newEmail();
    const owner = await register(taken, { ip: "203.0.113.1" });
    expect([owner.status, typeof owner.body.token]).toEqual([201, "string"]);
    const mallory = { ip: "203.0.113.66" };
    expect((await register(taken, mallory)).body.errors).toEqual({ email: ["email_taken"] });
    for (const email of [taken, newEmail()]) expect(await register(email, mallory)).toMatchObject(captchaRequired);
    const solution = { ...mallory, captcha: solved() };
    expect((await register(taken, solution)).body.errors).toEqual({ email: ["email_taken"] });
    expect((await register(taken, { ip: "203.0.113.7" })).body.errors).toEqual({ email: ["email_taken"] });
    await host.clock.advance(hourMs);
    expect((await register(newEmail(), mallory)).status).toBe(201);
  });
});

describe("a message with a code or link", () => {
  const asked = [
    "/api/v2/auth/login/email/code",
    "/api/v2/auth/login/email/resend",
    "/api/v2/auth/password/email/forgot",
    "/auth/send_login_data",
  ];
  const ask = (path: string, email: string, given: { ip: string; captcha?: string }) =>
    api.call(`POST ${path}`, { body: { email, ...(given.captcha && { captcha: given.captcha }) }, ip: given.ip });

  test.each(asked)(
    "%s: the second request from an IP address needs a captcha, and the second for a contact",
    async path => {
      for (const email of [(await register(newEmail())) && newEmail(), newEmail()]) {
        const own = `198.51.100.${solutions++ % 200}`;
        expect((await ask(path, email, { ip: own })).status).toBe(202);
        expect(await ask(path, newEmail(), { ip: own })).toMatchObject(captchaRequired);
        expect((await ask(path, newEmail(), { ip: own, captcha: solved() })).status).toBe(202);
        const other = `198.51.100.${solutions++ % 200}`;
        expect(await ask(path, email, { ip: other })).toMatchObject(captchaRequired);
        expect((await ask(path, email, { ip: other, captcha: solved() })).status).toBe(202);
      }
    },
  );
});
