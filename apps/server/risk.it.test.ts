import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { heldTransaction, lockWaits } from "#kit/testing/held-transaction.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { invariants } from "./invariants.ts";
import { type FullApp, openFullApp, type Somebody } from "./testing/full-app.ts";

/** Players of one household claim one bonus; timur decides, madina and gulnar approve, samal approves rules. The books stay right. */

let app: FullApp;
let timur: TestOperator;
let madina: TestOperator;
let gulnar: TestOperator;
let samal: TestOperator;
beforeAll(async () => {
  app = await openFullApp();
  const someone = (role: Parameters<typeof testOperator>[1]) =>
    testOperator({ ...app, operators: app.modules.operators }, role);
  [timur, madina, gulnar, samal] = await Promise.all([
    someone("risk"),
    someone("finance"),
    someone("content"),
    someone("risk"),
  ]);
  await app.host.db.query(
    "INSERT INTO rates.rate_days (day, fixed_at, feed_at, prices) VALUES ($2, now(), now(), $1) ON CONFLICT DO NOTHING",
    [
      JSON.stringify({ USD: "1", EUR: "1.1", RUB: "0.01", KZT: "0.002", INR: "0.012" }),
      Math.floor(app.host.clock.now() / dayMs),
    ],
  );
});
afterEach(async () => {
  expect(await differencesOf(app.host.db, books)).toEqual([]);
});
afterAll(() => app.host.close());

/** Money is credited here without a payment. */
const books = invariants.filter(({ id }) => id !== "I11");
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const job = (name: string) =>
  required(
    app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(each => each.name === name),
    name,
  ).run({});

/** A gift of 10 dollars that anybody may claim. */
async function gift(): Promise<string> {
  const draft = await gulnar.call("POST /api/office/bonuses", {
    name: { ru: "Подарок", en: "Gift", kz: "Сыйлық" },
    kind: "manual",
    currency: "USD",
    amount: "10",
    wager: 20,
    hours: 72,
    budget: "400",
    ends_at: new Date(app.host.clock.now() + 240 * hourMs).toISOString(),
    reason: "the spring gift",
  });
  expect(draft.status, draft.text).toBe(201);
  const { id } = draft.body.data;
  const activated = await madina.call(`POST /api/office/bonuses/${id}/activate`, {
    reason: "as agreed",
  });
  expect(activated.status, activated.text).toBe(200);
  return id;
}

/** These players have used one browser. */
async function shareBrowser(...players: Somebody[]): Promise<void> {
  const browser = Buffer.from(randomUUID().replaceAll("-", "").repeat(2), "hex");
  for (const { id } of players)
    await app.host.db.query(
      "INSERT INTO accounts.known_browsers (player_id, browser, known_since, seen_at) VALUES ($1, $2, $3, $3)",
      [id, browser, new Date(app.host.clock.now())],
    );
}

const claim = async ({ token }: Somebody, campaign: string) => {
  const answer = await app.api.call(`POST /api/v1/bonuses/${campaign}/claim`, { token, key: randomUUID() });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as { id: string; status: string; review_until: string | null };
};
const bonusOf = async ({ token }: Somebody, id: string) =>
  (await app.api.call(`GET /bonus-system/bonus/${id}`, { token })).body.data as {
    status: string;
    review_until: string | null;
    forfeited_for: string | null;
  };
const openCases = async () =>
  (await timur.call("GET /api/office/risk-cases")).body.data.items as {
    id: string;
    player: { id: string };
    kind: string;
    rule: object | null;
  }[];
const caseOf = async ({ id }: Somebody) =>
  required(
    (await openCases()).find(({ player }) => player.id === id),
    "an open case",
  );
const decide = (id: string, outcome: string) =>
  timur.call(`POST /api/office/risk-cases/${id}/decide`, { outcome, reason: "looked at both accounts" });

