import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { testAuthenticator } from "#kit/testing/test-authenticator.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Accounts, createAccounts } from "#modules/accounts/server/index.ts";
import { createFactors } from "./index.ts";

const password = "correct horse battery";
const site = "http://fairhouse.localhost";
const minuteMs = 60_000;

let host: TestHost;
let accounts: Accounts;
let api: TestApi;

beforeAll(async () => {
  host = await testHost({ modules: ["factors"] });
  accounts = createAccounts(host);
  await accounts.start?.();
  api = await testApi(host, [accounts, createFactors(host, { accounts })], accounts.authenticate);
});
afterAll(() => host.close());

interface Person {
  readonly email: string;
  readonly token: string;
  call(name: string, body?: object): ReturnType<TestApi["call"]>;
}

function personWith(email: string, token: string): Person {
  return {
    email,
    token,
    call: (name, body) => api.call(name, { token, headers: { origin: site }, ...(body && { body }) }),
  };
}
async function register(): Promise<Person> {
  const email = `${randomUUID()}@example.org`;
  const body = { email, password, currency: "USD", agree: true };
  return personWith(email, (await api.call("POST /api/v2/auth/register/email", { body })).body.token);
}
async function logInAgain({ email }: Person): Promise<Person> {
  const answer = await api.call("POST /api/v2/auth/login/email/password", { body: { email, password } });
  return personWith(email, answer.body.token);
}
const guest = (name: string, body: object) => api.call(name, { body, headers: { origin: site } });
const prove = (person: Person, given = password) =>
  person.call("POST /api/v1/factors/proof/password", { password: given });
const codeOf = (secret: string, aheadMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: host.clock.now() + aheadMs });
const proveByCode = (person: Person, code: string) => person.call("POST /api/v1/factors/proof/code", { code });

/** Switches codes of an app on; the next usable code is of the step after. */
async function switchOn(person: Person): Promise<{ secret: string; recovery: string[] }> {
  expect((await prove(person)).status).toBe(204);
  const { secret } = (await person.call("POST /api/v1/factors/totp")).body.data;
  const answer = await person.call("POST /api/v1/factors/totp/confirm", { code: codeOf(secret) });
  expect(answer.status, answer.text).toBe(200);
  await host.clock.advance(30_000);
  return { secret, recovery: answer.body.data.recovery_codes };
}

describe("a fresh proof", () => {
  test("by a code of the app is required before the password or a confirmed address changes", async () => {
    const alice = await register();
    const chosen = { password: "a new battery", password_confirm: "a new battery" };
    const update = (given: object = {}) =>
      alice.call("POST /password/update", { old_password: password, ...chosen, ...given });
    const { secret } = await switchOn(alice);
    await host.clock.advance(5 * minuteMs);
    expect(await update()).toMatchObject({ status: 403, body: { code: "proof_required" } });
    expect((await proveByCode(alice, codeOf(secret))).status).toBe(204);
    expect((await update({ old_password: "not hers" })).body.errors).toEqual({ old_password: ["password_wrong"] });
    expect((await update()).status).toBe(204);
  });

  test("is required before anything changes, and is valid for five minutes in its session", async () => {
    const alice = await register();
    expect(await alice.call("POST /api/v1/factors/totp")).toMatchObject({
      status: 403,
      body: { code: "proof_required" },
    });
    expect(await prove(alice, "not hers")).toMatchObject({ status: 422, body: { code: "factor_wrong" } });
    expect((await prove(alice)).status).toBe(204);
    expect((await alice.call("POST /api/v1/factors/totp")).status).toBe(200);
    const elsewhere = await logInAgain(alice);
    expect((await elsewhere.call("POST /api/v1/factors/totp")).status).toBe(403);
    await host.clock.advance(5 * minuteMs);
    expect((await alice.call("POST /api/v1/factors/totp")).status).toBe(403);
  });

  test("cannot be guessed: five tries in fifteen minutes, also with twenty at once", async () => {
    const bob = await register();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => prove(bob, `guess number ${i}`)));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === "too_many_tries")).toHaveLength(15);
    expect((await prove(bob)).status).toBe(429);
    await host.clock.advance(15 * minuteMs);
    expect((await prove(await logInAgain(bob))).status).toBe(204);
  });

  test("of a player with a second factor needs that factor; the password alone is refused", async () => {
    const carol = await register();
    const { secret } = await switchOn(carol);
    expect((await carol.call("GET /api/v1/factors")).body.data.proofs).toEqual(["code"]);
    expect(await prove(carol)).toMatchObject({ status: 422, body: { code: "factor_wrong" } });
    await host.clock.advance(5 * minuteMs);
    expect((await carol.call("DELETE /api/v1/factors/totp")).status).toBe(403);
    expect((await proveByCode(carol, codeOf(secret))).status).toBe(204);
    expect((await carol.call("DELETE /api/v1/factors/totp")).status).toBe(204);
    expect((await carol.call("GET /api/v1/factors")).body.data).toMatchObject({ totp: false, recovery_codes_left: 0 });
  });
});

