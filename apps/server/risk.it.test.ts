import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import type { FullApp } from "./testing/full-app.ts";
import { hourMs, openRiskOffice, type RiskOffice } from "./testing/risk-office.ts";

/** Players of one household claim one bonus; timur decides, madina and gulnar approve. The books stay right. */

let office: RiskOffice;
let app: FullApp;
let timur: TestOperator;
let madina: TestOperator;
beforeAll(async () => {
  office = await openRiskOffice();
  ({ app, timur, madina } = office);
});
afterEach(() => office.expectRightBooks());
afterAll(() => app.host.close());

/** Two players who share a browser: the first claim starts, the second is reviewed. */
async function household() {
  const [first, second] = [await app.register(), await app.register()];
  await office.shareBrowser(first, second);
  const campaign = await office.gift();
  expect(await office.claim(first, campaign)).toMatchObject({ status: "active", review_until: null });
  const bonus = await office.claim(second, campaign);
  expect(bonus.status).toBe("waiting");
  expect(Date.parse(required(bonus.review_until, "a time"))).toBe(app.host.clock.now() + 72 * hourMs);
  return { first, second, campaign, bonus: bonus.id };
}

test("the claim of a linked account waits, its player is informed, and it starts when a person has decided", async () => {
  const { first, second, bonus } = await household();
  const { items } = (await app.api.call("GET /api/v1/inbox", { token: second.token })).body.data;
  expect(items[0]).toMatchObject({ kind: "bonus_review" });

  // No job starts it, and no score of its own makes another case for it.
  await office.job("bonuses-follow");
  expect((await office.bonusOf(second, bonus)).status).toBe("waiting");
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

  const { id } = await office.caseOf(second);
  expect((await office.decide(id, "not_fraud")).body.code).toBe("risk_case_not_claimed");
  expect((await office.bonusOf(second, bonus)).status).toBe("waiting");
  expect((await madina.call(`POST /api/office/risk-cases/${id}/claim`)).status).toBe(403);
  expect((await timur.call(`POST /api/office/risk-cases/${id}/claim`)).status).toBe(204);
  const decided = await office.decide(id, "not_fraud");
  expect(decided.status, decided.text).toBe(200);
  expect(await office.bonusOf(second, bonus)).toMatchObject({ status: "active", review_until: null });
  expect((await office.decide(id, "fraud")).body.code).toBe("risk_case_closed");
});

test("fraud takes the bonus only when a second person approves, and the player's own money stays", async () => {
  const { second, bonus } = await household();
  await app.payIn(second, "7");
  const { id } = await office.caseOf(second);
  await timur.call(`POST /api/office/risk-cases/${id}/claim`);
  const { request } = (await office.decide(id, "fraud")).body.data;
  expect(await office.bonusOf(second, bonus)).toMatchObject({ status: "waiting", forfeited_for: null });
  const { payload_hash } = (await madina.call(`GET /api/office/approvals/${request}`)).body.data;
  const approved = await madina.call(`POST /api/office/approvals/${request}/approve`, {
    payload_hash,
    reason: "the same phone twice",
  });
  expect(approved.status, approved.text).toBe(200);
  expect(await office.bonusOf(second, bonus)).toMatchObject({ status: "forfeited", forfeited_for: "linked_accounts" });
  expect(await app.modules.wallet.balances(second.id)).toMatchObject([{ real: 7_000_000n, bonus: 0n }]);
});

test("a bonus given up while it waits closes its case; an unlinked account never waits; the next in turn is not kept back", async () => {
  const { second, campaign, bonus } = await household();
  const other = await office.gift();
  expect((await office.claim(second, other)).status).toBe("active");
  const { id } = await office.caseOf(second);
  await app.api.call(`POST /api/v1/bonuses/${bonus}/give-up`, { token: second.token, key: randomUUID() });
  expect((await office.openCases()).some(each => each.id === id)).toBe(false);
  const stranger = await app.register();
  expect(await office.claim(stranger, campaign)).toMatchObject({ status: "active", review_until: null });
});

test("accounts of one browser are scored by the job, which opens one case and closes none", async () => {
  const { first, second } = await household();
  const { id } = await office.caseOf(second);
  // One that cannot be scored, and who signed in after them, changes nothing for them.
  const scoreAgain = await office.refuseScores(await app.register());
  await expect(app.modules.risk.scoreNow()).rejects.toThrow("cannot be scored");
  const ofFirst = async () => (await office.openCases()).filter(({ player }) => player.id === first.id);
  expect(await ofFirst()).toMatchObject([{ kind: "score" }]);
  await scoreAgain();
  await app.modules.risk.scoreNow();
  const own = (await office.openCases()).filter(({ player }) => player.id === second.id);
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
  const { id } = await office.caseOf(second);
  const until = new Date(app.host.clock.now() + 60_000);
  await app.host.db.query("UPDATE bonuses.bonuses SET held_until = $2 WHERE id = $1", [bonus, until]);
  await app.host.db.query("UPDATE risk.cases SET waits_until = $2 WHERE id = $1", [id, until]);
  const jobs = async () => {
    await office.job("risk-timed-out");
    await office.job("bonuses-follow");
  };
  await app.host.clock.advance(59_999);
  await jobs();
  expect(await office.bonusOf(second, bonus)).toMatchObject({ status: "waiting", review_until: until.toISOString() });
  await app.host.clock.advance(1);
  await jobs();
  expect(await office.bonusOf(second, bonus)).toMatchObject({ status: "active", review_until: null });
  const closed = (await timur.call("GET /api/office/risk-cases?state=closed")).body.data.items;
  expect(closed.find((each: { id: string }) => each.id === id)).toMatchObject({
    outcome: "timed_out",
    closed_by: null,
  });
});

test("linked accounts are one cluster, directly or over others, until nothing links them any more", async () => {
  const [one, two, three] = [await app.register(), await app.register(), await app.register()];
  await office.shareBrowser(one, two);
  await office.shareBrowser(two, three);
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
  await office.job("risk-clusters");
  expect(await ofOne()).toMatchObject({ size: 2 });
  await app.host.db.query("DELETE FROM accounts.known_browsers WHERE player_id = $1", [two.id]);
  await office.job("risk-clusters");
  expect(await ofOne()).toBeUndefined();
});

test("a case keeps notes and the reason of its decision; the audit log names the note and not its text", async () => {
  const { second } = await household();
  const { id } = await office.caseOf(second);
  const note = (who: TestOperator, text: string) => who.call(`POST /api/office/risk-cases/${id}/notes`, { text });
  expect((await note(timur, "They are brothers.\nBoth sent documents.")).status).toBe(204);
  expect((await note(madina, "not mine to say")).status).toBe(403);
  expect((await note(timur, " ")).status).toBe(422);
  expect((await note(timur, "x".repeat(2_001))).status).toBe(422);
  await timur.call(`POST /api/office/risk-cases/${id}/claim`);
  await office.decide(id, "not_fraud");
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
