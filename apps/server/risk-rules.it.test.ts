import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { heldTransaction, lockWaits } from "#kit/testing/held-transaction.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import type { FullApp, Somebody } from "./testing/full-app.ts";
import { hourMs, openRiskOffice, type RiskOffice } from "./testing/risk-office.ts";

/** Rules of risk: timur writes them, samal approves them. */

let office: RiskOffice;
let app: FullApp;
let timur: TestOperator;
let samal: TestOperator;
beforeAll(async () => {
  office = await openRiskOffice();
  ({ app, timur, samal } = office);
});
afterEach(() => office.expectRightBooks());
afterAll(() => app.host.close());

const runs = (who: TestOperator, id: string, to: string, version = 1) =>
  who.call(`POST /api/office/risk-rules/${id}/run`, { to, version, reason: "as discussed" });
const newRule = async (rule: object, effect = "open_case") => {
  const saved = await timur.call("POST /api/office/risk-rules", {
    name: "Passed through",
    rule,
    effect,
    reason: "a new pattern",
  });
  expect(saved.status, saved.text).toBe(201);
  return saved.body.data.id as string;
};
const ruleOf = async (id: string) => (await timur.call(`GET /api/office/risk-rules/${id}`)).body.data;
const query = (rule: object, more = "") => `rule=${encodeURIComponent(JSON.stringify(rule))}${more}`;

/** Shadow for a day, requested by timur, approved by samal. */
async function makeLive(id: string, version = 1): Promise<void> {
  expect((await runs(timur, id, "shadow", version)).status).toBe(200);
  await app.host.db.query("UPDATE risk.rules SET shadow_since = shadow_since - interval '1 day' WHERE id = $1", [id]);
  const { request } = (await runs(timur, id, "live", version)).body.data;
  const { payload_hash } = (await samal.call(`GET /api/office/approvals/${request}`)).body.data;
  const body = { payload_hash, reason: "the shadow was right" };
  expect((await timur.call(`POST /api/office/approvals/${request}/approve`, body)).status).not.toBe(200);
  const approved = await samal.call(`POST /api/office/approvals/${request}/approve`, body);
  expect(approved.status, approved.text).toBe(200);
}

/** A deposit that a provider reported. */
async function deposit({ id }: Somebody, amount: string, agoMs = 0): Promise<void> {
  await app.host.db.query(
    `INSERT INTO payments.receipts (id, provider, payment_id, player_id, currency, amount, disposition, received_at)
     VALUES ($1, 'sandbox', $5, $2, 'USD', $3, 'credited', $4)`,
    [randomUUID(), id, BigInt(amount) * 1_000_000n, new Date(app.host.clock.now() - agoMs), randomUUID()],
  );
}