/** Two players who share a browser: the first claim starts, the second is reviewed. */
async function household() {
  const [first, second] = [await app.register(), await app.register()];
  await shareBrowser(first, second);
  const campaign = await gift();
  expect(await claim(first, campaign)).toMatchObject({ status: "active", review_until: null });
  const bonus = await claim(second, campaign);
  expect(bonus.status).toBe("waiting");
  expect(Date.parse(required(bonus.review_until, "a time"))).toBe(app.host.clock.now() + 72 * hourMs);
  return { first, second, campaign, bonus: bonus.id };
}

test("the claim of a linked account waits, its player is informed, and it starts when a person has decided", async () => {
  const { first, second, bonus } = await household();
  const { items } = (await app.api.call("GET /api/v1/inbox", { token: second.token })).body.data;
  expect(items[0]).toMatchObject({ kind: "bonus_review" });

  // No job starts it, and no score of its own makes another case for it.
  await job("bonuses-follow");
  expect((await bonusOf(second, bonus)).status).toBe("waiting");
  const file = (await timur.call(`GET /api/office/risk-scores/${second.id}`)).body.data;
  expect(file).toMatchObject({
    score: 65,
    links: [{ to: { id: first.id }, kinds: ["device", "address"], weight: 745 }],
    household: [{ id: first.id }],
    cases: [{ kind: "claim", outcome: null, bonus: { id: bonus, amount: "10", status: "waiting" } }],
  });
  expect(file.signals.map(({ name }: { name: string }) => name)).toEqual(["linked_claim", "shared_device"]);
  expect([...(await app.modules.risk.linkedAccounts([first.id, second.id]))]).toEqual([
    [first.id, [second.id]],
    [second.id, [first.id]],
  ]);

  const { id } = await caseOf(second);
  expect((await decide(id, "not_fraud")).body.code).toBe("risk_case_not_claimed");
  expect((await bonusOf(second, bonus)).status).toBe("waiting");
  expect((await madina.call(`POST /api/office/risk-cases/${id}/claim`)).status).toBe(403);
  expect((await timur.call(`POST /api/office/risk-cases/${id}/claim`)).status).toBe(204);
  const decided = await decide(id, "not_fraud");
  expect(decided.status, decided.text).toBe(200);
  expect(await bonusOf(second, bonus)).toMatchObject({ status: "active", review_until: null });
  expect((await decide(id, "fraud")).body.code).toBe("risk_case_closed");
});

test("fraud takes the bonus only when a second person approves, and the player's own money stays", async () => {
  const { second, bonus } = await household();
  await app.payIn(second, "7");
  const { id } = await caseOf(second);
  await timur.call(`POST /api/office/risk-cases/${id}/claim`);
  const { request } = (await decide(id, "fraud")).body.data;
  expect(await bonusOf(second, bonus)).toMatchObject({ status: "waiting", forfeited_for: null });
  const { payload_hash } = (await madina.call(`GET /api/office/approvals/${request}`)).body.data;
  const approved = await madina.call(`POST /api/office/approvals/${request}/approve`, {
    payload_hash,
    reason: "the same phone twice",
  });
  expect(approved.status, approved.text).toBe(200);
  expect(await bonusOf(second, bonus)).toMatchObject({ status: "forfeited", forfeited_for: "linked_accounts" });
  expect(await app.modules.wallet.balances(second.id)).toMatchObject([{ real: 7_000_000n, bonus: 0n }]);
});

test("a bonus given up while it waits closes its case; an unlinked account never waits; the next in turn is not kept back", async () => {
  const { second, campaign, bonus } = await household();
  const other = await gift();
  expect((await claim(second, other)).status).toBe("active");
  const { id } = await caseOf(second);
  await app.api.call(`POST /api/v1/bonuses/${bonus}/give-up`, { token: second.token, key: randomUUID() });
  expect((await openCases()).some(each => each.id === id)).toBe(false);
  const stranger = await app.register();
  expect(await claim(stranger, campaign)).toMatchObject({ status: "active", review_until: null });
});

