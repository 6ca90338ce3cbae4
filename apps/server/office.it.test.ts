import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { imageTypeOf } from "#kit/images/image-type.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import { micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { verifiedBefore, verifyEntries } from "#modules/audit/office/verify-entries.ts";
import { verifyChain } from "#modules/audit/server/index.ts";
import { differencesOf, houseOwner } from "#modules/ledger/server/index.ts";
import { account, depositsClearing } from "#modules/ledger/shared/chart.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { invariants } from "./invariants.ts";
import { type FullApp, openFullApp, password, type Somebody } from "./testing/full-app.ts";

/** The operators madina and timur, and the player alice, over all modules on PostgreSQL. */

let app: FullApp;
let askar: TestOperator;
let madina: TestOperator;
let timur: TestOperator;
beforeAll(async () => {
  app = await openFullApp();
  const someone = (role: Parameters<typeof testOperator>[1], name: string, ip: string) =>
    testOperator({ ...app, operators: app.modules.operators }, role, name, { ip });
  [askar, madina, timur] = await Promise.all([
    someone("owner", "Askar", "203.0.113.1"),
    someone("finance", "Madina", "203.0.113.2"),
    someone("risk", "Timur", "203.0.113.3"),
  ]);
});
afterEach(async () => {
  expect(await differencesOf(app.host.db, invariants)).toEqual([]);
  expect((await verifyChain(app.host.db)).faults).toEqual([]);
});
afterAll(() => app.host.close());

const picture = testPng();
async function giveDocuments({ token }: Somebody, kinds: readonly string[]): Promise<void> {
  for (const kind of kinds)
    await app.api.call("POST /api/v1/verification/documents", {
      token,
      body: { kind, content: picture.toString("base64") },
    });
  expect((await app.api.call("POST /api/v1/verification/submit", { token, body: {} })).status).toBe(200);
}
const decide = (who: Somebody, decision: string) =>
  timur.call(`POST /api/office/kyc/${who.id}/decision`, { decision, reason: "papers are right" });
/** Money created by a correction of two operators, which is balanced in the books. */
async function fund(who: Somebody, amount: string): Promise<void> {
  const ask = { player: who.id, currency: "USD", amount, reason: "to begin with" };
  const { id } = (await madina.call("POST /api/office/corrections", ask)).body.data;
  expect((await askar.call(`POST /api/office/corrections/${id}/book`, {})).status).toBe(200);
}
const wallets = async ({ token }: Somebody) =>
  (await app.api.call("GET /profile/user", { token })).body.user.balance as string;
/** The audit log entries about something, the oldest first. */
const auditActions = async (subject: string) => {
  const { items } = (await askar.call(`GET /api/office/audit?subject=${subject}`)).body.data;
  return items.toReversed() as { action: string; operator: string; reason: string; before: unknown; after: unknown }[];
};
const job = (name: string) =>
  required(
    app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(each => each.name === name),
    name,
  ).run({});

describe("manual corrections", () => {
  test("move money when a second person approves, once, and both are in the audit log", async () => {
    const alice = await app.register();
    const ask = { player: alice.id, currency: "USD", amount: "25.5", reason: "a round that was shown twice" };
    const key = randomUUID();
    const asked = await madina.call("POST /api/office/corrections", ask, key);
    expect(asked.status, asked.text).toBe(201);
    const { id } = asked.body.data;
    expect((await madina.call("POST /api/office/corrections", ask, key)).body.data.id).toBe(id);
    expect((await madina.call("POST /api/office/corrections", { ...ask, amount: "26" }, key)).status).toBe(409);
    const book = (who: TestOperator) => who.call(`POST /api/office/corrections/${id}/book`, {});
    expect((await book(madina)).body.code).toBe("second_person_needed");
    expect((await book(timur)).status).toBe(403);
    expect(await wallets(alice)).toBe("0");
    const booked = await Promise.all(Array.from({ length: 5 }, () => book(askar)));
    expect(booked.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await wallets(alice)).toBe("25.5");
    expect(await auditActions(`player:${alice.id}`)).toMatchObject([
      {
        action: "correction.ask",
        operator: "Madina",
        reason: ask.reason,
        after: { amount: "25.5", status: "waiting" },
      },
      { action: "correction.book", operator: "Askar", before: { status: "waiting" }, after: { asked_by: "Madina" } },
    ]);
  });

  test("take no more than the balance, and nothing if the second person declines", async () => {
    const bob = await app.register();
    await fund(bob, "10");
    const ask = async (amount: string) =>
      (
        await madina.call("POST /api/office/corrections", {
          player: bob.id,
          currency: "USD",
          amount,
          reason: "paid twice",
        })
      ).body.data.id;
    const refused = await askar.call(`POST /api/office/corrections/${await ask("-10.01")}/book`, {});
    expect(refused.body.code).toBe("insufficient_funds");
    const id = await ask("-4");
    await askar.call(`POST /api/office/corrections/${id}/decline`, { reason: "not proven" });
    expect((await askar.call(`POST /api/office/corrections/${id}/book`, {})).body.code).toBe("correction_closed");
    await askar.call(`POST /api/office/corrections/${await ask("-4")}/book`, {});
    expect(await wallets(bob)).toBe("6");
  });
});

