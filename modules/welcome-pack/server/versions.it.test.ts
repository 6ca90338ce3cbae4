import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { officeApi, testOffice } from "#modules/approvals/testing/test-office.ts";
import { bonusHandlers } from "#modules/bonuses/office/handlers.ts";
import { createBonuses } from "#modules/bonuses/server/index.ts";
import { shownBets } from "#modules/bonuses/testing/shown-bets.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { createWallet } from "#modules/wallet/server/index.ts";
import { packHandlers } from "../office/handlers.ts";
import { createWelcomePack } from "./index.ts";

/** content drafts and closes packs, finance opens them; above a sum a second one approves. */

let host: TestHost;
let content: TestOperator;
let finance: TestOperator;
let operator: (role: "content" | "finance" | "owner") => Promise<TestOperator>;
beforeAll(async () => {
  host = await testHost({ modules: ["bonuses", "welcome-pack", "operators", "approvals"] });
  const accounts = createAccounts(host);
  const office = testOffice(host);
  const wallet = createWallet(host, { pairs: createFairness(host).pairs });
  const payments = { addPayoutCheck: () => undefined, connectBonuses: () => undefined };
  const bonuses = createBonuses(host, { accounts, bets: shownBets, payments, wallet, ...office });
  const welcomePacks = createWelcomePack(host, { accounts, bonuses, ...office });
  const handlers = [...packHandlers({ welcomePacks }), ...bonusHandlers({ bonuses })];
  ({ operator } = await officeApi(host, office, welcomePacks, handlers));
});
beforeEach(async () => {
  [content, finance] = [await operator("content"), await operator("finance")];
});
afterAll(() => host.close());

const path = "/api/office/welcome-packs";
const reason = "the pack of spring";
const step = (rest: object = {}) => ({
  percent: 100,
  max_amount: "20",
  min_deposit: "10",
  wager: 10,
  hours: 168,
  ...rest,
});
const terms = (rest: object = {}) => ({
  title: { ru: "Пакет", en: "Pack", kz: "Пакет" },
  currency: "USD",
  players: 10,
  ends_at: new Date(host.clock.now() + 48 * 3_600_000).toISOString(),
  steps: [step(), step({ percent: 50, max_amount: "10" })],
  reason,
  ...rest,
});
const draft = async (rest: object = {}) => {
  const answer = await content.call(`POST ${path}`, terms(rest));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data as { id: string; version: number };
};
const all = async () => (await finance.call(`GET ${path}`)).body.data;
const packOf = async (id: string) => (await all()).find((each: { id: string }) => each.id === id);
const actions = async (id: string) =>
  (
    await host.db.query<{ action: string }>("SELECT action FROM audit.entries WHERE subject = $1 ORDER BY number", [
      `welcome-pack:${id}`,
    ])
  ).rows.map(row => row.action);

test("a version is drafted, opened, replaced by the next, and stopped, each in the audit log", async () => {
  const first = await draft();
  expect(await packOf(first.id)).toMatchObject({
    state: "draft",
    cost_at_most: "300",
    needs_approval: false,
    taken: 0,
  });
  expect((await content.call(`POST ${path}/${first.id}/open`, { reason })).status).toBe(403);
  expect((await finance.call(`POST ${path}/${first.id}/open`, { reason })).body.data).toEqual({
    request: null,
    expires_at: null,
  });
  const second = await draft({ steps: [step()] });
  expect(second.version).toBe(first.version + 1);
  expect((await finance.call(`POST ${path}/${second.id}/open`, { reason })).status).toBe(200);
  expect([(await packOf(first.id)).state, (await packOf(second.id)).state]).toEqual(["closed", "open"]);
  expect(await finance.call(`POST ${path}/${first.id}/open`, { reason })).toMatchObject({
    status: 409,
    body: { code: "welcome_pack_closed", data: { state: "closed" } },
  });
  expect((await content.call(`POST ${path}/${first.id}/close`, { to: "stopped", reason })).status).toBe(200);
  expect((await content.call(`POST ${path}/${second.id}/close`, { to: "closed", reason })).status).toBe(200);
  expect((await content.call(`POST ${path}/${second.id}/close`, { to: "closed", reason })).status).toBe(409);
  expect(await actions(first.id)).toEqual(["welcome_pack.create", "welcome_pack.open", "welcome_pack.stop"]);
  expect(await actions(second.id)).toEqual(["welcome_pack.create", "welcome_pack.open", "welcome_pack.close"]);
});