/** The scores of this player cannot be stored, until what it returns is called. */
async function refuseScores({ id }: Somebody): Promise<() => Promise<unknown>> {
  const { db } = app.host;
  await db.query(
    "CREATE OR REPLACE FUNCTION risk.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cannot be scored'; END $$",
  );
  await db.query(
    `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON risk.scores FOR EACH ROW WHEN (NEW.player_id = '${id}') EXECUTE FUNCTION risk.refuse()`,
  );
  return () => db.query("DROP TRIGGER refuse ON risk.scores");
}

test("accounts of one browser are scored by the job, which opens one case and closes none", async () => {
  const { first, second } = await household();
  const { id } = await caseOf(second);
  // One that cannot be scored, and who signed in after them, changes nothing for them.
  const scoreAgain = await refuseScores(await app.register());
  await expect(app.modules.risk.scoreNow()).rejects.toThrow("cannot be scored");
  const ofFirst = async () => (await openCases()).filter(({ player }) => player.id === first.id);
  expect(await ofFirst()).toMatchObject([{ kind: "score" }]);
  await scoreAgain();
  await app.modules.risk.scoreNow();
  const own = (await openCases()).filter(({ player }) => player.id === second.id);
  expect(own.map(each => each.id)).toEqual([id]);
  expect(await ofFirst()).toMatchObject([{ kind: "score" }]);
  const scores = (await timur.call("GET /api/office/risk-scores")).body.data.items;
  expect(scores.find(({ player }: { player: { id: string } }) => player.id === second.id)).toMatchObject({
    // With the accounts of the other tests, registered from one address.
    score: 85,
  });
  expect((await timur.call("GET /api/office/risk-scores?cursor=nonsense")).status).toBe(422);
});

test("without a decision the bonus starts when its time is over, and the case says so", async () => {
  const { second, bonus } = await household();
  const { id } = await caseOf(second);
  const until = new Date(app.host.clock.now() + 60_000);
  await app.host.db.query("UPDATE bonuses.bonuses SET held_until = $2 WHERE id = $1", [bonus, until]);
  await app.host.db.query("UPDATE risk.cases SET waits_until = $2 WHERE id = $1", [id, until]);
  const jobs = async () => {
    await job("risk-timed-out");
    await job("bonuses-follow");
  };
  await app.host.clock.advance(59_999);
  await jobs();
  expect(await bonusOf(second, bonus)).toMatchObject({ status: "waiting", review_until: until.toISOString() });
  await app.host.clock.advance(1);
  await jobs();
  expect(await bonusOf(second, bonus)).toMatchObject({ status: "active", review_until: null });
  const closed = (await timur.call("GET /api/office/risk-cases?state=closed")).body.data.items;
  expect(closed.find((each: { id: string }) => each.id === id)).toMatchObject({
    outcome: "timed_out",
    closed_by: null,
  });
});

test("linked accounts are one cluster, directly or over others, until nothing links them any more", async () => {
  const [one, two, three] = [await app.register(), await app.register(), await app.register()];
  await shareBrowser(one, two);
  await shareBrowser(two, three);
  await app.modules.risk.scoreNow();
  const clusters = async () =>
    (await timur.call("GET /api/office/risk-clusters")).body.data.items as {
      id: string;
      size: number;
      members: { id: string }[];
    }[];
  const ofOne = async () => (await clusters()).find(({ members }) => members.some(({ id }) => id === one.id));
  const found = required(await ofOne(), "a cluster");
  expect(found).toMatchObject({ size: 3, kinds: ["device", "address"] });
  const { members, links } = (await timur.call(`GET /api/office/risk-clusters/${found.id}`)).body.data;
  expect(members.map(({ player }: { player: { id: string } }) => player.id).sort()).toEqual(
    [one.id, two.id, three.id].sort(),
  );
  expect(links).toHaveLength(2);
  expect((await timur.call(`GET /api/office/risk-clusters/${randomUUID()}`)).status).toBe(404);
  expect((await timur.call("GET /api/office/risk-clusters?cursor=nonsense")).status).toBe(422);
  expect((await madina.call("GET /api/office/risk-clusters")).status).toBe(403);

  await app.host.db.query("DELETE FROM accounts.known_browsers WHERE player_id = $1", [three.id]);
  await job("risk-clusters");
  expect(await ofOne()).toMatchObject({ size: 2 });
  await app.host.db.query("DELETE FROM accounts.known_browsers WHERE player_id = $1", [two.id]);
  await job("risk-clusters");
  expect(await ofOne()).toBeUndefined();
});

