import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { verifyChain } from "#modules/audit/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { invariants } from "./invariants.ts";
import { type FullApp, openFullApp, type Somebody } from "./testing/full-app.ts";

/** Limits that operators set on alice's account. bolat is an owner, timur of risk, saule of support, madina of finance. */

let app: FullApp;
let bolat: TestOperator;
let timur: TestOperator;
let saule: TestOperator;
let madina: TestOperator;
let alice: Somebody;
beforeAll(async () => {
  app = await openFullApp();
});
beforeEach(async () => {
  const hire = (role: Parameters<typeof testOperator>[1], name: string, ip: string) =>
    testOperator({ ...app, operators: app.modules.operators }, role, name, { ip });
  bolat = await hire("owner", "Bolat", "203.0.113.2");
  timur = await hire("risk", "Timur", "203.0.113.3");
  saule = await hire("support", "Saule", "203.0.113.4");
  madina = await hire("finance", "Madina", "203.0.113.5");
  alice = await app.register();
});
afterEach(async () => {
  expect(await differencesOf(app.host.db, invariants)).toEqual([]);
  expect((await verifyChain(app.host.db)).faults).toEqual([]);
});
afterAll(() => app.host.close());

const path = () => `/api/office/players/${alice.id}/limits`;
const dollars = (amount: string, kind = "deposit") => ({ kind, amount, currency: "USD" });
const set = (by: TestOperator, limit: object, more: object = {}) =>
  by.call(`PUT ${path()}`, { limit, cause: "play", reason: "lost three salaries", ...more });
const loosen = (by: TestOperator, kind: string, limit: object | null) =>
  by.call(`POST ${path()}/loosen`, { kind, limit, reason: "sent payslips" });
const requestOf = async (by: TestOperator, id: string) => (await by.call(`GET /api/office/approvals/${id}`)).body.data;
const shown = async () => (await bolat.call(`GET ${path()}`)).body.data.limits;
const own = async () => (await app.api.call("GET /api/v1/limits", { token: alice.token })).body.data.limits;
const auditOf = async (subject: string) =>
  (await bolat.call(`GET /api/office/audit?subject=${subject}`)).body.data.items;
const inbox = async () => (await app.api.call("GET /api/v1/inbox", { token: alice.token })).body.data.items;