test("lists come page by page in one order, each row once, and refuse other sizes and cursors", async () => {
  const gus = await app.register();
  const { host } = app;
  const now = new Date(host.clock.now());
  const [instrument, ...payouts] = Array.from({ length: 4 }, () => host.ids.next());
  await host.db.query(
    `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
     VALUES ($1, $2, 'sandbox', gen_random_uuid()::text, 'card-page', '•••• 4242', $3)`,
    [required(instrument, "an id"), gus.id, now],
  );
  const pagesOf = async (path: string) => {
    const ids: string[] = [];
    let cursor = "";
    do {
      const { status, text, body } = await askar.call(`GET /api/office/${path}limit=2${cursor}`);
      expect(status, text).toBe(200);
      expect(body.data.items.length).toBeLessThanOrEqual(2);
      for (const row of body.data.items) ids.push(String(row.id ?? row.number));
      cursor = body.data.next_cursor === null ? "" : `&cursor=${body.data.next_cursor}`;
    } while (cursor !== "" && ids.length < 40);
    expect(new Set(ids).size).toBe(ids.length);
    return ids;
  };
  // Rows without money, only for this list.
  for (const id of payouts)
    await host.db.query(
      `INSERT INTO payments.payouts (id, player_id, idempotency_key, request_hash, currency, amount, instrument_id, provider, status,
         created_at, send_at, ended_at)
       VALUES ($1, $2, $1, sha256('x'), 'USD', 1000000, $3, 'sandbox', 5, $4, $4, $4)`,
      [id, gus.id, required(instrument, "an id"), now],
    );
  expect(await pagesOf(`payouts?player=${gus.id}&`)).toEqual(payouts.toSorted().toReversed());
  expect((await pagesOf("payouts?which=all&")).slice(0, 3)).toEqual(payouts.toSorted().toReversed());
  await host.db.query("DELETE FROM payments.payouts WHERE player_id = $1", [gus.id]);
  await Promise.all([app.register(), app.register()]);
  const everybody = await pagesOf("players?");
  expect(everybody).toEqual(everybody.toSorted().toReversed());
  const entries = (await pagesOf("audit?operator=Madina&")).map(Number);
  expect(entries).toEqual(entries.toSorted((a, b) => b - a));
  for (const list of ["players", "payouts", "deposits", "audit"])
    for (const limit of ["0", "501", "-1", "1e2", "all"])
      expect((await askar.call(`GET /api/office/${list}?limit=${limit}`)).body.errors, limit).toEqual({
        limit: ["limit_invalid"],
      });
  for (const list of ["players", "payouts", "deposits", "audit"])
    expect((await askar.call(`GET /api/office/${list}?cursor=of-another-list`)).body.errors, list).toEqual({
      cursor: ["cursor_invalid"],
    });
});

test("a large payout is sent after two approvals, and every step is in the audit chain", async () => {
  const carol = await app.register();
  await fund(carol, "20000");
  await giveDocuments(carol, ["identity", "selfie", "address"]);
  await decide(carol, "approved");
  const { host } = app;
  const [instrument, key] = [randomUUID(), randomUUID()];
  await host.db.query(
    `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
     VALUES ($1, $2, 'sandbox', gen_random_uuid()::text, 'card-page', '•••• 4242', $3)`,
    [instrument, carol.id, new Date(host.clock.now() - 30 * 86_400_000)],
  );
  const prove = () => app.api.call("POST /api/v1/factors/proof/password", { token: carol.token, body: { password } });
  await prove();
  const payoutRequest = { method_hash: instrument, amount: "12000" };
  const asked = await app.api.call("POST /api/v1/billing/payouts", { token: carol.token, key, body: payoutRequest });
  expect(asked.status, asked.text).toBe(201);
  const { id } = asked.body.data;
  const queue = async (who: TestOperator) =>
    (await who.call("GET /api/office/payouts")).body.data.items.find((row: { id: string }) => row.id === id);
  expect(await queue(timur)).toMatchObject({ amount: "12000", approvals_needed: 2, waits_for: ["amount", "day"] });
  expect((await askar.call("GET /api/office/queues")).body.data.payouts).toBeGreaterThan(0);
  const approve = (who: TestOperator) => who.call(`POST /api/office/payouts/${id}/approve`, {});
  expect((await approve(timur)).body.code, "he decided her documents").toBe("approver_decided");
  expect((await approve(askar)).body.data).toMatchObject({ approvals: 1, needed: 2, released: false });
  expect((await approve(askar)).body.code).toBe("approved_already");
  expect(await queue(askar)).toMatchObject({ approved_by_me: true, approvals: [{ operator: "Askar" }] });
  expect((await approve(madina)).body.data).toMatchObject({ approvals: 2, released: true });
  expect(await queue(timur)).toBeUndefined();
  const { steps, next } = (await timur.call(`GET /api/office/payouts/${id}`)).body.data;
  expect(steps.map(({ kind, by }: { kind: string; by: string | null }) => [kind, by])).toEqual([
    ["requested", null],
    ["approved", "Askar"],
    ["approved", "Madina"],
    ["released", null],
  ]);
  expect(next).toMatchObject([{ what: "send", at: expect.any(String) }]);
  expect((await timur.call(`GET /api/office/deposits/${id}`)).status).toBe(404);
  expect((await auditActions(`payout:${id}`)).map(({ operator, action }) => `${operator} ${action}`)).toEqual([
    "Askar payout.approve",
    "Madina payout.approve",
  ]);
  await prove();
  const other = (
    await app.api.call("POST /api/v1/billing/payouts", {
      token: carol.token,
      key: randomUUID(),
      body: { ...payoutRequest, amount: "4000" },
    })
  ).body.data;
  expect((await timur.call(`POST /api/office/payouts/${other.id}/decline`, { reason: "ask again" })).status).toBe(204);
  expect(await wallets(carol)).toBe("8000");
});

