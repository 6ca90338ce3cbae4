import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { officeApi, testOffice } from "#modules/approvals/testing/test-office.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { createWallet } from "#modules/wallet/server/index.ts";
import { bonusHandlers } from "../office/handlers.ts";
import { shownBets } from "../testing/shown-bets.ts";
import { createBonuses } from "./index.ts";

/** content drafts and pauses campaigns, finance activates them; above a sum a second one approves. */

let host: TestHost;
let content: TestOperator;
let finance: TestOperator;
let operator: (role: "content" | "finance" | "owner") => Promise<TestOperator>;
beforeAll(async () => {
  host = await testHost({ modules: ["bonuses", "operators", "approvals"] });
  const accounts = createAccounts(host);
  const office = testOffice(host);
  const wallet = createWallet(host, { pairs: createFairness(host).pairs });
  const payments = { addPayoutCheck: () => undefined, connectBonuses: () => undefined };
  const bonuses = createBonuses(host, { accounts, bets: shownBets, payments, wallet, ...office });
  ({ operator } = await officeApi(host, office, bonuses, bonusHandlers({ bonuses })));
});
beforeEach(async () => {
  [content, finance] = [await operator("content"), await operator("finance")];
});
afterAll(() => host.close());

const path = "/api/office/bonuses";
const reason = "the spring campaign";
const terms = (rest: object = {}) => ({
  name: { ru: "Весна", en: "Spring", kz: "Көктем" },
  kind: "deposit",
  currency: "USD",
  percent: 100,
  amount: "50",
  min_deposit: "10",
  wager: 20,
  hours: 72,
  budget: "500",
  ends_at: new Date(host.clock.now() + 48 * 3_600_000).toISOString(),
  reason,
  ...rest,
});
const draft = async (rest: object = {}) => {
  const answer = await content.call(`POST ${path}`, terms(rest));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id as string;
};
const stateOf = async (id: string) =>
  (await finance.call(`GET ${path}`)).body.data.find((each: { id: string }) => each.id === id);
const actions = async (id: string) =>
  (
    await host.db.query<{ action: string }>("SELECT action FROM audit.entries WHERE subject = $1 ORDER BY number", [
      `bonus-campaign:${id}`,
    ])
  ).rows.map(row => row.action);

test("a campaign is drafted, activated, paused and activated again, each in the audit log", async () => {
  const id = await draft();
  expect(await stateOf(id)).toMatchObject({
    state: "draft",
    amount: "50",
    budget: "500",
    held: "0",
    claims: 0,
    needs_approval: false,
  });
  expect((await content.call(`POST ${path}/${id}/activate`, { reason })).status).toBe(403);
  expect((await finance.call(`POST ${path}/${id}/activate`, { reason })).body.data).toEqual({
    request: null,
    expires_at: null,
  });
  expect(await finance.call(`POST ${path}/${id}/activate`, { reason })).toMatchObject({
    status: 409,
    body: { code: "bonus_campaign_closed", data: { state: "active" } },
  });
  expect((await content.call(`POST ${path}/${id}/pause`, { reason })).status).toBe(200);
  expect(await stateOf(id)).toMatchObject({ state: "paused" });
  expect((await finance.call(`POST ${path}/${id}/activate`, { reason })).status).toBe(200);
  expect(await actions(id)).toEqual(["bonuses.create", "bonuses.activate", "bonuses.pause", "bonuses.activate"]);
});

test("a campaign is for games unless it is for betting", async () => {
  expect(await stateOf(await draft())).toMatchObject({ product: "games" });
  expect(await stateOf(await draft({ product: "betting" }))).toMatchObject({ product: "betting" });
});

test("a gift may have a conversion cap of at least five times", async () => {
  const gift = { kind: "manual", percent: undefined, min_deposit: undefined, cap: "250" };
  expect(await stateOf(await draft(gift))).toMatchObject({ cap: "250" });
  expect(await stateOf(await draft())).toMatchObject({ cap: null });
});

test("a large budget is activated by a second person, not by the one who asked", async () => {
  const [owner, other] = [await operator("owner"), await operator("owner")];
  const id = await draft({ budget: "501" });
  const { request } = (await owner.call(`POST ${path}/${id}/activate`, { reason })).body.data;
  expect(await stateOf(id)).toMatchObject({ state: "draft", needs_approval: true });
  const { payload_hash } = (await other.call(`GET /api/office/approvals/${request}`)).body.data;
  const approve = (by: TestOperator) =>
    by.call(`POST /api/office/approvals/${request}/approve`, { payload_hash, reason });
  expect((await approve(owner)).status).toBe(409);
  expect(await stateOf(id)).toMatchObject({ state: "draft" });
  const approved = await approve(other);
  expect(approved.status, approved.text).toBe(200);
  expect(await stateOf(id)).toMatchObject({ state: "active", activated_by: other.name });
});

test.each<[string, object]>([
  ["a requirement over 25 times", { wager: 26 }],
  ["no requirement", { wager: 0 }],
  ["a deposit bonus without a percentage", { percent: undefined }],
  ["a gift with a percentage", { kind: "manual" }],
  ["an end in the past", { ends_at: "2020-01-01T00:00:00.000Z" }],
  ["a budget below one bonus", { budget: "49.99" }],
  ["an amount below a hundredth", { amount: "0.001" }],
  ["a negative amount", { amount: "-5" }],
  ["an exponent", { amount: "1e3" }],
  ["a name with a control character", { name: { ru: "a\u0000", en: "a", kz: "a" } }],
  ["no Kazakh name", { name: { ru: "a", en: "a" } }],
  ["an unknown kind", { kind: "cashback" }],
  ["an unknown product", { product: "sports" }],
  ["a conversion cap of a deposit bonus", { cap: "500" }],
  ["a conversion cap below five gifts", { kind: "manual", percent: undefined, min_deposit: undefined, cap: "249.99" }],
  [
    "a conversion cap of a gift for betting",
    { kind: "manual", percent: undefined, min_deposit: undefined, product: "betting", cap: "250" },
  ],
  ["a conversion cap that is no amount", { kind: "manual", percent: undefined, min_deposit: undefined, cap: "1e3" }],
  ["two products", { product: ["games", "betting"] }],
  ["an unknown currency", { currency: "XYZ" }],
])("refuses %s", async (_, rest) => {
  const before = (await finance.call(`GET ${path}`)).body.data.length;
  expect((await content.call(`POST ${path}`, terms(rest))).status).toBe(422);
  expect((await finance.call(`GET ${path}`)).body.data).toHaveLength(before);
});