test("a rule is previewed, tested on past days, runs in shadow for a day, and is made live by a second person", async () => {
  const [alice, bob] = [await app.register(), await app.register()];
  const rule = {
    all: [
      { fact: "deposited_24h", currency: "USD", gte: "3000" },
      { fact: "deposits_24h", gte: 2 },
    ],
  };
  await deposit(alice, "2000");
  await deposit(alice, "2000");
  await deposit(bob, "2500");
  for (const amount of ["1999", "1999"]) await deposit(bob, amount, 30 * hourMs);
  const preview = (await timur.call(`GET /api/office/risk-rule-preview?${query(rule)}`)).body.data;
  expect(preview).toMatchObject({ matched: 1, samples: [{ player: { id: alice.id }, matches: true }] });
  expect(preview.samples[0].reasons).toMatchObject([
    { holds: true, value: expect.stringContaining("4") },
    { holds: true, value: "2" },
  ]);

  const id = await newRule(rule);
  expect((await runs(timur, id, "live")).body).toMatchObject({
    code: "risk_rule_state",
    data: { why: "shadow_first" },
  });
  expect((await runs(timur, id, "restored")).body.data.why).toBe("never_live");
  expect((await runs(timur, id, "stopped")).body.data.why).toBe("not_running");
  await runs(timur, id, "shadow");
  await app.modules.risk.runRules();
  expect((await ruleOf(id)).hits).toMatchObject([
    { player: { id: alice.id }, mode: "shadow", found: [{ value: "2" }, { value: "$4000" }] },
  ]);
  expect((await office.openCases()).filter(({ player }) => player.id === alice.id)).toEqual([]);
  expect((await runs(timur, id, "live")).body.data.why).toBe("shadow_short");

  await makeLive(id);
  await app.modules.risk.runRules();
  await app.modules.risk.runRules();
  const [opened, ...others] = (await office.openCases()).filter(({ player }) => player.id === alice.id);
  expect(opened).toMatchObject({ kind: "rule", rule: { id, name: "Passed through", version: 1 } });
  expect(others).toEqual([]);
  expect((await ruleOf(id)).rule).toMatchObject({
    live: { version: 1 },
    shadow: null,
    versions: [{ figures: { shadow_hits: 1, live_hits: 1, opened: 1, waiting: 1, fraud: 0 } }],
  });
  const caseId = required(opened, "a case").id;
  await timur.call(`POST /api/office/risk-cases/${caseId}/claim`);
  expect((await office.decide(caseId, "fraud")).body.data).toEqual({ request: null });
  expect((await ruleOf(id)).rule.versions[0].figures).toMatchObject({ fraud: 1, waiting: 0 });
  // Decided lately: no second case of the rule.
  await app.modules.risk.runRules();
  expect((await office.openCases()).filter(({ player }) => player.id === alice.id)).toEqual([]);

  const tested = (await timur.call(`GET /api/office/risk-rule-test?${query(rule, "&days=3")}`)).body.data;
  expect(tested).toMatchObject({ fraud_matched: 1, honest_matched: 0, precision: 1000, current: [] });
  expect(tested.days.map(({ matched }: { matched: number }) => matched)).toEqual([1, 0, 0]);
  const none = { fact: "risk_score", gte: 100 };
  const missed = (await timur.call(`GET /api/office/risk-rule-test?${query(none, "&days=3")}`)).body.data;
  expect(missed).toMatchObject({ fraud_matched: 0, precision: null, recall: 0, current: ["risk score"] });

  // A new version is tried beside the live one, and rolled back by one person.
  const next = { fact: "deposits_24h", gte: 1 };
  const body = { name: "Passed through", rule: next, effect: "open_case", reason: "too few" };
  expect((await timur.call(`POST /api/office/risk-rules/${id}`, { ...body, version: 1 })).body.data.version).toBe(2);
  expect((await timur.call(`POST /api/office/risk-rules/${id}`, { ...body, version: 1 })).body.code).toBe(
    "risk_rule_changed",
  );
  await makeLive(id, 2);
  expect((await ruleOf(id)).rule.live.version).toBe(2);
  expect((await runs(samal, id, "restored", 1)).status).toBe(200);
  expect((await ruleOf(id)).rule.live.version).toBe(1);
  expect((await runs(timur, id, "stopped", 1)).status).toBe(200);
  expect((await ruleOf(id)).rule).toMatchObject({ live: null, shadow: null });
  const log = (await timur.call(`GET /api/office/audit?subject=risk_rule:${id}`)).body.data.items;
  expect(log.map(({ action }: { action: string }) => action)).toEqual([
    "risk.rule_stop",
    "risk.rule_restore",
    "risk.rule_live",
    "risk.rule_shadow",
    "risk.rule_change",
    "risk.rule_live",
    "risk.rule_shadow",
    "risk.rule_shadow",
    "risk.rule_create",
  ]);
});

test("a live rule holds the bonus of whom it matches, and nothing else of theirs", async () => {
  const [carol, dave] = [await app.register(), await app.register()];
  const id = await newRule({ fact: "deposited_7d", currency: "USD", gte: "7000" }, "hold_claim");
  await makeLive(id);
  await deposit(carol, "7000");
  const campaign = await office.gift();
  expect((await office.claim(dave, campaign)).status).toBe("active");
  const held = await office.claim(carol, campaign);
  expect(held.status).toBe("waiting");
  expect(await office.caseOf(carol)).toMatchObject({ kind: "claim", rule: { id } });
  expect((await ruleOf(id)).rule.versions[0].figures).toMatchObject({ live_hits: 1, held: 1, opened: 0 });
  await runs(timur, id, "stopped");
  expect((await office.bonusOf(carol, held.id)).status).toBe("waiting");
});

test("a rule that matches too many players in an hour is paused and opens no case", async () => {
  const id = await newRule({ fact: "deposits_24h", gte: 1 });
  await makeLive(id);
  await deposit(await app.register(), "1");
  await app.host.db.query(
    `INSERT INTO risk.rule_hits (rule_id, version, mode, player_id, facts, hit_at, last_at)
     SELECT $1, 1, 'live', gen_random_uuid(), '{}', $2, $2 FROM generate_series(1, 20)`,
    [id, new Date(app.host.clock.now())],
  );
  const before = (await office.openCases()).length;
  await app.modules.risk.runRules();
  expect((await ruleOf(id)).rule).toMatchObject({ live: { version: 1 }, paused_at: expect.any(String) });
  expect((await office.openCases()).length).toBe(before);
  expect((await runs(timur, id, "restored")).status).toBe(200);
  expect((await ruleOf(id)).rule.paused_at).toBeNull();
  await runs(timur, id, "stopped");
});

