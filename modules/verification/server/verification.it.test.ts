import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { imageTypeOf } from "#kit/images/image-type.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { pngBomb, testPng } from "#kit/testing/test-images.ts";
import { accountFacts, createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, type TestPeople, testPeople } from "#modules/accounts/testing/test-people.ts";
import { createConditions } from "#modules/conditions/server/index.ts";
import { sandboxChecks } from "../providers/sandbox/index.ts";
import { sendCheckWebhook } from "../testing/test-checks.ts";
import { createVerification, identityFacts, type Verification } from "./index.ts";
import type { CheckOrder } from "./provider.ts";

let host: TestHost;
let api: TestApi;
let people: TestPeople;
let verification: Verification;
const orders: CheckOrder[] = [];
let isAway = false;

beforeAll(async () => {
  host = await testHost({
    modules: ["verification"],
    environment: { KYC_URL: "http://127.0.0.1:9", KYC_SECRET: "a kyc secret shared by all tests" },
  });
  const accounts = createAccounts(host);
  const order = async (check: CheckOrder) => {
    if (isAway) throw new Error("the provider is unavailable");
    orders.push(check);
  };
  const provider = { ...required(sandboxChecks(host), "the sandbox is configured"), order };
  verification = createVerification(host, { accounts, provider: { name: "sandbox", provider } });
  people = await testPeople(host, accounts, [verification]);
  api = people.api;
});
afterAll(() => host.close());

/** A JPEG with text after its pixels that belongs to no picture. */
const png = Buffer.concat([testPng(64, 64), Buffer.from("a face nobody may read")]);
const pdf = Buffer.from("%PDF-1.7 a bill nobody may read");
const add = (who: Person, kind: string, content: string = png.toString("base64")) =>
  api.call("POST /api/v1/verification/documents", { token: who.token, body: { kind, content } });
const submit = (who: Person) => api.call("POST /api/v1/verification/submit", { token: who.token });
const read = async (who: Person) => (await api.call("GET /api/v1/verification", { token: who.token })).body.data;
const profile = async (who: Person) =>
  (await api.call("GET /profile/user", { token: who.token })).body.user.verification;

async function handOver(who: Person): Promise<string> {
  await add(who, "identity");
  await add(who, "selfie");
  expect((await submit(who)).body.data.status).toBe("waiting");
  const { rows } = await host.db.query<{ reference: string }>(
    "SELECT reference FROM verification.cases WHERE player_id = $1",
    [who.id],
  );
  const reference = rows[0]?.reference ?? "";
  return reference;
}
const runOrder = (reference: string) => verification.jobs?.[0]?.run({ reference });