describe("codes of an app", () => {
  test("a code is accepted once, and none of an earlier step after it; a clock may be half a minute off", async () => {
    const dan = await register();
    const { secret } = await switchOn(dan);
    const present = codeOf(secret);
    const results = await Promise.all(Array.from({ length: 4 }, () => proveByCode(dan, present)));
    expect(results.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await proveByCode(dan, codeOf(secret, 30_000))).status).toBe(204);
    expect((await proveByCode(dan, codeOf(secret))).status).toBe(422);
    expect((await proveByCode(dan, codeOf(secret, 60_000))).status).toBe(422);
    expect((await proveByCode(dan, codeOf(secret, -60_000))).status).toBe(422);
  });

  test("a wrong code switches nothing on, and the secret is not in the database in plain text", async () => {
    const erin = await register();
    await prove(erin);
    const { secret, uri } = (await erin.call("POST /api/v1/factors/totp")).body.data;
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Fairhouse:/);
    const wrong = codeOf(secret) === "000000" ? "000001" : "000000";
    expect((await erin.call("POST /api/v1/factors/totp/confirm", { code: wrong })).body.code).toBe("factor_wrong");
    expect((await erin.call("GET /api/v1/factors")).body.data.totp).toBe(false);
    const { rows } = await host.db.query<{ all: string }>(
      "SELECT string_agg(encode(secret, 'hex'), ' ') AS all FROM factors.totp",
    );
    expect(rows[0]?.all).not.toContain(Buffer.from(Secret.fromBase32(secret).bytes).toString("hex"));
  });

  test("a recovery code works once, in any format; new ones invalidate the old", async () => {
    const frank = await register();
    const { recovery } = await switchOn(frank);
    expect(recovery).toHaveLength(10);
    expect(new Set(recovery).size).toBe(10);
    const [first = "", second = ""] = recovery;
    expect((await proveByCode(frank, first.toUpperCase().replace("-", ""))).status).toBe(204);
    expect((await proveByCode(frank, first)).status).toBe(422);
    expect((await frank.call("GET /api/v1/factors")).body.data.recovery_codes_left).toBe(9);
    const renewed = (await frank.call("POST /api/v1/factors/recovery-codes")).body.data.recovery_codes;
    expect((await proveByCode(frank, second)).status).toBe(422);
    expect((await proveByCode(frank, renewed[0])).status).toBe(204);
  });

  test("frank's codes do not work for grace", async () => {
    const [frank, grace] = [await register(), await register()];
    const { secret, recovery } = await switchOn(frank);
    await switchOn(grace);
    expect((await proveByCode(grace, recovery[0] ?? "")).status).toBe(422);
    expect((await proveByCode(grace, codeOf(secret))).status).toBe(422);
  });
});

