import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { invariants } from "./invariants.ts";
import { type FullApp, openFullApp, password, type Somebody } from "./testing/full-app.ts";
import { givePayoutCard } from "./testing/payout-account.ts";

/** Operators ask alice about a large withdrawal. askar and bolat are owners, madina is in finance. */

const dayMs = 86_400_000;
let app: FullApp;
let askar: TestOperator;
let bolat: TestOperator;
let madina: TestOperator;
let alice: Somebody;
let card: string;
let payout: string;
beforeAll(async () => {
  app = await openFullApp();
});
beforeEach(async () => {
  const hire = (role: "owner" | "finance", name: string, ip: string) =>
    testOperator({ ...app, operators: app.modules.operators }, role, name, { ip });
  askar = await hire("owner", "Askar", "203.0.113.1");
  bolat = await hire("owner", "Bolat", "203.0.113.2");
  madina = await hire("finance", "Madina", "203.0.113.3");
  alice = await app.register();
  card = await makeRich();
  payout = await largePayout();
});
afterEach(async () => {
  expect(await differencesOf(app.host.db, invariants)).toEqual([]);
});
afterAll(() => app.host.close());

/** alice has 20,000 dollars, proven documents and a card. @returns the id of the card */
async function makeRich(): Promise<string> {
  const { host } = app;
  const correction = { player: alice.id, currency: "USD", amount: "20000", reason: "a round that was shown twice" };
  const asked = await madina.call("POST /api/office/corrections", correction);
  const booked = await bolat.call(`POST /api/office/corrections/${asked.body.data.id}/book`, {});
  expect(booked.status, booked.text).toBe(200);
  await host.db.query("UPDATE accounts.players SET email_verified = true WHERE id = $1", [alice.id]);
  return givePayoutCard(app, alice);
}

/** 5,000 dollars: one approval. */
async function largePayout(): Promise<string> {
  const { token } = alice;
  await app.api.call("POST /api/v1/factors/proof/password", { token, body: { password } });
  const body = { method_hash: card, amount: "5000" };
  const asked = await app.api.call("POST /api/v1/billing/payouts", { token, key: randomUUID(), body });
  expect(asked.status, asked.text).toBe(201);
  return asked.body.data.id;
}

const ask = (by: TestOperator, topic = "income") =>
  by.call(`POST /api/office/payouts/${payout}/ask`, { topic, reason: "unlike earlier deposits" });
const approve = (by: TestOperator) => by.call(`POST /api/office/payouts/${payout}/approve`, {});
const answer = (text: string, token = alice.token) =>
  app.api.call(`POST /api/v1/billing/payouts/${payout}/answer`, { token, body: { answer: text } });
const own = async () => (await app.api.call("GET /api/v1/billing/payouts", { token: alice.token })).body.data.items[0];
const inQueue = async (which: string) =>
  (await madina.call(`GET /api/office/payouts?which=${which}&limit=500`)).body.data.items.some(
    ({ id }: { id: string }) => id === payout,
  );
const shown = async () => (await madina.call(`GET /api/office/payouts/${payout}`)).body.data.payout;
const onBalance = async () => {
  const { rows } = await app.host.db.query<{ real: bigint }>(
    "SELECT real FROM wallet.wallets WHERE player_id = $1 AND currency = 'USD'",
    [alice.id],
  );
  return rows[0]?.real;
};

test("a question keeps a withdrawal waiting until its player answers; they are told in their language, and it can be decided again", async () => {
  const waiting = async () => (await madina.call("GET /api/office/queues")).body.data.payouts;
  const before = await waiting();
  const asked = await ask(madina);
  expect(asked.status, asked.text).toBe(200);
  expect([await inQueue("waiting"), await inQueue("asked"), await waiting()]).toEqual([false, true, before - 1]);
  expect((await approve(askar)).body).toMatchObject({ code: "payout_asked", data: { until: asked.body.data.until } });
  expect((await ask(askar, "bets")).body.code).toBe("payout_asked");
  expect((await own()).question).toMatchObject({ topic: "income", until: asked.body.data.until });
  const inbox = (await app.api.call("GET /api/v1/inbox", { token: alice.token })).body.data.items;
  expect(inbox[0]).toMatchObject({ kind: "payout_question", data: { amount: "5000", currency: "USD" } });
  expect((await waitingMessages(app.host, alice.email)).map(({ template }) => template)).toContain("payout_question");

  const text = "My salary.\nI am a teacher.";
  expect((await answer(text)).body.data.question).toBeNull();
  expect((await answer(text)).status).toBe(200);
  expect((await answer("Something else")).body.code).toBe("payout_not_asked");
  expect([await inQueue("waiting"), await inQueue("asked"), await waiting()]).toEqual([true, false, before]);
  expect((await shown()).question).toMatchObject({ topic: "income", by: "Madina", open: false, answer: text });
  expect((await approve(askar)).body.data).toMatchObject({ released: true });
  expect((await ask(askar)).body.code).toBe("payout_closed");

  const { items } = (await askar.call(`GET /api/office/audit?subject=payout:${payout}`)).body.data;
  expect(items.map(({ operator, action }: Record<string, string>) => [operator, action])).toEqual([
    ["Askar", "payout.approve"],
    ["Madina", "payout.ask"],
  ]);
  expect(JSON.stringify(items)).not.toContain("teacher");
});

