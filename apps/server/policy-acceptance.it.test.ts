import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { locales } from "#kit/i18n/locale.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { type FullApp, openFullApp, password, type Somebody } from "./testing/full-app.ts";

/** A material version of the user agreement, over all modules: stakes and new deposits wait for it, nothing else does. */

let app: FullApp;
let alice: Somebody;
beforeAll(async () => {
  app = await openFullApp();
  alice = await app.register();
  await app.payIn(alice, "100");
  await app.api.call("PUT /api/v1/fairness/client-seed", { token: alice.token, body: { client_seed: "alice" } });
});
afterAll(() => app.host.close());

const path = "/api/office/content/policy/user-agreement";
const operator = (role: "content" | "owner"): Promise<TestOperator> =>
  testOperator({ host: app.host, api: app.api, operators: app.modules.operators }, role);
const call = (who: Somebody, name: string, body: object = {}) =>
  app.api.call(name, { token: who.token, key: randomUUID(), body });
const stake = async (who: Somebody) => {
  const answer = await call(who, "POST /api/v1/games/dice/bets", { stake: "1", direction: "over", target: "49.99" });
  return answer.status === 201 ? "taken" : answer.body.code;
};
const pay = (who: Somebody) => call(who, "POST /api/v1/billing/payments", { method_hash: "card-page", amount: "50" });
const unaccepted = async (who: Somebody) =>
  (await app.api.call("GET /api/v1/policy-acceptances?language=kz", { token: who.token })).body.data;
const due = () => app.modules.content.jobs?.[0]?.run({});

/** Writes a material version, has an owner approve it, and lets its time come. */
async function publish(word: string): Promise<number> {
  const [writer, owner] = [await operator("content"), await operator("owner")];
  const based_on = (await writer.call(`GET ${path}`)).body.data.versions[0].version;
  const bodies = Object.fromEntries(locales.map(locale => [locale, `# Terms\n\n## Part\n${word} ${locale}\n`]));
  const texts = { based_on, bodies, placement: null, ends_at: null, material: true, summary: "other rules" };
  const drafted = await writer.call(`POST ${path}/versions`, texts);
  expect(drafted.status, drafted.text).toBe(201);
  const { version } = drafted.body.data;
  const at = new Date(app.host.clock.now() + 120_000).toISOString();
  const asked = await writer.call(`POST ${path}/versions/${version}/release`, { at, reason: "new rules" });
  await app.host.clock.advance(60_000);
  await owner.stepUp();
  const request = (await owner.call(`GET /api/office/approvals/${asked.body.data.request}`)).body.data;
  const approved = await owner.call(`POST /api/office/approvals/${request.id}/approve`, {
    payload_hash: request.payload_hash,
  });
  expect(approved.status, approved.text).toBe(200);
  await due();
  expect(await stake(alice)).toBe("taken");
  await app.host.clock.advance(60_000);
  await due();
  return version;
}

test("from its time the next stake and deposit require acceptance, a payout does not; accepted once, kept for ever, also after a rollback", async () => {
  const open = await pay(alice);
  const version = await publish("second");
  expect(await stake(alice)).toBe("policy_acceptance_required");
  expect((await pay(alice)).body.code).toBe("policy_acceptance_required");
  expect((await call(alice, "POST /api/v1/billing/payments/unknown/cancel")).body.code).not.toBe(
    "policy_acceptance_required",
  );
  expect(open.body.code).not.toBe("policy_acceptance_required");
  await payOut(alice);

  const [policy, ...others] = await unaccepted(alice);
  expect(others).toEqual([]);
  expect(policy).toMatchObject({ key: "user-agreement", version, language: "kz" });
  expect(policy.text).toContain("second kz");
  const acceptance = { key: policy.key, version, hash: policy.hash, language: "kz" };
  const accept = (more: object = {}) => call(alice, "POST /api/v1/policy-acceptances", { ...acceptance, ...more });
  expect((await accept({ version: version - 1 })).body.code).toBe("policy_changed");
  expect((await accept({ hash: "0".repeat(64) })).body.code).toBe("policy_changed");
  expect((await accept({ key: "unknown" })).body.code).toBe("policy_changed");
  expect(await stake(alice)).toBe("policy_acceptance_required");
  expect((await Promise.all([accept(), accept()])).map(({ status }) => status)).toEqual([204, 204]);
  expect(await stake(alice)).toBe("taken");
  expect(await unaccepted(alice)).toEqual([]);

  const bob = await app.register();
  await app.payIn(bob, "10");
  await app.api.call("PUT /api/v1/fairness/client-seed", { token: bob.token, body: { client_seed: "bob" } });
  expect(await stake(bob), "he accepted it with his registration").toBe("taken");

  const later = await publish("third");
  expect(await stake(bob)).toBe("policy_acceptance_required");
  const restored = await (await operator("content")).call(`POST ${path}/versions/${version}/restore`, {
    reason: "a mistake in it",
  });
  expect(restored.status, restored.text).toBe(204);
  expect(await stake(bob), "a rollback asks nobody").toBe("taken");
  expect(await stake(alice)).toBe("taken");
  const { rows } = await app.host.db.query<{ accepted: string }>(
    "SELECT key || ' ' || version || ' ' || locale || ' ' || how AS accepted FROM content.acceptances WHERE player_id = $1 ORDER BY accepted_at, key",
    [alice.id],
  );
  expect(rows.map(({ accepted }) => accepted)).toEqual([
    "confidential 1 en registration",
    "user-agreement 1 en registration",
    `user-agreement ${version} kz asked`,
  ]);
  expect(later).toBe(version + 1);
  expect(await auditBooks(app.host.db)).toEqual([]);
});

/** A card that was paid with before, and a payout to it. */
async function payOut(who: Somebody): Promise<void> {
  const instrument = randomUUID();
  await app.host.db.query(
    `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
     VALUES ($1, $2, 'sandbox', gen_random_uuid()::text, 'card-page', '•••• 4242', $3)`,
    [instrument, who.id, new Date(app.host.clock.now() - 30 * 86_400_000)],
  );
  await app.api.call("POST /api/v1/factors/proof/password", { token: who.token, body: { password } });
  const asked = await call(who, "POST /api/v1/billing/payouts", { method_hash: instrument, amount: "20" });
  expect(asked.status, asked.text).toBe(201);
}
