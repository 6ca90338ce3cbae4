import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { invariants } from "#apps/server/invariants.ts";
import { type FullApp, openFullApp, password, type Somebody } from "#apps/server/testing/full-app.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { verifyChain } from "#modules/audit/server/index.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import { verifyRecord } from "#modules/fairness/shared/verification.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { checks } from "#modules/verification/shared/checklist.ts";
import type { Spin, Wheel, WheelVersion } from "#modules/wheel/shared/contract.ts";
import { wheelConfiguration } from "#modules/wheel/shared/rules.ts";
import { verifiers } from "#tools/verify/verifiers.ts";
import { secondVerifier } from "./second-verifier.ts";

/** alice spins the daily wheel while madina drafts other prizes for it and the owners decide. */

const dayMs = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), "fairhouse-wheel-"));
let app: FullApp;
let alice: Somebody;
let askar: TestOperator;
let bolat: TestOperator;
let madina: TestOperator;
let timur: TestOperator;
beforeAll(async () => {
  app = await openFullApp();
  await signAllIn();
  alice = await app.register();
  const { token } = alice;
  const say = (path: string, body: object) => app.api.call(path, { token, body });
  for (const kind of ["identity", "selfie"])
    await say("POST /api/v1/verification/documents", { kind, content: testPng().toString("base64") });
  await say("POST /api/v1/verification/submit", {});
  const approved = { decision: "approved", checks, reason: "papers are right" };
  expect((await timur.call(`POST /api/office/kyc/${alice.id}/decision`, approved)).status).toBe(204);
  await app.api.call("GET /api/v1/fairness/seeds", { token });
  await app.api.call("PUT /api/v1/fairness/client-seed", { token, body: { client_seed: "alice" } });
});
afterEach(async () => {
  expect(await differencesOf(app.host.db, invariants)).toEqual([]);
  expect((await verifyChain(app.host.db)).faults).toEqual([]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.host.close();
});

async function signAllIn(): Promise<void> {
  const someone = (role: Parameters<typeof testOperator>[1], ip: string) =>
    testOperator({ ...app, operators: app.modules.operators }, role, `${role} ${ip}`, { ip });
  askar = await someone("owner", "203.0.113.1");
  bolat = await someone("owner", "203.0.113.2");
  madina = await someone("finance", "203.0.113.3");
  timur = await someone("risk", "203.0.113.4");
}

const postSpin = async (): Promise<Spin> => {
  const answer = await app.api.call("POST /api/v1/wheel/spins", { token: alice.token, key: randomUUID() });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};
const wheel = async (): Promise<Wheel> => (await app.api.call("GET /api/v1/wheel", { token: alice.token })).body.data;
const published = async (): Promise<WheelVersion[]> => (await app.api.call("GET /api/v1/wheel/versions")).body.data;
const recordOf = async ({ id }: Spin): Promise<SeedsProof> =>
  (await app.api.call(`GET /api/v1/rounds/${id}`)).body.data.proof;
const top = { RUB: "2", KZT: "10", INR: "2", USD: "0.05", EUR: "0.05" };
const prizes = [
  { of: 100, odds: 250_000 },
  { of: 40, odds: 750_000 },
];
const draft = (by: TestOperator, change: object = {}) =>
  by.call("POST /api/office/wheel/versions", { top, prizes, reason: "a campaign", ...change });

/** The results of the page, the terminal and the second verifier for a record. */
function verdicts(record: SeedsProof) {
  const file = join(folder, "record.json");
  writeFileSync(file, JSON.stringify(record));
  const terminal = spawnSync(process.execPath, [join(import.meta.dirname, "../../tools/verify.ts"), file], {
    encoding: "utf8",
  });
  const second = spawnSync("python3", ["-B", secondVerifier, file], { encoding: "utf8" });
  return [verifyRecord(record, verifiers, nobleHashes).verdict, terminal.status, second.status];
}
const right = ["matches", 0, 0];

test("a turn under the default and one under prizes set in the office are both proven, for ever, by every verifier", async () => {
  const first = await postSpin();
  expect(await wheel()).toMatchObject({ version: "wheel-1", is_turned: true });

  const asked = await draft(madina);
  expect(asked.status, asked.text).toBe(202);
  // 2 x (0.25 + 0.75 x 0.4) roubles, to the last digit.
  expect(asked.body.data.cost).toEqual({ RUB: "1.1", KZT: "5.5", INR: "1.1", USD: "0.0275", EUR: "0.0275" });
  const { request } = asked.body.data;
  expect((await approveRequest(madina, request)).status).toBe(403);
  expect((await published()).map(({ version }) => version)).toEqual(["wheel-1"]);
  expect((await approveRequest(askar, request)).body.data).toMatchObject({ status: "approved" });

  // Published immediately, in force from midnight.
  const [second] = (await published()) as [WheelVersion];
  expect(second).toMatchObject({ version: "wheel-2", configuration: { version: "wheel-2", prizes } });
  expect(second.from).toBe(new Date((first.day + 1) * dayMs).toISOString());
  expect(await wheel()).toMatchObject({ version: "wheel-1" });
  expect((await postSpin()).id).toBe(first.id);

  await app.host.clock.advance(dayMs);
  await signAllIn();
  const { email } = alice;
  const again = await app.api.call("POST /api/v2/auth/login/email/password", { body: { email, password } });
  alice = { ...alice, token: again.body.token };
  expect(await wheel()).toMatchObject({
    version: "wheel-2",
    prizes: [
      { prize: "0.05", odds: 250_000 },
      { prize: "0.02", odds: 750_000 },
    ],
  });
  const later = await postSpin();
  expect(["0.05", "0.02"]).toContain(later.prize);
  expect(later.proof).toMatchObject({ rules_version: "wheel-2", config_hash: second.config_hash });
  await app.api.call("POST /api/v1/fairness/rotate", { token: alice.token, body: { client_seed: "another" } });

  const [early, late] = [await recordOf(first), await recordOf(later)];
  expect(early).toMatchObject({ rules_version: "wheel-1", payout: first.prize });
  expect(early).not.toHaveProperty("configuration");
  expect(verdicts(early)).toEqual(right);
  expect(verdicts(late)).toEqual(right);
  const dearer = { ...second.configuration, top: { ...wheelConfiguration.top, USD: 10_000_000 } };
  for (const changed of [
    { ...early, payout: "7" },
    { ...early, outcome: { ...early.outcome, ticket: 1 } },
    { ...late, payout: "7" },
    { ...late, outcome: { ...late.outcome, ticket: 1 } },
    { ...late, configuration: dearer, payout: later.prize === "0.05" ? "10" : "4" },
  ])
    expect(verdicts(changed), JSON.stringify(changed)).toEqual(["differs", 1, 1]);

  const { versions } = (await madina.call("GET /api/office/wheel")).body.data;
  expect(versions).toMatchObject([
    { version: "wheel-2", state: "in_force", top, prizes, cost: asked.body.data.cost, config_hash: second.config_hash },
    { version: "wheel-1", state: "past", asked_by: null, cost: { RUB: "0.115" } },
  ]);
  const { items } = (await askar.call("GET /api/office/audit?subject=wheel:wheel-2")).body.data;
  expect(items).toMatchObject([{ action: "wheel.publish", reason: "a campaign", before: { version: "wheel-1" } }]);
  expect(parseDecimal(first.prize)).toBeGreaterThan(0n);
});

test("an owner does not approve prizes of their own, and of two drafts the second is stale once the first is approved", async () => {
  const before = await published();
  const own = (await draft(askar)).body.data.request;
  expect((await approveRequest(askar, own)).body.code).toBe("second_person_needed");
  const other = (await draft(madina, { top: { ...top, RUB: "3" } })).body.data.request;
  expect(await published()).toEqual(before);
  expect((await approveRequest(bolat, own)).body.data).toMatchObject({ status: "approved" });
  expect((await approveRequest(bolat, other)).body.code).toBe("request_stale");
  expect((await approveRequest(bolat, own)).body.code).toBe("request_closed");
  expect(await published()).toHaveLength(before.length + 1);
});

test("invalid prizes are refused with a reason, and no request is created", async () => {
  const count = async () =>
    (await app.host.db.query<{ n: number }>("SELECT count(*)::int AS n FROM approvals.requests")).rows[0]?.n;
  const before = await count();
  const refused = async (change: object) => {
    const { status, body, text } = await draft(madina, change);
    expect(body.errors, text).toBeDefined();
    return [status, ...Object.values(body.errors).flat()];
  };
  const [big, small] = [
    { of: 100, odds: 250_000 },
    { of: 40, odds: 750_000 },
  ];
  const many = Array.from({ length: 21 }, (_, index) => ({ of: 100 - index, odds: index === 0 ? 999_980 : 1 }));
  for (const [change, key] of [
    [{ prizes: [big, { ...small, odds: 749_999 }] }, "weights_sum"],
    [{ prizes: [big, { ...small, odds: -750_000 }] }, "weight_invalid"],
    [{ prizes: [big, { ...small, odds: "750000" }] }, "weight_invalid"],
    [{ prizes: [big, { ...small, of: -40 }] }, "share_invalid"],
    [{ prizes: [small, big] }, "shares_order"],
    [{ prizes: many }, "sectors_too_many"],
    [{ prizes: Array.from({ length: 60 }, () => small) }, "sectors_too_many"],
    [{ prizes: [{ of: 100, odds: 1_000_000 }] }, "sectors_too_few"],
    [{ prizes: "all of it" }, "sectors_invalid"],
    [{ top: { ...top, KZT: "5000.01" } }, "top_too_large"],
    [{ top: { ...top, KZT: "0" } }, "top_invalid"],
    [{ top: { ...top, KZT: "-5" } }, "amount_invalid"],
    [{ top: { ...top, KZT: "0.005" } }, "amount_invalid"],
    [{ top: { ...top, KZT: "99999999999999" } }, "amount_too_large"],
    [{ top: { RUB: "1" } }, "required"],
  ] as const)
    expect((await refused(change)).slice(0, 2), key).toEqual([422, key]);
  expect((await draft(timur)).status).toBe(403);
  expect(await count()).toBe(before);
});

test("published prizes are never edited, by whatever way", async () => {
  for (const statement of [
    "UPDATE wheel.versions SET from_day = 0 WHERE number = 2",
    "DELETE FROM wheel.versions WHERE number = 2",
    "TRUNCATE wheel.versions CASCADE",
  ])
    await expect(app.host.db.query(statement)).rejects.toThrow("published prizes are final");
  const forged =
    "INSERT INTO wheel.versions SELECT 9, 'wheel-9', 0, configuration, config_hash FROM wheel.versions WHERE number = 1";
  await expect(app.host.db.query(forged)).rejects.toThrow("check constraint");
});
