import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { testAuthenticator } from "#kit/testing/test-authenticator.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAudit, verifyChain } from "#modules/audit/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { testApprovals } from "../testing/test-approvals.ts";
import { acceptInvitation, operatorPassword, type TestOperator, testOperator } from "../testing/test-operators.ts";
import { createOperators, type Operators } from "./index.ts";

/** Askar signs in to the back office with a password and a passkey; mallory has a device of her own. */

const page = "http://office.fairhouse.localhost";
const hostname = "office.fairhouse.localhost";
const refused = { status: 401, body: { code: "operator_passkey_refused" } };
type Device = ReturnType<typeof testAuthenticator>;
const newDevice = () => testAuthenticator(hostname, page);

let host: TestHost;
let operators: Operators;
let api: TestApi;
beforeAll(async () => {
  host = await testHost({ modules: ["operators", "messages"] });
  const audit = createAudit(host);
  operators = createOperators(host, {
    audit,
    messages: createMessages(host),
    passwords: {
      hash: async password => `plain:${password}`,
      verify: async (password, hash) => hash === `plain:${password}`,
    },
    isCommonPassword: () => false,
  });
  operators.connectApprovals(testApprovals(host).port);
  api = await testApi(host, [audit, operators], () => null, undefined, operators.operatorOf);
});
afterAll(async () => {
  expect((await verifyChain(host.db)).faults).toEqual([]);
  await host.close();
});

const minutes = (count: number) => host.clock.advance(count * 60_000);
/** From a page of the back office; `cookies` of a session. */
const post = (path: string, body: object, cookies: Readonly<Record<string, string>> = {}, origin = page) =>
  api.call(`POST /api/office/${path}`, { body, cookies, headers: { origin } });
const own = (who: TestOperator, path: string, body: object = {}) => post(path, body, who.cookies);
const entriesOf = async (who: { readonly id: string }) =>
  (
    await host.db.query<{ action: string; before: string | null; after: string | null }>(
      "SELECT action, before, after FROM audit.entries WHERE subject = $1 ORDER BY number",
      [`operator:${who.id}`],
    )
  ).rows;

async function add(who: TestOperator, device: Device, name = "Laptop") {
  const { status, text, body } = await own(who, "passkeys");
  expect(status, text).toBe(200);
  return own(who, "passkeys/finish", { name, attestation: device.make(body.data.options) });
}
async function password(email: string) {
  const { status, text, body } = await post("login", { email, password: operatorPassword });
  expect(status, text).toBe(202);
  return body.data as { challenge: string; factors: string[] };
}
const optionsFor = async (challenge: string) => (await post("login/passkey", { challenge })).body.data.options;
const finish = (challenge: string, assertion: object, origin?: string) =>
  post("login/passkey/finish", { challenge, assertion }, {}, origin);
async function enter({ email }: { readonly email: string }, device: Device) {
  const { challenge } = await password(email);
  return finish(challenge, device.use(await optionsFor(challenge)));
}

let askar: TestOperator;
let device: Device;
beforeEach(async () => {
  askar = await testOperator({ host, operators, api }, "owner", "Askar");
  device = newDevice();
  const added = await add(askar, device);
  expect(added.status, added.text).toBe(201);
});