describe("one operator", () => {
  test("sets and tightens a limit alone; neither raises it nor changes its currency, and finance sets none", async () => {
    expect((await set(madina, dollars("100"))).status).toBe(403);
    expect((await set(saule, dollars("100"))).status).toBe(200);
    expect(
      (await set(saule, dollars("40"), { cause: "affordability", reason: "no payslip" })).body.data.limits,
    ).toMatchObject([
      {
        kind: "deposit",
        amount: "40",
        currency: "USD",
        minutes: null,
        cause: "affordability",
        by: "Saule",
        reason: "no payslip",
      },
    ]);
    expect((await set(timur, dollars("41"))).body.code).toBe("limit_looser");
    expect((await set(timur, { ...dollars("1"), currency: "EUR" })).body.code).toBe("limit_looser");
    expect((await set(timur, { kind: "deposit", minutes: 5 })).status).toBe(422);
    expect((await set(timur, { kind: "day_time", minutes: 1441 })).status).toBe(422);
    expect((await loosen(saule, "deposit", null)).body.code).toBe("forbidden");
    expect((await loosen(timur, "deposit", dollars("40"))).body.code).toBe("limit_not_looser");
    expect((await loosen(timur, "wager", null)).body.code).toBe("limit_not_looser");
    expect((await loosen(timur, "deposit", dollars("50", "wager"))).status).toBe(422);
    expect(await auditOf(`player:${alice.id}`)).toMatchObject([
      {
        operator: "Saule",
        action: "player.limit_set",
        reason: "no payslip",
        before: { kind: "deposit", limit: { amount: "100", currency: "USD" }, cause: "play" },
        after: { kind: "deposit", limit: { amount: "40", currency: "USD" }, cause: "affordability" },
      },
      { operator: "Saule", action: "player.limit_set", before: { kind: "deposit", limit: null, cause: null } },
    ]);
    const repeated = await set(saule, dollars("40"), { cause: "affordability" });
    expect(repeated.status).toBe(200);
    expect(await auditOf(`player:${alice.id}`)).toHaveLength(2);
  });

  test("asks a second one to loosen it: not oneself, not support, and a tightening in between makes the request stale", async () => {
    await set(saule, dollars("100"));
    const asked = await loosen(timur, "deposit", dollars("500"));
    expect(asked.status, asked.text).toBe(202);
    const { request } = asked.body.data;
    expect(await requestOf(bolat, request)).toMatchObject({
      kind: "player.limit_loosen",
      payload: { limit_kind: "deposit", limit_before: { amount: "100" }, limit_after: { amount: "500" } },
    });
    expect((await approveRequest(timur, request)).body.code).toBe("second_person_needed");
    expect((await approveRequest(saule, request)).status).toBe(403);
    expect((await approveRequest(madina, request)).body.code).toBe("forbidden");
    expect(await shown()).toMatchObject([{ amount: "100" }]);
    expect((await set(saule, dollars("90"))).status).toBe(200);
    expect((await approveRequest(bolat, request)).body.code).toBe("request_stale");
    expect(await shown()).toMatchObject([{ amount: "90" }]);
    const again = (await loosen(timur, "deposit", null)).body.data.request;
    expect((await approveRequest(bolat, again)).body.data).toMatchObject({ status: "approved" });
    expect(await shown()).toEqual([]);
    expect(await auditOf(`player:${alice.id}`)).toMatchObject([
      {
        operator: "Bolat",
        action: "player.limit_loosen",
        before: { limit: { amount: "90", currency: "USD" } },
        after: { limit: null, request: again, asked_by: "Timur" },
      },
      { action: "player.limit_set" },
      { action: "player.limit_set" },
    ]);
  });

  test("without a fresh second factor tightens all the same, and requests no loosening", async () => {
    await set(saule, dollars("100"));
    await app.host.clock.advance(6 * 60_000);
    expect((await set(timur, dollars("50"))).status).toBe(200);
    expect((await loosen(timur, "deposit", null)).body.code).toBe("step_up_required");
  });
});

describe("alice", () => {
  test("sees the limit with its amount and the general reason beside her own, and gets an entry and a mail", async () => {
    await app.api.call("PUT /api/v1/limits", { token: alice.token, body: { currency: "USD", deposit_limit: "200" } });
    await app.host.clock.advance(1_000);
    await set(saule, dollars("100"));
    await app.host.clock.advance(1_000);
    await set(saule, { kind: "day_time", minutes: 90 });
    expect((await own())[2]).toMatchObject({
      kind: "deposit",
      limit: "200",
      operator: { limit: "100", currency: "USD", used: "0", cause: "play" },
    });
    const play = await app.api.call("GET /api/v1/limits/play", { token: alice.token });
    expect(play.body.data).toMatchObject({ day_minutes: null, operator: [{ of: "day", minutes: 90, cause: "play" }] });
    const seen = await inbox();
    expect(seen).toMatchObject([
      { kind: "operator_limit_set", data: { limit_kind: "day_time", minutes: 90 } },
      { kind: "operator_limit_set", data: { limit_kind: "deposit", amount: "100", currency: "USD" } },
      { kind: "limits_changed" },
    ]);
    expect(JSON.stringify([await own(), play.body, seen])).not.toMatch(/salaries|Saule/);
  });

  test("is mailed at a confirmed address, in her language and without the operator's note", async () => {
    await app.host.db.query("UPDATE accounts.players SET email_verified = true, locale = 'ru' WHERE id = $1", [
      alice.id,
    ]);
    await set(saule, dollars("100"));
    const [mail] = await waitingMessages(app.host, alice.email);
    expect(mail).toMatchObject({ template: "operator_limit_set", channel: "email" });
    expect(mail?.text).toMatch(/Пополнения за день: 100(,00)?\s\$/);
    expect(JSON.stringify(mail)).not.toMatch(/salaries|Saule/);
  });

  test("finds it in the export of her data, without the operator's name and note", async () => {
    await set(saule, dollars("100"));
    const limits = app.modules.all.find(({ manifest }) => manifest.name === "limits");
    const data = JSON.stringify(await limits?.personalData?.(alice.id));
    expect(data).toContain('"cause":"play"');
    expect(data).not.toMatch(/salaries|Saule/);
  });
});