/** Players with an open case of this rule. */
const casesBy = async (id: string) =>
  (await office.openCases())
    .filter(each => (each.rule as { id?: string } | null)?.id === id)
    .map(({ player }) => player.id);

test("a rule that is stopped while it runs opens no case", async () => {
  const id = await newRule({ fact: "deposited_7d", currency: "USD", gte: "9000" });
  await makeLive(id);
  await deposit(await app.register(), "9000");
  const { db } = app.host;
  const stop = "UPDATE risk.rules SET live_version = NULL, live_since = NULL WHERE id = $1";
  const stopping = await heldTransaction(db, tx => tx.query(stop, [id]));
  const running = app.modules.risk.runRules();
  await expect.poll(() => lockWaits(db)).toBeGreaterThan(0);
  await stopping.release();
  await running;
  expect(await casesBy(id)).toEqual([]);
});

test("who paid before a run that failed is found by the next one", async () => {
  const id = await newRule({ fact: "deposited_7d", currency: "USD", gte: "11000" });
  await makeLive(id);
  const fred = await app.register();
  const { db } = app.host;
  // Earlier than the hour within which everybody is looked at again.
  await db.query("UPDATE accounts.sessions SET created_at = created_at - interval '2 hours' WHERE player_id = $1", [
    fred.id,
  ]);
  await deposit(fred, "11000", 2 * hourMs);
  await db.query("UPDATE risk.rule_runs SET ran_at = $1", [new Date(app.host.clock.now() - 3 * hourMs)]);
  await db.query("ALTER TABLE risk.rule_versions RENAME TO rule_versions_gone");
  await expect(app.modules.risk.runRules()).rejects.toThrow("rule_versions");
  await db.query("ALTER TABLE risk.rule_versions_gone RENAME TO rule_versions");
  await app.modules.risk.runRules();
  expect(await casesBy(id)).toEqual([fred.id]);
  await runs(timur, id, "stopped");
});

test("a player who cannot be scored keeps neither scores nor rules from the others", async () => {
  const id = await newRule({ fact: "deposited_7d", currency: "USD", gte: "13000" });
  await makeLive(id);
  const [gina, unscored] = [await app.register(), await app.register()];
  await deposit(gina, "13000");
  const scoreAgain = await office.refuseScores(unscored);
  await expect(app.modules.risk.runRules()).rejects.toThrow("cannot be scored");
  const { rows } = await app.host.db.query<{ id: string }>(
    "SELECT player_id AS id FROM risk.scores WHERE player_id = ANY ($1)",
    [[gina.id, unscored.id]],
  );
  expect(rows).toEqual([{ id: gina.id }]);
  expect(await casesBy(id)).toEqual([gina.id]);
  await scoreAgain();
  await app.modules.risk.runRules();
  await runs(timur, id, "stopped");
});

test.each<[string, unknown, string]>([
  ["a regular expression", { fact: "currency", matches: "^(a+)+$" }, "operator"],
  ["a fact that does not exist", { fact: "harm_score", gte: 50 }, "fact"],
  ["a fact of the guard", { fact: "account_locked", is: true }, "fact"],
  ["ten levels", Array.from({ length: 10 }).reduce(rule => ({ not: rule }), { fact: "deposits", gte: 1 }), "depth"],
  [
    "a list of 10 KB",
    { fact: "partner", in: Array.from({ length: 51 }, (_, n) => `${n}`.padStart(200, "x")) },
    "value",
  ],
  ["forty-one conditions", { any: Array.from({ length: 41 }, () => ({ fact: "deposits", gte: 1 })) }, "size"],
  ["text", "deposits > 1; DROP TABLE risk.rules", "shape"],
])("%s is no rule: neither saved nor previewed", async (_, rule, why) => {
  const body = { name: "Bad", rule, effect: "open_case", reason: "to see" };
  const saved = await timur.call("POST /api/office/risk-rules", body);
  expect(saved, saved.text).toMatchObject({ status: 422, body: { code: "rule_invalid", data: { why } } });
  const preview = await timur.call(`GET /api/office/risk-rule-preview?${query(rule as object)}`);
  expect(preview.status).toBe(422);
  const tested = await timur.call(`GET /api/office/risk-rule-test?${query(rule as object, "&days=31")}`);
  expect(tested.status).toBe(422);
  expect(
    (await timur.call("GET /api/office/risk-rules")).body.data.rules.filter(
      ({ name }: { name: string }) => name === "Bad",
    ),
  ).toEqual([]);
});