describe("the office pages", () => {
  test("show a player with wallets, statement, limits, sessions and notes; a sign-out ends their sessions", async () => {
    const dave = await app.register();
    await fund(dave, "7");
    const found = await timur.call(`GET /api/office/players?query=${dave.email.toUpperCase()}`);
    expect(found.body.data.items).toMatchObject([{ id: dave.id, email: expect.stringMatching(/^.•••@e•••\.org$/) }]);
    await timur.call(`POST /api/office/players/${dave.id}/notes`, { text: "called, all is well" });
    const { body } = await timur.call(`GET /api/office/players/${dave.id}`);
    expect(body.data).toMatchObject({
      balances: [{ currency: "USD", real: "7" }],
      notes: [{ author: "Timur", text: "called, all is well" }],
      sessions: [{ ended_at: null }],
      identity: { status: "init" },
      countries: [{ country: "RU", source: "registration" }],
    });
    const correct = (country: string) =>
      timur.call(`POST /api/office/players/${dave.id}/country`, { country, reason: "his passport" });
    for (const country of ["kz", "QQ", "", "KAZ", "K\u0000"])
      expect((await correct(country)).body.errors.country, country).toEqual(["country_invalid"]);
    expect((await correct("DE")).status).toBe(204);
    const after = await timur.call(`GET /api/office/players/${dave.id}`);
    expect(after.body.data.countries).toMatchObject([
      { country: "DE", source: "document" },
      { country: "RU", source: "registration" },
    ]);
    const ledger = await timur.call(`GET /api/office/players/${dave.id}/ledger?currency=USD`);
    expect(ledger.body.data.items).toMatchObject([{ kind: "correction", amount: "7", balance: "7" }]);
    await timur.call(`POST /api/office/players/${dave.id}/sessions/end`, { reason: "lost his phone" });
    expect((await app.api.call("GET /profile/user", { token: dave.token })).status).toBe(401);
    expect((await auditActions(`player:${dave.id}`)).slice(2).map(({ action }) => action)).toEqual([
      "player.note",
      "player.country",
      "player.sign_out",
    ]);
  });

  test("show everything that happened to a player in one order, page by page, to each role its kinds", async () => {
    const gulnar = await app.register();
    await fund(gulnar, "50");
    const { token, id } = gulnar;
    const body = { stake: "1", direction: "over", target: "97.99" };
    await app.api.call("PUT /api/v1/fairness/client-seed", { token, body: { client_seed: "gulnar" } });
    const bet = await app.api.call("POST /api/v1/games/dice/bets", { token, key: randomUUID(), body });
    expect(bet.status, bet.text).toBe(201);
    for (const loss_limit of ["100", null])
      await app.api.call("PUT /api/v1/limits", { token, body: { currency: "USD", loss_limit } });
    await app.api.call("POST /api/v1/limits/time-out", { token, body: { days: 1 } });
    await giveDocuments(gulnar, ["identity", "selfie"]);
    await timur.call(`POST /api/office/players/${id}/notes`, { text: "asked for a break" });
    const read = async (who: TestOperator, query = "") =>
      (await who.call(`GET /api/office/players/${id}/timeline?${query}`)).body;
    const { items, kinds } = (await read(timur)).data;
    const of = (kind: string) => (items as { kind: string; event: string }[]).filter(each => each.kind === kind);
    expect(of("account")).toMatchObject([{ event: "registered" }]);
    expect(of("session")).toMatchObject([{ event: "session", ip: expect.stringMatching(/•$/) }]);
    expect(of("correction")).toMatchObject([{ amount: "50", currency: "USD", state: "booked", by: "Madina" }]);
    expect(of("money")).toContainEqual(expect.objectContaining({ event: "stake", game: "dice", change: "-1" }));
    expect(of("money")).toContainEqual(expect.objectContaining({ event: "correction", change: "50" }));
    expect(of("limit")).toMatchObject([
      { event: "time_out", until: expect.any(String) },
      { event: "loss", amount: null, until: expect.any(String) },
      { event: "loss", amount: "100", currency: "USD", until: null },
    ]);
    expect(
      of("document")
        .map(({ event }) => event)
        .toSorted(),
    ).toEqual(["identity", "selfie"]);
    expect(of("note")).toMatchObject([{ text: "asked for a break", by: "Timur" }]);
    expect(of("staff").length).toBeGreaterThan(1);
    const pages: unknown[] = [];
    let cursor: string | null = "";
    do {
      const query: string = `limit=3${cursor && `&cursor=${cursor}`}`;
      const page = (await read(timur, query)).data;
      pages.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor);
    expect(pages).toEqual(items);
    expect(kinds).toEqual(expect.arrayContaining(["risk", "protection", "staff"]));
    const ofFinance = (await read(madina)).data;
    for (const hidden of ["risk", "protection", "document", "conversation"]) {
      expect(ofFinance.kinds).not.toContain(hidden);
      expect(ofFinance.items.map(({ kind }: { kind: string }) => kind)).not.toContain(hidden);
    }
    expect((await read(madina, "kinds=document,risk")).data.items).toEqual([]);
    const only = (await read(timur, "kinds=limit,note")).data.items as { kind: string; at: string }[];
    expect(new Set(only.map(({ kind }) => kind))).toEqual(new Set(["limit", "note"]));
    expect((await read(timur, "before=2020-01-01T00:00:00Z")).data.items).toEqual([]);
    for (const bad of ["cursor=1.notes", "cursor=1.others.2", "kinds=secrets", "limit=501", "before=yesterday"])
      expect((await read(timur, bad)).code, bad).toBe("validation_failed");
    expect((await timur.call(`GET /api/office/players/${randomUUID()}/timeline`)).status).toBe(404);
  });

  test("show the queue of jobs and the last error without personal data; a failed job is run again or dropped, with a reason", async () => {
    const { db } = app.host;
    await db.tx(async tx => {
      await enqueue(tx, "test.fails", { email: "alice@example.org" });
      await enqueue(tx, "test.waits", {}, { runAt: new Date("2099-01-01T00:00:00Z") });
    });
    await db.query(
      "UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'no answer for alice@example.org' WHERE id = (SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'test.fails')",
    );
    const read = async (query = "") => (await askar.call(`GET /api/office/jobs?${query}`)).body.data;
    const { items, counts } = await read("state=failed");
    expect(items).toMatchObject([{ task: "test.fails", state: "failed", error: "no answer for [address]" }]);
    expect(counts.failed).toBe(1);
    expect(JSON.stringify(items)).not.toContain("alice");
    expect((await askar.call("GET /api/office/queues")).body.data.jobs).toBe(1);
    const [{ id }] = items;
    const act = (what: string, who = askar, job = id) =>
      who.call(`POST /api/office/jobs/${job}/${what}`, { reason: "the disk is empty again" });
    expect((await act("run", madina)).status).toBe(403);
    expect((await madina.call("GET /api/office/jobs")).status).toBe(403);
    expect((await act("run")).status).toBe(204);
    expect((await read("state=failed")).items).toEqual([]);
    expect((await read("task=test.fails")).items).toMatchObject([{ attempts: 0 }]);
    const [waits] = (await read("task=test.waits")).items;
    await db.query("UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'w' WHERE id = $1", [id]);
    for (const what of ["run", "drop"]) expect((await act(what)).body.code).toBe("job_gone");
    await db.query("UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL WHERE id = $1", [id]);
    for (const job of [id, waits.id]) expect((await act("drop", askar, job)).status).toBe(204);
    expect((await act("drop")).body.code).toBe("job_gone");
    expect((await auditActions(`job:${id}`)).map(({ action }) => action)).toEqual(["job.run_again", "job.drop"]);
    for (const bad of ["state=lost", "cursor=x", "task=a%20b"])
      expect((await askar.call(`GET /api/office/jobs?${bad}`)).status, bad).toBe(422);
  });

  test("show documents for a decision, and log each view", async () => {
    const erin = await app.register();
    await giveDocuments(erin, ["identity", "selfie"]);
    const { documents } = (await timur.call(`GET /api/office/kyc/${erin.id}`)).body.data;
    const path = `/api/office/kyc/${erin.id}/documents/${documents[0].id}/open`;
    const seen = await timur.call(`POST ${path}`, { reason: "her queue" });
    expect(imageTypeOf(Buffer.from(seen.body.data.content, "base64"))).toBe("image/png");
    expect((await madina.call(`POST ${path}`, { reason: "curious" })).status).toBe(403);
    expect((await decide(erin, "approved")).status).toBe(204);
    expect((await decide(erin, "declined")).body.code).toBe("verification_closed");
    expect((await timur.call(`GET /api/office/kyc/${erin.id}`)).body.data.status).toBe("success");
    expect((await auditActions(`player:${erin.id}`)).map(({ action }) => action)).toEqual([
      "kyc.open_document",
      "kyc.decide",
    ]);
  });

  test("run macros that leads write: the reply in the visitor's language with their values, then what it says; a missing value does nothing", async () => {
    const gina = await app.register();
    const write = { token: gina.token, body: { key: randomUUID(), text: "How do I check it?" } };
    const { id } = (await app.api.call("POST /api/v1/support/conversations", write)).body.data;
    const dana = await testOperator({ ...app, operators: app.modules.operators }, "support", "Dana");
    const canned = {
      shortcut: "named",
      locale: "en",
      title: "By name",
      text: "{name}, {operator} is here",
      reason: "kind",
    };
    const body = { name: "Named", shortcut: "named", action: "resolve", snooze_minutes: null, reason: "every day" };
    expect((await dana.call("POST /api/office/support/macros", body)).status).toBe(403);
    const added = await timur.call("POST /api/office/support/canned", canned);
    expect(added.body.data, added.text).toMatchObject({ version: 1, shortcut: "named" });
    const change = { ...canned, version: 1, text: "Dear {name}" };
    const changed = await timur.call(`PUT /api/office/support/canned/${added.body.data.id}`, change);
    expect(changed.body.data, changed.text).toMatchObject({ version: 2, text: "Dear {name}" });
    const versions = await dana.call(`GET /api/office/support/canned/${added.body.data.id}/versions`);
    expect(versions.body.data.map((each: { text: string }) => each.text)).toEqual([change.text, canned.text]);
    const named = (await timur.call("POST /api/office/support/macros", body)).body.data;
    expect((await timur.call("POST /api/office/support/macros", body)).body.code).toBe("canned_exists");
    const paid = { ...body, name: "Paid", shortcut: "payout" };
    const missing = (await timur.call("POST /api/office/support/macros", paid)).body.data;
    const run = (macro: string) =>
      dana.call(`POST /api/office/support/conversations/${id}/macros/${macro}`, { key: randomUUID() });
    const seen = async () =>
      (await app.api.call("GET /api/v1/support/conversations", { token: gina.token })).body.data.conversation;
    expect((await run(missing.id)).body.code).toBe("variable_missing");
    expect(await seen()).toMatchObject({ state: "waiting" });
    const ran = await run(named.id);
    expect(ran.status, ran.text).toBe(204);
    const after = await seen();
    expect(after.state).toBe("resolved");
    expect(after.messages.find((each: { author: string }) => each.author === "operator").text).toMatch(/^Dear \S+$/);
    expect((await auditActions(`conversation:${id}`)).map(({ action }) => action)).toEqual(["support.macro"]);
  });

  test("reply to visitors and VIP requests, once, and disable and enable a method", async () => {
    const frank = await app.register();
    const write = { token: frank.token, body: { key: randomUUID(), text: "where is my bonus?" } };
    const { id } = (await app.api.call("POST /api/v1/support/conversations", write)).body.data;
    const dana = await testOperator({ ...app, operators: app.modules.operators }, "support", "Dana");
    const said = { key: randomUUID(), text: "it is there now" };
    const answer = () => dana.call(`POST /api/office/support/conversations/${id}/messages`, said);
    expect([(await answer()).body.data.number, (await answer()).body.data.number]).toEqual([3, 3]);
    const mine = await app.api.call("GET /api/v1/support/conversations", { token: frank.token });
    expect(mine.body.data.conversation.messages.at(-1)).toMatchObject({ name: "Dana", text: "it is there now" });
    await app.api.call("POST /api/v2/vip/join", { token: frank.token, body: { request_type: "membership" } });
    const [request] = (await dana.call("GET /api/office/vip")).body.data;
    const texts = { en: "Welcome", ru: "Добро пожаловать", kz: "Қош келдіңіз" };
    const accept = { accept: true, reason: "plays a lot", answer: texts };
    expect((await dana.call(`POST /api/office/vip/${request.id}/answer`, accept)).status).toBe(204);
    const offered = async () =>
      (await app.api.call("GET /api/v2/billing/data", { token: frank.token })).body.data.payments.methods.map(
        ({ hash }: { hash: string }) => hash,
      );
    const switchMethod = (on: boolean) =>
      madina.call("PUT /api/office/methods/card-page", { on, reason: "the company is down" });
    await switchMethod(false);
    expect(await offered()).not.toContain("card-page");
    await switchMethod(false);
    await switchMethod(true);
    expect(await offered()).toContain("card-page");
    expect((await auditActions("method:card-page")).map(({ after }) => after)).toEqual([{ on: false }, { on: true }]);
  });

  test("set deposit limits and the payout review threshold, each with its own permission, and log old and new values", async () => {
    const hana = await app.register();
    const card = async () =>
      (await app.api.call("GET /api/v2/billing/data", { token: hana.token })).body.data.payments.methods.find(
        ({ hash }: { hash: string }) => hash === "card-page",
      );
    const set = (limits: object) =>
      madina.call("PUT /api/office/methods/card-page/limits", { currency: "USD", reason: "a new contract", ...limits });
    expect((await set({ min: "5", usual: "4", max: "100" })).body.errors).toEqual({ usual: ["limits_invalid"] });
    expect((await set({ min: "5", usual: "20", max: "50" })).status).toBe(204);
    expect(await card()).toMatchObject({ min_amount: "5", default_amount: "20", max_amount: "50" });
    const pay = { token: hana.token, key: randomUUID(), body: { method_hash: "card-page", amount: "50.01" } };
    expect((await app.api.call("POST /api/v1/billing/payments", pay)).body).toMatchObject({
      code: "amount_out_of_limits",
      data: { min: "5", max: "50" },
    });
    expect(await auditActions("method:card-page")).toContainEqual(
      expect.objectContaining({
        action: "method.limits",
        before: { currency: "USD", min: "1", usual: "10", max: "3000" },
        after: { currency: "USD", min: "5", usual: "20", max: "50" },
      }),
    );
    const rule = { automatic: "10", automatic_day: "20", one_person: "30" };
    const change = { ...rule, reason: "more care" };
    expect((await madina.call("PUT /api/office/payout-rules/USD", change)).status).toBe(403);
    const wrong = await askar.call("PUT /api/office/payout-rules/USD", { ...change, automatic_day: "9" });
    expect(wrong.body.errors).toEqual({ automatic_day: ["limits_invalid"] });
    const atOnce = await askar.call("PUT /api/office/payout-rules/USD", change);
    expect(atOnce.body.data, "less needs nobody else").toEqual({ request: null });
    expect((await timur.call("GET /api/office/payout-rules")).body.data).toContainEqual({ currency: "USD", ...rule });
    const former = { automatic: "3000", automatic_day: "6000", one_person: "10000" };
    expect(await auditActions("currency:USD")).toMatchObject([{ action: "payout.rule", before: former, after: rule }]);
    const looser = await askar.call("PUT /api/office/payout-rules/USD", { ...former, reason: "as it was" });
    expect(looser.status, looser.text).toBe(202);
    const rules = async () => (await timur.call("GET /api/office/payout-rules")).body.data;
    expect(await rules(), "nothing changes before the approval").toContainEqual({ currency: "USD", ...rule });
    const path = `/api/office/approvals/${looser.body.data.request}`;
    const { payload_hash } = (await askar.call(`GET ${path}`)).body.data;
    const approve = (by: TestOperator) => by.call(`POST ${path}/approve`, { payload_hash });
    expect((await approve(askar)).body.code).toBe("second_person_needed");
    expect((await approve(madina)).status).toBe(403);
    const bolat = await testOperator({ ...app, operators: app.modules.operators }, "owner", "Bolat", {
      ip: "203.0.113.4",
    });
    const tighter = { ...rule, automatic: "9", reason: "meanwhile" };
    await bolat.call("PUT /api/office/payout-rules/USD", tighter);
    expect((await approve(bolat)).body.code, "the rule has changed since").toBe("request_stale");
    const again = await askar.call("PUT /api/office/payout-rules/USD", { ...former, reason: "as it was, again" });
    const second = `/api/office/approvals/${again.body.data.request}`;
    const { payload_hash: hash } = (await bolat.call(`GET ${second}`)).body.data;
    expect((await bolat.call(`POST ${second}/approve`, { payload_hash: hash })).status).toBe(200);
    expect(await rules()).toContainEqual({ currency: "USD", ...former });
  });

  test("acknowledge a coin alarm once, and it stays in the full list", async () => {
    const id = randomUUID();
    await app.host.db.query(
      "INSERT INTO crypto.alarms VALUES ($1, now(), 'the chain and the books of a coin differ', $2)",
      [id, { coin: "usdt", books: "1", chain: "2", block: "7" }],
    );
    const open = async () => (await timur.call("GET /api/office/coin-alarms")).body.data;
    expect(await open()).toMatchObject([{ id, facts: { coin: "usdt" }, acknowledged_at: null }]);
    const see = () => madina.call(`POST /api/office/coin-alarms/${id}/acknowledge`, { reason: "booked by hand" });
    expect((await timur.call(`POST /api/office/coin-alarms/${id}/acknowledge`, { reason: "booked" })).status).toBe(403);
    expect([(await see()).status, (await see()).status]).toEqual([204, 404]);
    expect(await open()).toEqual([]);
    const all = (await timur.call("GET /api/office/coin-alarms?which=all")).body.data;
    expect(all).toMatchObject([{ id, acknowledged_by: "Madina" }]);
    expect(await auditActions(`coin_alarm:${id}`)).toMatchObject([{ action: "coin_alarm.acknowledge" }]);
    expect((await timur.call("GET /api/office/coins")).body.data).toEqual({
      comparisons: [],
      sweep_requests: [],
      sweeps: [],
    });
    expect((await madina.call("POST /api/office/coins/usdt/sweep", { reason: "enough" })).status).toBe(503);
  });

  test("show the day's figures from the half hours, the lists that they open, and what we owe", async () => {
    const gina = await app.register();
    await fund(gina, "100");
    const readFigures = async () => (await madina.call("GET /api/office/figures?currency=USD")).body.data;
    const owed = async () => {
      // Read again after ten seconds.
      await app.host.clock.advance(11_000);
      const { liabilities } = (await madina.call("GET /api/office/dashboard?currency=USD")).body.data;
      return Number(liabilities.find(({ currency }: { currency: string }) => currency === "USD").total);
    };
    await app.modules.projections.foldNow();
    const [before, owedBefore] = [await readFigures(), await owed()];
    await app.api.call("PUT /api/v1/fairness/client-seed", { token: gina.token, body: { client_seed: "gina" } });
    await app.api.call("POST /api/v1/games/dice/bets", {
      token: gina.token,
      key: randomUUID(),
      body: { stake: "4", direction: "over", target: "97.99" },
    });
    await app.modules.projections.foldNow();
    const after = await readFigures();
    const left = Number(await wallets(gina));
    expect(after.now.bets - before.now.bets).toBe(1);
    expect(Number(after.now.wagered) - Number(before.now.wagered)).toBeCloseTo(4);
    expect(Number(after.now.ggr) - Number(before.now.ggr)).toBeCloseTo(100 - left);
    expect((await owed()) - owedBefore).toBeCloseTo(left - 100);
    const list = (await madina.call("GET /api/office/figures/ggr?currency=USD&game=dice")).body.data;
    expect(list.sum).toBe(after.by_game.find(({ game }: { game: string }) => game === "dice").ggr);
    const active = (await madina.call("GET /api/office/active-players?currency=USD")).body.data;
    expect(active.count).toBe(after.now.active);
    expect(active.items).toContainEqual({ id: gina.id, name: expect.any(String), test: false });
    expect((await madina.call("GET /api/office/closed-days")).body.data).toEqual([]);
  });

  test.each([
    ["figures?zone=Asia/Kathmandu", "zone", "zone_invalid"],
    ["figures?from=2026-02-30", "from", "date_invalid"],
    ["figures?from=2026-03-02&to=2026-03-01", "from", "period_invalid"],
    ["figures?period=ever", "period", "period_invalid"],
    ["figures/ggr?game=%27%3B--", "game", "game_invalid"],
    ["figures/profit", "figure", "figure_invalid"],
    ["active-players?cursor=x", "cursor", "cursor_invalid"],
  ])("refuse figures of what is none: %s", async (path, field, code) => {
    const refused = await madina.call(`GET /api/office/${path}`);
    expect([refused.status, refused.body.errors?.[field]]).toEqual([422, [code]]);
  });

  test("find players, bets and payments by what the palette was given, each for those who may read it", async () => {
    const hugo = await app.register();
    await fund(hugo, "50");
    await app.api.call("PUT /api/v1/fairness/client-seed", { token: hugo.token, body: { client_seed: "hugo" } });
    const bet = await app.api.call("POST /api/v1/games/dice/bets", {
      token: hugo.token,
      key: randomUUID(),
      body: { stake: "3", direction: "over", target: "97.99" },
    });
    const find = async (who: TestOperator, text: string) =>
      (await who.call(`GET /api/office/search?query=${encodeURIComponent(text)}`)).body.data;
    const player = { id: hugo.id, name: expect.any(String), test: false };
    expect((await find(timur, hugo.id)).players).toMatchObject([player]);
    const [byMail] = (await find(timur, hugo.email.toUpperCase())).players;
    expect(byMail).toMatchObject({ ...player, email: expect.stringMatching(/^.•••@e•••\.org$/) });
    // A part of a contact finds nobody: it would reveal the rest letter by letter.
    expect((await find(timur, hugo.email.slice(0, -1))).players).toEqual([]);
    const { id } = bet.body.data;
    expect((await find(timur, id)).bets).toEqual([{ id, game: "dice", player, amount: "3", currency: "USD" }]);
    const editor = await testOperator({ ...app, operators: app.modules.operators }, "content", "Elena");
    for (const text of [hugo.id, hugo.email, id])
      expect(await find(editor, text), text).toEqual({
        players: [],
        bets: [],
        slips: [],
        rounds: [],
        deposits: [],
        payouts: [],
      });
    const refused = await timur.call("GET /api/office/search?query=x");
    expect([refused.status, refused.body.errors?.query]).toEqual([422, ["query_invalid"]]);
  });

  test("show network fees of coins by the coin that was moved, in ether and in money, today and the day before", async () => {
    const { host, modules } = app;
    const fees = async (currency = "USD") =>
      (await madina.call(`GET /api/office/dashboard?currency=${currency}`)).body.data.network_fees;
    /** A finished order whose cost is booked at four thousand dollars for one ether. */
    const took = (coin: string, nonce: number, wei: bigint, hoursAgo = 0) =>
      host.db.tx(async tx => {
        const [id, hash] = [host.ids.next(), `0x${`${nonce}`.padStart(64, "0")}`];
        const now = new Date(host.clock.now() - hoursAgo * 3_600_000);
        const amount = micros((wei * 4000n) / 10n ** 12n);
        await tx.query(
          `INSERT INTO crypto.orders (payout_id, coin, recipient, currency, amount, rate, units, state, nonce, tx_hash, block_number, fee_wei, fee_booked, ordered_at, ended_at)
           VALUES ($1, $2, $3, 'USD', 1, '1', 1, 'final', $4, $5, 1, $6, true, $7, $7)`,
          [id, coin, `0x${"e".repeat(40)}`, nonce, hash, `${wei}`, now],
        );
        await tx.query("INSERT INTO crypto.signatures VALUES ($1, $2, '', 1, $3)", [hash, id, now]);
        await tx.query("INSERT INTO crypto.network_fees VALUES ($1, $2, 'USD', '4000', $3, $4)", [
          id,
          `${wei}`,
          amount,
          now,
        ]);
        await modules.wallet.move(tx, {
          owner: houseOwner,
          currency: "USD",
          amount,
          kind: "commission",
          reference: id,
          from: account("fees"),
          to: depositsClearing("eth"),
        });
      });
    expect(await fees()).toEqual([]);
    await took("usdt", 1, 2n * 10n ** 14n, 26);
    await took("usdt", 5, 10n ** 14n, 49);
    await took("usdt", 2, 10n ** 14n);
    await took("usdt", 3, 3n * 10n ** 14n);
    await took("eth", 4, 10n ** 13n);
    await host.clock.advance(11_000);
    const nothing = { transactions: 0, ether: "0", worth: "0" };
    expect(await fees()).toEqual([
      {
        coin: "usdt",
        now: { transactions: 2, ether: "0.0004", worth: "1.6" },
        before: { transactions: 1, ether: "0.0002", worth: "0.8" },
      },
      { coin: "eth", now: { transactions: 1, ether: "0.00001", worth: "0.04" }, before: nothing },
    ]);
    expect(await fees("KZT")).toEqual([]);
  });
});