describe("identity verification", () => {
  test("alice submits documents, the provider accepts them, and her profile shows each step", async () => {
    const alice = await people.person("alice");
    expect(await profile(alice)).toEqual({ is_need: false, data: { status: "init" } });
    await host.db.tx(tx => verification.require(tx, alice.id));
    expect(await profile(alice)).toEqual({ is_need: true, data: { status: "init" } });
    expect(await submit(alice)).toMatchObject({
      status: 409,
      body: { code: "documents_missing", data: { missing: ["identity", "selfie"] } },
    });
    const reference = await handOver(alice);
    isAway = true;
    await expect(runOrder(reference)).rejects.toThrow("unavailable");
    expect(await profile(alice)).toMatchObject({ data: { status: "waiting" } });
    isAway = false;
    await runOrder(reference);
    expect(await profile(alice)).toMatchObject({ data: { status: "pending" } });
    const order = orders.at(-1);
    expect(order?.documents.map(({ kind, type }) => [kind, type])).toEqual([
      ["identity", "image/png"],
      ["selfie", "image/png"],
    ]);
    const sent = Buffer.from(order?.documents[0]?.content ?? []);
    expect(imageTypeOf(sent)).toBe("image/png");
    expect(sent.toString("latin1")).not.toContain("nobody may read");
    expect((await sendCheckWebhook(host, api, { reference, decision: "approved" })).body).toEqual({
      data: { result: "noted" },
    });
    expect(await profile(alice)).toEqual({ is_need: false, data: { status: "success" } });
    expect(await add(alice, "address")).toMatchObject({ status: 409, body: { data: { status: "success" } } });
  });

  test("each call of the provider is logged without its text: its decision and effect, or why it was refused", async () => {
    const reference = await handOver(await people.person("lena"));
    const event_id = randomUUID();
    const send = () => sendCheckWebhook(host, api, { reference, decision: "approved", event_id });
    await host.clock.advance(1);
    await send();
    await host.clock.advance(1);
    await send();
    await host.clock.advance(1);
    await sendCheckWebhook(host, api, { reference }, { "x-signature": "ab".repeat(32) });
    const calls = await verification.review.webhooks({ result: null, before: null }, 3);
    expect(calls.map(({ result, decision, eventId }) => [result, decision, eventId])).toEqual([
      ["check_signature_invalid", null, null],
      ["repeated", "approved", event_id],
      ["noted", "approved", event_id],
    ]);
    expect(JSON.stringify(calls)).not.toContain(reference);
    const [oldest] = await verification.review.webhooks({ result: "noted", before: calls[1]?.id ?? null }, 1);
    expect(oldest).toEqual(calls[2]);
  });

  test("bob is refused with a reason, submits a better photo and is asked for more; while it is checked nothing is added", async () => {
    const bob = await people.person("bob");
    const first = await handOver(bob);
    expect(await add(bob, "selfie")).toMatchObject({ status: 409, body: { code: "verification_closed" } });
    await sendCheckWebhook(host, api, { reference: first, decision: "declined", reason: "unreadable" });
    expect(await read(bob)).toMatchObject({ status: "failed", reason: "unreadable" });
    const second = await handOver(bob);
    const late = await sendCheckWebhook(host, api, { reference: first, decision: "approved" });
    expect(late.body.data.result).toBe("ignored");
    await sendCheckWebhook(host, api, { reference: second, decision: "more", reason: "more_documents" });
    expect(await read(bob)).toMatchObject({
      status: "user_pending",
      documents: [{ kind: "identity" }, { kind: "selfie" }],
    });
    await runOrder(second);
    expect((await read(bob)).status).toBe("user_pending");
    const { rows } = await host.db.query<{ step: string; by: string }>(
      "SELECT step, by FROM verification.steps WHERE player_id = $1 ORDER BY number",
      [bob.id],
    );
    expect(rows.map(({ step, by }) => `${step} by ${by}`)).toEqual([
      "submitted by player",
      "declined by provider",
      "submitted by player",
      "more by provider",
    ]);
  });

  test("a message counts once, and a decision is final", async () => {
    const carol = await people.person("carol");
    const reference = await handOver(carol);
    const message = { event_id: randomUUID(), reference, decision: "declined" };
    const results = await Promise.all(Array.from({ length: 10 }, () => sendCheckWebhook(host, api, message)));
    expect(results.filter(({ body }) => body.data.result === "noted")).toHaveLength(1);
    const other = await sendCheckWebhook(host, api, { reference, decision: "approved" });
    expect(other.body.data.result).toBe("ignored");
    expect((await read(carol)).status).toBe("failed");
  });

  test("a message without a valid and fresh signature decides nothing", async () => {
    const dave = await people.person("dave");
    const reference = await handOver(dave);
    const approved = { reference, decision: "approved" };
    const old = `${Math.floor(host.clock.now() / 1000) - 301}`;
    for (const changes of [
      { "x-signature": "00".repeat(32) },
      { "x-key-id": "house" },
      { "x-timestamp": old },
      { "x-signature": "" },
    ])
      expect(await sendCheckWebhook(host, api, approved, changes)).toMatchObject({
        status: 401,
        body: { code: "check_signature_invalid" },
      });
    expect((await sendCheckWebhook(host, api, { reference, decision: "perhaps" })).status).toBe(422);
    expect((await read(dave)).status).toBe("waiting");
  });
});

