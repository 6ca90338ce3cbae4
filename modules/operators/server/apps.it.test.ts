import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { testAuthenticator } from "#kit/testing/test-authenticator.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAudit, verifyChain } from "#modules/audit/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import { testApprovals } from "../testing/test-approvals.ts";
import { codeOf, operatorPassword, type TestOperator, testOperator } from "../testing/test-operators.ts";
import { createOperators, type Operators } from "./index.ts";
import { operatorById, setApp, takeStep } from "./store.ts";

/** Askar has an app and a passkey of this host; he adds and removes them, and is mailed each time. */

const hostname = "office.fairhouse.localhost";
const page = `http://${hostname}`;

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

type Cookies = Readonly<Record<string, string>>;
const post = (path: string, body: object, cookies: Cookies = {}, language = "en") =>
  api.call(`POST /api/office/${path}`, { body, cookies, headers: { origin: page, "accept-language": language } });
const ask = ({ cookies }: { readonly cookies: Cookies }) => post("app", {}, cookies);
const finish = ({ cookies }: { readonly cookies: Cookies }, code: string, language?: string) =>
  post("app/finish", { code }, cookies, language);
const removeApp = ({ cookies }: { readonly cookies: Cookies }) => api.call("DELETE /api/office/app", { cookies });
const removePasskey = ({ cookies }: { readonly cookies: Cookies }, id: string) =>
  api.call(`DELETE /api/office/passkeys/${id}`, { cookies });
const factorsOf = async (email: string) => {
  const { status, text, body } = await post("login", { email, password: operatorPassword });
  expect(status, text).toBe(202);
  return body.data as { challenge: string; factors: string[] };
};
const enter = async (email: string, code: string) =>
  post("login/code", { challenge: (await factorsOf(email)).challenge, code });
const nextStep = () => host.clock.advance(31_000);
const entriesOf = async ({ id }: { readonly id: string }) =>
  (
    await host.db.query<{ action: string; before: string | null; after: string | null }>(
      "SELECT action, before, after FROM audit.entries WHERE subject = $1 ORDER BY number",
      [`operator:${id}`],
    )
  ).rows;
const versionOf = async ({ id }: { readonly id: string }) =>
  (await host.db.query("SELECT version FROM operators.operators WHERE id = $1", [id])).rows;

let askar: TestOperator;
let device: ReturnType<typeof testAuthenticator>;
beforeEach(async () => {
  askar = await testOperator({ host, operators, api }, "owner", "Askar");
  device = testAuthenticator(hostname, page);
  const { options } = (await post("passkeys", {}, askar.cookies)).body.data;
  const passkey = { name: "Laptop", attestation: device.make(options) };
  expect((await post("passkeys/finish", passkey, askar.cookies)).status).toBe(201);
});
const mails = async () => (await waitingMessages(host, askar.email)).map(({ template, text }) => ({ template, text }));