describe("signing in with a password and a passkey", () => {
  test("opens a session that is stepped up, once for each response, and says so in the audit log", async () => {
    const { challenge, factors } = await password(askar.email);
    expect(factors).toEqual(["app", "passkey"]);
    const options = await optionsFor(challenge);
    expect(options).toMatchObject({
      rpId: hostname,
      userVerification: "required",
      allowCredentials: [{ id: device.id }],
    });
    const assertion = device.use(options);
    const answer = await finish(challenge, assertion);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({ name: "Askar", role: "owner" });
    const list = await api.call("GET /api/office/passkeys", { cookies: answer.cookies });
    expect(list.body.data).toMatchObject({ app: true, passkeys: [{ name: "Laptop", host: hostname }] });
    expect(list.body.data.passkeys[0].used_at).not.toBeNull();
    // A second factor of the last five minutes.
    expect((await post("passkeys", {}, answer.cookies)).status).toBe(200);
    expect(await finish(challenge, assertion)).toMatchObject(refused);
    expect((await entriesOf(askar)).at(-1)).toMatchObject({ action: "operator.login" });
    expect((await entriesOf(askar)).at(-1)?.after).toContain('"factor":"passkey"');
  });

  test("the code of the app still does it, and an operator without a passkey is asked for nothing else", async () => {
    await minutes(1);
    expect((await askar.stepUp()).status).toBe(200);
    const dana = await testOperator({ host, operators, api }, "support", "Dana");
    const { challenge, factors } = await password(dana.email);
    expect(factors).toEqual(["app"]);
    expect(await post("login/passkey", { challenge })).toMatchObject(refused);
  });

  test.each<[string, Partial<Device["state"]>]>([
    ["a device that did not recognize its user", { verified: false }],
    ["another page", { origin: "http://evil.localhost" }],
    ["the site's page", { origin: "http://fairhouse.localhost" }],
    ["a clone whose counter is behind", { counter: 0 }],
  ])("is refused for %s", async (_, state) => {
    expect((await enter(askar, device)).status).toBe(200);
    Object.assign(device.state, state);
    expect(await enter(askar, device)).toMatchObject(refused);
    expect((await entriesOf(askar)).at(-1)).toMatchObject({ action: "operator.refused" });
    expect((await entriesOf(askar)).at(-1)?.after).toContain('"factor":"passkey"');
  });

  test("is refused for a challenge that nobody made, that is too old, of another sign-in or of a step-up", async () => {
    const { challenge } = await password(askar.email);
    const forged = { challenge: Buffer.alloc(32, 7).toString("base64url") };
    expect(await finish(challenge, device.use(forged))).toMatchObject(refused);
    const second = await password(askar.email);
    expect(await finish(challenge, device.use(await optionsFor(second.challenge)))).toMatchObject(refused);
    const { options } = (await own(askar, "step-up/passkey")).body.data;
    const inSession = await finish(challenge, device.use(options));
    expect(inSession).toMatchObject(refused);
    const aruzhan = await testOperator({ host, operators, api }, "owner");
    const hers = newDevice();
    await add(aruzhan, hers);
    const old = await password(aruzhan.email);
    const late = hers.use(await optionsFor(old.challenge));
    await minutes(5);
    expect(await finish(old.challenge, late)).toMatchObject(refused);
    const again = await password(aruzhan.email);
    const slow = await optionsFor(again.challenge);
    await host.db.query("UPDATE operators.passkey_challenges SET expires_at = $1", [new Date(host.clock.now())]);
    expect(await finish(again.challenge, hers.use(slow))).toMatchObject(refused);
  });

  test("is refused with another operator's passkey, and another operator's challenge", async () => {
    const mallory = await testOperator({ host, operators, api }, "support", "Mallory");
    const hers = newDevice();
    await add(mallory, hers);
    const { challenge } = await password(askar.email);
    expect(await finish(challenge, hers.use(await optionsFor(challenge)))).toMatchObject(refused);
    const own = await password(mallory.email);
    expect(await finish(challenge, device.use(await optionsFor(own.challenge)))).toMatchObject(refused);
  });

  test("counts as a try: after three that were wrong the fourth is not read, and the account is locked", async () => {
    device.state.verified = false;
    for (let tries = 0; tries < 3; tries++) expect(await enter(askar, device)).toMatchObject(refused);
    expect((await entriesOf(askar)).at(-1)?.after).toContain('"locked":true');
    const body = { email: askar.email, password: operatorPassword };
    expect((await post("login", body)).body.code).toBe("operator_refused");
  });

  test("of two responses at once that a copied device gives to one challenge one is right", async () => {
    const { challenge } = await password(askar.email);
    const options = await optionsFor(challenge);
    const answers = await Promise.all([finish(challenge, device.use(options)), finish(challenge, device.use(options))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });
});

describe("a passkey in an open session", () => {
  const prove = async (who: TestOperator, mine: Device) => {
    const { options } = (await own(who, "step-up/passkey")).body.data;
    return own(who, "step-up/passkey/finish", { assertion: mine.use(options) });
  };

  test("is the second factor of the next five minutes, in that session only", async () => {
    await minutes(5);
    expect((await own(askar, "passkeys")).body.code).toBe("step_up_required");
    const proved = await prove(askar, device);
    expect(proved.status, proved.text).toBe(200);
    expect((await own(askar, "passkeys")).status).toBe(200);
    expect((await entriesOf(askar)).at(-1)?.after).toContain('"factor":"passkey"');
    const other = await enter(askar, device);
    await minutes(5);
    const { options } = (await own(askar, "step-up/passkey")).body.data;
    const elsewhere = await post("step-up/passkey/finish", { assertion: device.use(options) }, other.cookies);
    expect(elsewhere).toMatchObject(refused);
    expect((await post("passkeys", {}, other.cookies)).body.code).toBe("step_up_required");
  });

  test("is added and removed with a second factor of the last five minutes, and each is an entry", async () => {
    await minutes(5);
    const attestation = newDevice().make({ challenge: "x" });
    for (const call of [
      own(askar, "passkeys"),
      own(askar, "passkeys/finish", { name: "Phone", attestation }),
      askar.call(`DELETE /api/office/passkeys/${device.id}`),
    ])
      expect((await call).body.code).toBe("step_up_required");
    await askar.stepUp();
    const phone = newDevice();
    expect((await add(askar, phone, "Phone")).body.data).toMatchObject({ id: phone.id, name: "Phone", used_at: null });
    expect((await askar.call(`DELETE /api/office/passkeys/${device.id}`)).status).toBe(204);
    expect((await askar.call(`DELETE /api/office/passkeys/${device.id}`)).status).toBe(404);
    expect((await entriesOf(askar)).slice(-2)).toMatchObject([
      { action: "operator.passkey_add", after: '{"name":"Phone"}' },
      { action: "operator.passkey_remove", before: '{"name":"Laptop"}' },
    ]);
    expect(await enter(askar, device)).toMatchObject(refused);
    expect((await enter(askar, phone)).status).toBe(200);
  });

  test("is refused where the device did not recognize its user, twice, for another session, and for another operator's", async () => {
    const fresh = newDevice();
    fresh.state.verified = false;
    expect(await add(askar, fresh)).toMatchObject(refused);
    expect(await add(askar, device), "a passkey that is registered").toMatchObject(refused);
    const mallory = await testOperator({ host, operators, api }, "support", "Mallory");
    expect(await add(mallory, device), "of somebody else").toMatchObject(refused);
    const { options } = (await own(askar, "passkeys")).body.data;
    const attestation = newDevice().make(options);
    expect(await own(mallory, "passkeys/finish", { name: "Phone", attestation })).toMatchObject(refused);
    expect((await own(askar, "passkeys/finish", { name: "Phone", attestation })).status).toBe(201);
    expect(await own(askar, "passkeys/finish", { name: "Phone", attestation })).toMatchObject(refused);
    expect((await mallory.call(`DELETE /api/office/passkeys/${device.id}`)).status).toBe(404);
    expect((await own(askar, "passkeys/finish", { name: " ", attestation })).status).toBe(422);
  });

  test("is one of ten at most", async () => {
    for (let n = 2; n <= 10; n++) expect((await add(askar, newDevice(), `Key ${n}`)).status).toBe(201);
    expect((await add(askar, newDevice())).body.code).toBe("passkey_limit");
    const { data } = (await askar.call("GET /api/office/operators")).body;
    expect(data.find(({ id }: { id: string }) => id === askar.id).factors).toEqual({ app: true, passkeys: 10 });
  });

  test("a session of a code of the console adds none", async () => {
    const issued = await operators.breakGlass({ email: askar.email, reason: "her phone is at the bottom of a lake" });
    const { challenge } = await password(askar.email);
    const code = "code" in issued ? issued.code : "";
    const { status, cookies } = await post("login/code", { challenge, code });
    expect(status).toBe(200);
    expect((await post("passkeys", {}, cookies)).body.code).toBe("step_up_required");
  });
});

describe("an invitation", () => {
  const invited = async (email: string) => {
    const others = "role = 'owner' AND email <> $1";
    await host.db.query(`UPDATE operators.operators SET role = 'support', disabled_at = now() WHERE ${others}`, [
      email,
    ]);
    const asked = await operators.inviteFromConsole({ email, name: "Zarina" });
    return "link" in asked ? (asked.link.split("#")[1] ?? "") : "";
  };
  const accept = (token: string, attestation: object, given = operatorPassword) =>
    post("invitation/passkey/finish", { token, password: given, name: "Laptop", attestation });
  const optionsOf = async (token: string) => (await post("invitation/passkey", { token })).body.data.options;

  test("is accepted with a passkey in place of an app, which is then the only second factor and stays", async () => {
    const email = "zarina@house.example";
    const token = await invited(email);
    const hers = newDevice();
    expect((await accept(token, hers.make(await optionsOf(token)), "short")).body.code).toBe("operator_password_weak");
    const accepted = await accept(token, hers.make(await optionsOf(token)));
    expect(accepted.status, accepted.text).toBe(204);
    expect((await accept(token, newDevice().make({ challenge: "x" }))).body.code).toBe("invitation_over");
    expect((await password(email)).factors).toEqual(["passkey"]);
    const session = await enter({ email }, hers);
    expect(session.status, session.text).toBe(200);
    const { challenge } = await password(email);
    expect((await post("login/code", { challenge, code: "000000" })).body.code).toBe("operator_code_refused");
    const remove = (id: string) => api.call(`DELETE /api/office/passkeys/${id}`, { cookies: session.cookies });
    expect((await remove(hers.id)).body.code).toBe("last_factor");
    const second = newDevice();
    const { options } = (await post("passkeys", {}, session.cookies)).body.data;
    await post("passkeys/finish", { name: "Key", attestation: second.make(options) }, session.cookies);
    const answers = await Promise.all([remove(hers.id), remove(second.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    // The code of the console replaces a lost device, too.
    const issued = await operators.breakGlass({ email, reason: "her laptop was stolen" });
    const code = "code" in issued ? issued.code : "";
    const next = (await password(email)).challenge;
    expect((await post("login/code", { challenge: next, code })).status).toBe(200);
  });

  test("is not accepted with a challenge of another invitation or of a session, and with a code none is needed", async () => {
    const { options } = (await own(askar, "passkeys")).body.data;
    const token = await invited("yerlan@house.example");
    expect(await accept(token, newDevice().make(options))).toMatchObject(refused);
    const unverified = newDevice();
    unverified.state.verified = false;
    expect(await accept(token, unverified.make(await optionsOf(token)))).toMatchObject(refused);
    expect((await post("invitation/passkey", { token: "t".repeat(43) })).body.code).toBe("invitation_over");
    await acceptInvitation({ host, api }, token);
    expect((await password("yerlan@house.example")).factors).toEqual(["app"]);
  });

  test("that repeats an earlier one takes the passkeys away with the other factors", async () => {
    const email = "saule@house.example";
    const token = await invited(email);
    const hers = newDevice();
    await accept(token, hers.make(await optionsOf(token)));
    const again = await invited(email);
    await acceptInvitation({ host, api }, again);
    expect((await password(email)).factors).toEqual(["app"]);
  });
});
