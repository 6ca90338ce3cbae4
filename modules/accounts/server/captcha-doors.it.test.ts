import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { type TestApi, testApi } from "#kit/test/test-api.ts";
import { type TestHost, testHost } from "#kit/test/test-host.ts";
import { createAccounts } from "./index.ts";

const password = "correct horse battery";
let host: TestHost;
let api: TestApi;

/** Takes "solved" for a solution and nothing else. */
async function demand(solution: string | undefined): Promise<void> {
  if (solution !== "solved") fail(validationFailed, { errors: { captcha: ["captcha_required"] } });
}

beforeAll(async () => {
  host = await testHost({ modules: ["accounts"] });
  let registrations = 0;
  const demandOfCrowd = async (_what: string, solution: string | undefined) => {
    if (++registrations > 2) await demand(solution);
  };
  const accounts = createAccounts(host, { humans: { demand, demandOfCrowd } });
  api = await testApi(host, [accounts], accounts.authenticate);
});
afterAll(() => host.close());

const logIn = (email: string, typed: string, captcha?: string) =>
  api.call("POST /api/v2/auth/login/email/password", { body: { email, password: typed, ...(captcha && { captcha }) } });
const register = (email: string, captcha?: string) =>
  api.call("POST /api/v2/auth/register/email", {
    body: { email, password, currency: "USD", agree: true, ...(captcha && { captcha }) },
  });
const captchaRequired = { status: 422, body: { errors: { captcha: ["captcha_required"] } } };

test("after three failures of an identifier a captcha is asked, whether the account is there or not, and asking costs no attempt", async () => {
  const email = `${randomUUID()}@example.org`;
  await register(email);
  for (const identifier of [email, `${randomUUID()}@example.org`]) {
    for (let i = 0; i < 3; i++) expect((await logIn(identifier, "wrong")).body.code).toBe("wrong_credentials");
    for (let i = 0; i < 5; i++) expect(await logIn(identifier, password)).toMatchObject(captchaRequired);
    expect((await logIn(identifier, "wrong", "solved")).body.code).toBe("wrong_credentials");
    expect((await logIn(identifier, "wrong", "solved")).body.code).toBe("wrong_credentials");
    expect((await logIn(identifier, password, "solved")).body.code).toBe("too_many_logins");
  }
});

test("alice mistypes thrice, answers the captcha and is in; then nothing counts any more", async () => {
  const email = `${randomUUID()}@example.org`;
  await register(email);
  for (let i = 0; i < 3; i++) await logIn(email, "wrong");
  expect((await logIn(email, password, "solved")).status).toBe(200);
  expect((await logIn(email, password)).status).toBe(200);
});

test("a crowd that registers is asked before anything is said about a mailbox", async () => {
  const email = `${randomUUID()}@example.org`;
  expect(await register(email)).toMatchObject(captchaRequired);
  expect((await register(email, "solved")).status).toBe(201);
});