describe("an app of one's own", () => {
  test("is added by who has a passkey only, by its first code, which is used up; then it signs in", async () => {
    expect((await removeApp(askar)).status).toBe(204);
    expect((await factorsOf(askar.email)).factors).toEqual(["passkey"]);
    expect((await removeApp(askar)).status).toBe(404);
    expect((await removePasskey(askar, device.id)).body.code).toBe("last_factor");
    const { status, text, body } = await ask(askar);
    expect(status, text).toBe(200);
    const { secret, uri } = body.data;
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    const code = codeOf(secret, host);
    const wrong = `${(Number(code) + 1) % 1_000_000}`.padStart(6, "0");
    expect((await finish(askar, wrong)).body.code).toBe("app_code_refused");
    expect((await factorsOf(askar.email)).factors).toEqual(["passkey"]);
    const before = await versionOf(askar);
    expect((await finish(askar, code)).status).toBe(204);
    expect((await finish(askar, code)).body.code).toBe("app_code_refused");
    // Requests about an operator name their version: they do not end them by changing their factors.
    expect(await versionOf(askar)).toEqual(before);
    expect((await factorsOf(askar.email)).factors).toEqual(["app", "passkey"]);
    expect((await enter(askar.email, code)).body.code).toBe("operator_code_refused");
    await nextStep();
    expect((await enter(askar.email, codeOf(secret, host))).status).toBe(200);
    expect((await removePasskey(askar, device.id)).status).toBe(204);
    expect((await removeApp(askar)).body.code).toBe("last_factor");
    expect((await entriesOf(askar)).filter(({ action }) => /app|passkey/.test(action))).toMatchObject([
      { action: "operator.passkey_add", after: '{"name":"Laptop"}' },
      { action: "operator.app_remove" },
      { action: "operator.app_add", after: '{"replaced":false}' },
      { action: "operator.passkey_remove", before: '{"name":"Laptop"}' },
    ]);
  });

  test("takes the place of the former one, whose codes are refused from then on", async () => {
    const { secret } = (await ask(askar)).body.data;
    const newest = (await ask(askar)).body.data.secret;
    expect((await finish(askar, codeOf(secret, host))).body.code).toBe("app_code_refused");
    expect((await finish(askar, codeOf(newest, host))).status).toBe(204);
    expect((await entriesOf(askar)).at(-1)).toMatchObject({
      action: "operator.app_add",
      after: '{"replaced":true}',
    });
    await nextStep();
    expect((await askar.stepUp()).body.code).toBe("operator_code_refused");
    expect((await enter(askar.email, codeOf(newest, host))).status).toBe(200);
  });

  test("is added in the session that asked, within ten minutes", async () => {
    const { secret } = (await ask(askar)).body.data;
    const mallory = await testOperator({ host, operators, api }, "support", "Mallory");
    expect((await finish(mallory, codeOf(secret, host))).body.code).toBe("app_code_refused");
    await host.db.query("UPDATE operators.new_apps SET expires_at = $1", [new Date(host.clock.now())]);
    expect((await finish(askar, codeOf(secret, host))).body.code).toBe("app_code_refused");
    const again = (await ask(askar)).body.data.secret;
    await host.db.query(
      "UPDATE operators.new_apps SET session_id = (SELECT id FROM operators.sessions WHERE operator_id = $1)",
      [mallory.id],
    );
    expect((await finish(askar, codeOf(again, host))).body.code).toBe("app_code_refused");
  });

  test("takes a second factor of the last five minutes, which a code of the console is not", async () => {
    const { secret } = (await ask(askar)).body.data;
    await host.clock.advance(5 * 60_000);
    for (const answer of [await ask(askar), await finish(askar, codeOf(secret, host)), await removeApp(askar)])
      expect(answer.body.code).toBe("step_up_required");
    const issued = await operators.breakGlass({ email: askar.email, reason: "his phone is at the bottom of a lake" });
    const entered = await enter(askar.email, "code" in issued ? issued.code : "");
    expect(entered.status).toBe(200);
    expect((await ask(entered)).body.code).toBe("step_up_required");
    await askar.stepUp();
    expect((await finish(askar, codeOf(secret, host))).status).toBe(204);
  });

  test("a code of the former app that was checked just before another app replaced it opens nothing", async () => {
    const id = askar.id as Uuid;
    const former = required(await operatorById(host.db, id), "askar");
    const app = { secret: required(former.totpSecret, "his app"), step: 1_000_000_000 };
    await host.db.tx(tx => setApp(tx, id, { secret: Buffer.from("another app"), step: 0 }));
    expect(await host.db.tx(tx => takeStep(tx, id, app))).toBe(false);
    await host.db.tx(tx => setApp(tx, id, null));
    expect(await host.db.tx(tx => takeStep(tx, id, app))).toBe(false);
    await host.db.tx(tx => setApp(tx, id, { secret: app.secret, step: 0 }));
    expect(await host.db.tx(tx => takeStep(tx, id, app))).toBe(true);
  });

  test.each(["app", "passkey"])(
    "and the only passkey are not both removed, also at once: the %s first",
    async first => {
      const calls = [() => removeApp(askar), () => removePasskey(askar, device.id)];
      const answers = await Promise.all((first === "app" ? calls : calls.toReversed()).map(remove => remove()));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
      expect((await factorsOf(askar.email)).factors).toHaveLength(1);
    },
  );
});

test("an operator is mailed what was added to or removed from their account, in the language of that session", async () => {
  expect(await mails()).toMatchObject([{ template: "operator_passkey_added" }]);
  expect((await mails())[0]?.text).toMatch(/Askar.*Laptop.*127\.0\.0\.1/);
  await removeApp(askar);
  const { secret } = (await ask(askar)).body.data;
  await finish(askar, "000000");
  await finish(askar, codeOf(secret, host), "ru");
  await removePasskey(askar, device.id);
  const sent = await mails();
  expect(sent.map(({ template }) => template)).toEqual([
    "operator_passkey_removed",
    "operator_app_added",
    "operator_app_removed",
    "operator_passkey_added",
  ]);
  expect(sent[1]?.text).toContain("приложение-аутентификатор");
});