describe("the continuous audit", () => {
  test("a breach is detected by the next check, shown, and blocks deposits and payouts; open bets continue; and it unblocks after a repair", async () => {
    const hanna = await app.register();
    await fund(hanna, "50");
    await job("office-books");
    const alerts = async () => {
      await app.host.clock.advance(11_000);
      return (await madina.call("GET /api/office/dashboard")).body.data.alerts as { kind: string; text: string }[];
    };
    await expect.poll(alerts).toMatchObject([{ kind: "whole" }]);
    const deposit = () =>
      app.api.call("POST /api/v1/billing/payments", {
        token: hanna.token,
        key: randomUUID(),
        body: { method_hash: "unknown", amount: "10" },
      });
    expect((await deposit()).status).toBe(422);
    const spoil = (by: string) =>
      app.host.db.query("UPDATE wallet.wallets SET real = real + $2 WHERE player_id = $1", [hanna.id, by]);
    await spoil("1");
    await job("office-books");
    await expect.poll(async () => (await alerts())[0]).toMatchObject({ kind: "broken" });
    await expect.poll(async () => (await deposit()).status).toBe(503);
    await spoil("-1");
    await job("office-books");
    await expect.poll(async () => (await deposit()).status).toBe(422);
    await expect.poll(alerts).toMatchObject([{ kind: "whole" }]);
  });

  test("one changed byte of the audit log, of a half hour and of a closed day is named by the audit and on the dashboard", async () => {
    await fund(await app.register(), "10");
    await app.modules.projections.foldNow();
    await app.host.clock.advance(86_400_000 + 11 * 60_000);
    await app.modules.projections.closeDays();
    const dana = await testOperator({ ...app, operators: app.modules.operators }, "owner", "Dana", {
      ip: "203.0.113.4",
    });
    const named = async () => {
      await app.host.clock.advance(11_000);
      await job("office-books");
      return (await dana.call("GET /api/office/dashboard")).body.data.alerts
        .filter(({ kind }: { kind: string }) => kind === "broken")
        .map(({ text }: { text: string }) => text);
    };
    const audited = async () => (await differencesOf(app.host.db, invariants)).map(({ rule }) => rule);
    await expect.poll(named).toEqual([]);

    const changeHalf = (by: number) =>
      asOwner(
        "projections.half_hours",
        `UPDATE projections.half_hours SET total = total + ${by} WHERE (half_hour, currency, kind, debit, credit) IN
           (SELECT half_hour, currency, kind, debit, credit FROM projections.half_hours ORDER BY 1, 2, 3, 4, 5 LIMIT 1)`,
      );
    await changeHalf(1);
    const halves = "I23 what moved between two accounts in half an hour is what the ledger says";
    expect(await audited()).toContain(halves);
    await expect
      .poll(named)
      .toContainEqual(expect.stringMatching(new RegExp(`^${halves}: half_hour .*, currency EUR$`)));
    await changeHalf(-1);

    const [day] = (await dana.call("GET /api/office/closed-days")).body.data.slice(-1);
    const one = (await dana.call(`GET /api/office/closed-days/${day.number}?limit=1`)).body.data;
    expect([one.day, one.items.length, one.next_cursor]).toEqual([day, 1, "1"]);
    expect((await dana.call("GET /api/office/closed-days/999")).status).toBe(404);
    const change = (by: number) =>
      asOwner("projections.closed_rows", `UPDATE projections.closed_rows SET total = total + ${by} WHERE number = 1`);
    await change(-1);
    const days = "I24 a closed day has the rows of its hash, and the hash of the day before";
    expect(await audited()).toContain(days);
    await expect.poll(named).toEqual([`${days}: number 1, day ${day.day}`]);
    await change(1);

    const reason = (text: string) =>
      asOwner("audit.entries", `UPDATE audit.entries SET action = ${text} WHERE number = 3`);
    const inBrowser = async () => {
      const { items } = (await dana.call("GET /api/office/audit/chain")).body.data;
      return verifyEntries(verifiedBefore(0), items).fault;
    };
    expect(await inBrowser()).toBeUndefined();
    await reason("action || '.'");
    expect((await verifyChain(app.host.db)).faults).toMatchObject([{ row: { number: 3n } }]);
    expect(await inBrowser()).toEqual({ number: 3, kind: "changed" });
    await expect.poll(named).toEqual(["I5 the audit log is an unbroken chain: number 3"]);
    await reason("rtrim(action, '.')");
  });
});

/** As somebody who may switch off triggers. */
async function asOwner(table: string, sql: string): Promise<void> {
  await app.host.db.tx(async tx => {
    await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await tx.query(sql);
    await tx.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
}