test("steps are no campaigns of the bonus page: it neither lists, pauses nor gives codes to them", async () => {
  const { id } = await draft();
  await finance.call(`POST ${path}/${id}/open`, { reason });
  const { rows } = await host.db.query<{ id: string }>("SELECT id FROM bonuses.campaigns WHERE pack_id = $1", [id]);
  expect(rows).toHaveLength(2);
  const campaign = rows[0]?.id;
  expect((await finance.call("GET /api/office/bonuses")).body.data).toEqual([]);
  expect((await content.call(`POST /api/office/bonuses/${campaign}/pause`, { reason })).status).toBe(404);
  expect((await content.call(`POST /api/office/bonuses/${campaign}/codes`, { count: 1, reason })).status).toBe(409);
});

test("an expensive pack is opened by a second person, not by the one who asked", async () => {
  const [owner, other] = [await operator("owner"), await operator("owner")];
  const { id } = await draft({ players: 17 });
  const { request } = (await owner.call(`POST ${path}/${id}/open`, { reason })).body.data;
  expect(await packOf(id)).toMatchObject({ state: "draft", needs_approval: true, cost_at_most: "510" });
  const { payload_hash } = (await other.call(`GET /api/office/approvals/${request}`)).body.data;
  const approve = (by: TestOperator) =>
    by.call(`POST /api/office/approvals/${request}/approve`, { payload_hash, reason });
  expect((await approve(owner)).status).toBe(409);
  expect(await packOf(id)).toMatchObject({ state: "draft" });
  const approved = await approve(other);
  expect(approved.status, approved.text).toBe(200);
  expect(await packOf(id)).toMatchObject({ state: "open", opened_by: other.name });
});

test.each<[string, object]>([
  ["no step", { steps: [] }],
  ["seven steps", { steps: Array.from({ length: 7 }, () => step()) }],
  ["a requirement over 25 times", { steps: [step({ wager: 35 })] }],
  ["a share of nothing", { steps: [step({ percent: 0 })] }],
  ["an amount below a hundredth", { steps: [step({ max_amount: "0.001" })] }],
  ["a negative amount", { steps: [step({ min_deposit: "-5" })] }],
  ["an exponent", { steps: [step({ max_amount: "1e3" })] }],
  ["a step without a deposit", { steps: [step({ min_deposit: undefined })] }],
  ["an end in the past", { ends_at: "2020-01-01T00:00:00.000Z" }],
  ["no players", { players: 0 }],
  ["half a player", { players: 1.5 }],
  ["a title with a control character", { title: { ru: "a\u0000", en: "a", kz: "a" } }],
  ["a title of spaces", { title: { ru: " ", en: "a", kz: "a" } }],
  ["no Kazakh title", { title: { ru: "a", en: "a" } }],
  ["an unknown currency", { currency: "XYZ" }],
])("refuses %s", async (_, rest) => {
  const before = (await all()).length;
  expect((await content.call(`POST ${path}`, terms(rest))).status).toBe(422);
  expect(await all()).toHaveLength(before);
});

test("refuses to open what does not exist, or another kind of end", async () => {
  const none = "00000000-0000-4000-8000-000000000000";
  expect((await finance.call(`POST ${path}/${none}/open`, { reason })).status).toBe(404);
  const { id } = await draft();
  expect((await content.call(`POST ${path}/${id}/close`, { to: "open", reason })).status).toBe(422);
  expect((await content.call(`POST ${path}/${id}/close`, { to: "closed", reason })).status).toBe(409);
});