test("without an answer it can be decided after seven days, and asked about again", async () => {
  await ask(madina);
  app.host.clock.setNow(app.host.clock.now() + 7 * dayMs);
  const hire = (role: "owner" | "finance", name: string) =>
    testOperator({ ...app, operators: app.modules.operators }, role, name);
  [madina, askar] = [await hire("finance", "Madina"), await hire("owner", "Askar")];
  expect(await inQueue("waiting")).toBe(true);
  expect((await shown()).question).toMatchObject({ open: false, answer: null });
  expect((await ask(madina, "documents")).status).toBe(200);
  expect((await shown()).question).toMatchObject({ topic: "documents", open: true });
  expect(await inQueue("waiting")).toBe(false);
});

test("a withdrawal that was asked about can still be declined, and canceled by its player: the money is back once, and nothing is open", async () => {
  await ask(madina);
  const full = (await onBalance()) ?? 0n;
  expect((await madina.call(`POST /api/office/payouts/${payout}/decline`, { reason: "not theirs" })).status).toBe(204);
  expect(await onBalance()).toBe(full + 5_000_000_000n);
  expect((await answer("Late")).body.code).toBe("payout_not_asked");
  payout = await largePayout();
  await ask(madina);
  const cancel = () =>
    app.api.call(`DELETE /api/v1/billing/payouts/${payout}`, { token: alice.token, key: randomUUID() });
  expect((await cancel()).body.data).toMatchObject({ status: 6, question: null });
  expect((await answer("Late")).body.code).toBe("payout_not_asked");
  const { rows } = await app.host.db.query(
    "SELECT FROM payments.payout_questions q JOIN payments.payouts p ON p.id = q.payout_id WHERE p.player_id = $1 AND q.ended_at IS NULL",
    [alice.id],
  );
  expect(rows).toEqual([]);
});

test("of a question and an approval at the same moment one holds: what was approved is not asked about, what was asked about is not sent", async () => {
  const answers = await Promise.all([ask(madina), approve(askar), ask(bolat, "bets"), approve(bolat)]);
  const codes = answers.map(({ status, body }) => (status === 200 ? "done" : body.code));
  expect(codes.filter(code => code === "done")).toHaveLength(1);
  const { question, approved_at } = await shown();
  expect([question === null, approved_at !== null]).toEqual(
    answers[0]?.status === 200 || answers[2]?.status === 200 ? [false, false] : [true, true],
  );
});

test("another player neither sees nor answers it, and answers that are none are refused", async () => {
  await ask(madina);
  const mallory = await app.register();
  expect((await answer("It is mine", mallory.token)).status).toBe(404);
  for (const text of ["", "  \n ", "a".repeat(1_001), "null \u0000 byte"])
    expect((await answer(text)).body.errors, JSON.stringify(text.slice(0, 9))).toEqual({ answer: ["answer_invalid"] });
  expect((await ask(madina, "luck")).status).toBe(422);
  expect((await own()).question).toMatchObject({ topic: "income" });
});

test("the answer is in the copy of the player's data", async () => {
  await ask(madina, "instrument");
  await answer("My own card");
  const payments = required(
    app.modules.all.find(({ manifest }) => manifest.name === "payments"),
    "payments",
  );
  expect(await payments.personalData?.(alice.id)).toMatchObject({
    payout_questions: [{ topic: "instrument", answer: "My own card" }],
  });
});