test("a case keeps notes and the reason of its decision; the audit log names the note and not its text", async () => {
  const { second } = await household();
  const { id } = await caseOf(second);
  const note = (who: TestOperator, text: string) => who.call(`POST /api/office/risk-cases/${id}/notes`, { text });
  expect((await note(timur, "They are brothers.\nBoth sent documents.")).status).toBe(204);
  expect((await note(madina, "not mine to say")).status).toBe(403);
  expect((await note(timur, " ")).status).toBe(422);
  expect((await note(timur, "x".repeat(2_001))).status).toBe(422);
  await timur.call(`POST /api/office/risk-cases/${id}/claim`);
  await decide(id, "not_fraud");
  expect((await note(timur, "too late")).body.code).toBe("risk_case_closed");
  const file = (await timur.call(`GET /api/office/risk-scores/${second.id}`)).body.data;
  expect(file.cases.find((each: { id: string }) => each.id === id)).toMatchObject({
    reason: "looked at both accounts",
    notes: [{ author: timur.name, text: "They are brothers.\nBoth sent documents." }],
  });
  const log = await timur.call(`GET /api/office/audit?subject=player:${second.id}`);
  expect(log.text).toContain("risk.note");
  expect(log.text).not.toContain("brothers");
});

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
  expect((await openCases()).filter(({ player }) => player.id === alice.id)).toEqual([]);
  expect((await runs(timur, id, "live")).body.data.why).toBe("shadow_short");

  await makeLive(id);
  await app.modules.risk.runRules();
  await app.modules.risk.runRules();
  const [opened, ...others] = (await openCases()).filter(({ player }) => player.id === alice.id);
  expect(opened).toMatchObject({ kind: "rule", rule: { id, name: "Passed through", version: 1 } });
  expect(others).toEqual([]);
  expect((await ruleOf(id)).rule).toMatchObject({
    live: { version: 1 },
    shadow: null,
    versions: [{ figures: { shadow_hits: 1, live_hits: 1, opened: 1, waiting: 1, fraud: 0 } }],
  });
  const caseId = required(opened, "a case").id;
  await timur.call(`POST /api/office/risk-cases/${caseId}/claim`);
  expect((await decide(caseId, "fraud")).body.data).toEqual({ request: null });
  expect((await ruleOf(id)).rule.versions[0].figures).toMatchObject({ fraud: 1, waiting: 0 });
  // Decided lately: no second case of the rule.
  await app.modules.risk.runRules();
  expect((await openCases()).filter(({ player }) => player.id === alice.id)).toEqual([]);

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
  const campaign = await gift();
  expect((await claim(dave, campaign)).status).toBe("active");
  const held = await claim(carol, campaign);
  expect(held.status).toBe("waiting");
  expect(await caseOf(carol)).toMatchObject({ kind: "claim", rule: { id } });
  expect((await ruleOf(id)).rule.versions[0].figures).toMatchObject({ live_hits: 1, held: 1, opened: 0 });
  await runs(timur, id, "stopped");
  expect((await bonusOf(carol, held.id)).status).toBe("waiting");
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
  const before = (await openCases()).length;
  await app.modules.risk.runRules();
  expect((await ruleOf(id)).rule).toMatchObject({ live: { version: 1 }, paused_at: expect.any(String) });
  expect((await openCases()).length).toBe(before);
  expect((await runs(timur, id, "restored")).status).toBe(200);
  expect((await ruleOf(id)).rule.paused_at).toBeNull();
  await runs(timur, id, "stopped");
});

/** Players with an open case of this rule. */
const casesBy = async (id: string) =>
  (await openCases()).filter(each => (each.rule as { id?: string } | null)?.id === id).map(({ player }) => player.id);

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
  const scoreAgain = await refuseScores(unscored);
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