describe("passkeys", () => {
  let heidi: Person;
  let device: ReturnType<typeof testAuthenticator>;
  beforeEach(async () => {
    heidi = await register();
    device = testAuthenticator("fairhouse.localhost", site);
    expect((await add(heidi, device)).status).toBe(201);
  });

  async function add(person: Person, authenticator: typeof device) {
    await prove(person);
    const { options } = (await person.call("POST /api/v1/factors/passkeys")).body.data;
    const attestation = authenticator.make(options);
    return person.call("POST /api/v1/factors/passkeys/finish", { name: "Telephone", attestation });
  }
  const question = async () => (await guest("POST /api/v1/factors/passkey-login", {})).body.data.options;
  const logIn = (assertion: object) => guest("POST /api/v1/factors/passkey-login/finish", { assertion });
  const refused = { status: 422, body: { code: "passkey_refused" } };

  test("heidi signs in with it alone, and a response is valid once", async () => {
    const assertion = device.use(await question());
    const answer = await logIn(assertion);
    expect(answer.status, answer.text).toBe(200);
    expect((await personWith("", answer.body.token).call("GET /profile/user")).body.user.email).toBe(heidi.email);
    expect(await logIn(assertion)).toMatchObject(refused);
    expect((await heidi.call("GET /api/v1/factors")).body.data.passkeys[0].used_at).not.toBeNull();
  });

  test("no sign-in without user verification, from another page, with a forged or expired challenge, or with a cloned device", async () => {
    device.state.verified = false;
    expect(await logIn(device.use(await question()))).toMatchObject(refused);
    device.state.verified = true;
    device.state.origin = "http://evil.localhost";
    expect(await logIn(device.use(await question()))).toMatchObject(refused);
    device.state.origin = site;
    expect(await logIn(device.use({ challenge: Buffer.alloc(32).toString("base64url") }))).toMatchObject(refused);
    const late = device.use(await question());
    await host.clock.advance(5 * minuteMs);
    expect(await logIn(late)).toMatchObject(refused);
    expect((await logIn(device.use(await question()))).status).toBe(200);
    device.state.counter = 0;
    expect(await logIn(device.use(await question()))).toMatchObject(refused);
  });

  test("a challenge is valid for one purpose and one player only", async () => {
    const ivan = await register();
    const his = testAuthenticator("fairhouse.localhost", site);
    await add(ivan, his);
    const ask = async (person: Person) => (await person.call("POST /api/v1/factors/proof/passkey")).body.data.options;
    const proof = (person: Person, assertion: object) =>
      person.call("POST /api/v1/factors/proof/passkey/finish", { assertion });
    expect(await proof(heidi, device.use(await question()))).toMatchObject(refused);
    expect(await proof(heidi, device.use(await ask(ivan)))).toMatchObject(refused);
    expect(await proof(heidi, his.use(await ask(heidi)))).toMatchObject(refused);
    expect(await logIn(device.use(await ask(heidi)))).toMatchObject(refused);
    expect((await proof(heidi, device.use(await ask(heidi)))).status).toBe(204);
    expect(await add(ivan, device)).toMatchObject(refused);
  });

  test("with app codes on, it completes the second step of a login; another player's does not", async () => {
    const lou = await register();
    await add(lou, testAuthenticator("fairhouse.localhost", site));
    const { secret } = await switchOn(heidi);
    const login = await guest("POST /api/v2/auth/login/email/password", { email: heidi.email, password });
    expect(login).toMatchObject({ status: 202, body: { data: { methods: ["totp", "recovery", "passkey"] } } });
    const { challenge } = login.body.data;
    const ask = async () => (await guest("POST /api/v1/factors/step/passkey", {})).body.data.options;
    const finish = (assertion: object) => guest("POST /api/v1/factors/step/passkey/finish", { challenge, assertion });
    const other = testAuthenticator("fairhouse.localhost", site);
    await add(lou, other);
    expect((await finish(other.use(await ask()))).body.errors).toEqual({ code: ["code_wrong"] });
    expect(await finish(device.use(await question()))).toMatchObject(refused);
    const right = await finish(device.use(await ask()));
    expect((await personWith("", right.body.token).call("GET /profile/user")).body.user.email).toBe(heidi.email);
    expect((await guest("POST /api/v1/factors/step/code", { challenge, code: codeOf(secret) })).status).toBe(409);
  });

  test("only its owner can remove it, with a fresh proof", async () => {
    const judy = await register();
    await prove(judy);
    expect((await judy.call(`DELETE /api/v1/factors/passkeys/${device.id}`)).status).toBe(404);
    await host.clock.advance(5 * minuteMs);
    expect((await heidi.call(`DELETE /api/v1/factors/passkeys/${device.id}`)).status).toBe(403);
    const { options } = (await heidi.call("POST /api/v1/factors/proof/passkey")).body.data;
    await heidi.call("POST /api/v1/factors/proof/passkey/finish", { assertion: device.use(options) });
    expect((await heidi.call(`DELETE /api/v1/factors/passkeys/${device.id}`)).status).toBe(204);
    expect(await logIn(device.use(await question()))).toMatchObject(refused);
  });
});
