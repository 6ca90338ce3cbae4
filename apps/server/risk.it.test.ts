import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { invariants } from "./invariants.ts";
import { type FullApp, openFullApp, type Somebody } from "./testing/full-app.ts";

/** Players of one household claim one bonus; timur decides, madina and gulnar approve. The books stay right. */

let app: FullApp;
let timur: TestOperator;
let madina: TestOperator;
let gulnar: TestOperator;
beforeAll(async () => {
  app = await openFullApp();
  const someone = (role: Parameters<typeof testOperator>[1]) =>
    testOperator({ ...app, operators: app.modules.operators }, role);
  [timur, madina, gulnar] = await Promise.all([someone("risk"), someone("finance"), someone("content")]);
});
afterEach(async () => {
  expect(await differencesOf(app.host.db, books)).toEqual([]);
});
afterAll(() => app.host.close());

/** Money is credited here without a payment. */
const books = invariants.filter(({ id }) => id !== "I11");
const hourMs = 3_600_000;
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
  (await timur.call("GET /api/office/risk-cases")).body.data.items as { id: string; player: { id: string } }[];
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

test("accounts of one browser are scored by the job, which opens one case and closes none", async () => {
  const { first, second } = await household();
  const { id } = await caseOf(second);
  await app.modules.risk.scoreNow();
  await app.modules.risk.scoreNow();
  const own = (await openCases()).filter(({ player }) => player.id === second.id);
  expect(own.map(each => each.id)).toEqual([id]);
  expect((await openCases()).filter(({ player }) => player.id === first.id)).toMatchObject([{ kind: "score" }]);
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