describe("a birthday", () => {
  const dayMs = 86_400_000;
  const conditions = createConditions(accountFacts, [identityFacts]);
  const rule = conditions.parse({ fact: "birthday", is: true });
  const isOn = async (who: Person, at: number) =>
    (await conditions.rowOf(host.db, rule, who.id, { now: new Date(at), prices: undefined }))?.birthday;
  const runJob = () => verification.jobs?.find(({ name }) => name === "verification-birthdays")?.run({});

  test("is found on its day once the identity is accepted, and the database cannot read it", async () => {
    const [nina, now] = [await people.person("nina"), host.clock.now()];
    const birth_date = `1990${new Date(now).toISOString().slice(4, 10)}`;
    const body = { first_name: "Nina", last_name: "Lee", birth_date };
    const given = await api.call("POST /api/v1/verification/identity", { token: nina.token, body });
    expect(given.status, given.text).toBe(200);
    await runJob();
    expect(await isOn(nina, now)).toBe(false);
    await sendCheckWebhook(host, api, { reference: await handOver(nina), decision: "approved" });
    expect([await isOn(nina, now), await isOn(nina, now + dayMs)]).toEqual([true, false]);
    const { rows } = await host.db.query<{ row: string }>(
      "SELECT (to_jsonb(i) - 'given_at')::text AS row FROM verification.identities i WHERE player_id = $1",
      [nina.id],
    );
    expect(rows[0]?.row).not.toContain(birth_date.slice(5));
  });

  test("is computed for statements of before, whatever their number", async () => {
    const nina = await people.person("nina-of-before");
    const now = host.clock.now();
    const birth_date = `1985${new Date(now).toISOString().slice(4, 10)}`;
    const body = { first_name: "Nina", last_name: "Ray", birth_date };
    await api.call("POST /api/v1/verification/identity", { token: nina.token, body });
    await sendCheckWebhook(host, api, { reference: await handOver(nina), decision: "approved" });
    await host.db.query("UPDATE verification.identities SET birthday_digest = NULL");
    expect(await isOn(nina, now)).toBe(false);
    await runJob();
    expect(await isOn(nina, now)).toBe(true);
  });
});

describe("a document", () => {
  test("is stored encrypted only, and ciphertext moved to another row cannot be decrypted", async () => {
    const erin = await people.person("erin");
    const reference = await handOver(erin);
    const { rows } = await host.db.query<{ content: Buffer }>(
      "SELECT content FROM verification.documents WHERE player_id = $1",
      [erin.id],
    );
    for (const { content } of rows) expect(content.toString("latin1")).not.toContain("a face nobody may read");
    await host.db.query(
      `UPDATE verification.documents d SET content = o.content FROM verification.documents o
       WHERE d.player_id = $1 AND o.player_id = $1 AND d.kind = 'selfie' AND o.kind = 'identity'`,
      [erin.id],
    );
    await expect(runOrder(reference)).rejects.toThrow();
  });

  test("is a picture or a PDF by its bytes, of at most 4 MiB, and one of each kind", async () => {
    const frank = await people.person("frank");
    const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");
    const keyOf = async (content: string) => (await add(frank, "selfie", content)).body.errors?.content;
    expect(await keyOf(base64("<svg onload=alert(1)>"))).toEqual(["document_type_unknown"]);
    expect(await keyOf("not base64 at all!")).toEqual(["document_invalid"]);
    expect(await keyOf(`data:image/png;base64,${base64(png)}`)).toEqual(["document_invalid"]);
    const most = Buffer.concat([pdf, Buffer.alloc(4 * 1024 * 1024 - pdf.length)]);
    expect((await add(frank, "selfie", base64(most))).status).toBe(201);
    expect(await keyOf(base64(Buffer.concat([most, Buffer.from([0])])))).toEqual(["document_too_large"]);
    expect((await add(frank, "selfie", "A".repeat(6_000_000))).status).toBe(413);
    expect((await add(frank, "passport")).body.errors.kind).toEqual(["document_kind_invalid"]);
    await add(frank, "selfie");
    const { documents } = await read(frank);
    expect(documents).toMatchObject([{ kind: "selfie", type: "image/png", size: expect.any(Number) }]);
    expect(JSON.stringify(documents)).not.toContain("content");
  });

  test.each([
    ["heidi", "of 30,000 pixels a side", pngBomb(30_000, 30_000)],
    ["ivan", "that moves", testPng(2, 2, [["acTL", Buffer.alloc(8)]])],
    ["judy", "that only begins like a picture", Buffer.concat([testPng().subarray(0, 8), Buffer.from("<script>")])],
    ["karl", "that is cut off", testPng(200, 200).subarray(0, 60)],
  ])("of %s, %s, is refused with one clear error, and nothing is stored", async (name, _what, bytes) => {
    const person = await people.person(name);
    const answer = await add(person, "selfie", bytes.toString("base64"));
    expect(answer).toMatchObject({ status: 422, body: { errors: { content: ["document_image_invalid"] } } });
    expect((await read(person)).documents).toEqual([]);
  });

  test("of another player cannot be read", async () => {
    const grace = await people.person("grace");
    await add(grace, "identity");
    expect((await read(await people.person("mallory"))).documents).toEqual([]);
  });
});
