import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { officeApi, testOffice } from "#modules/approvals/testing/test-office.ts";
import { createBets } from "#modules/bets/server/index.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { createWallet } from "#modules/wallet/server/index.ts";
import { createJackpots, jackpotInvariants } from "../server/index.ts";
import { jackpotHandlers } from "./handlers.ts";

/** content drafts jackpots; finance asks to start them and to change their terms, and a second person approves. */

let host: TestHost;
let content: TestOperator;
let finance: TestOperator;
let owner: TestOperator;
let operator: (role: "content" | "finance" | "owner" | "support") => Promise<TestOperator>;
beforeAll(async () => {
  host = await testHost({ modules: ["bets", "jackpots", "operators", "approvals"] });
  const accounts = createAccounts(host);
  const office = testOffice(host);
  const { pairs, seeds } = createFairness(host);
  const wallet = createWallet(host, { pairs });
  const { publicProfiles, regionOf, people } = accounts;
  const bets = createBets(host, {
    wallet,
    capital: wallet.capital,
    publicProfiles,
    regionOf,
    countryOf: () => null,
    isGame: () => true,
    seedFacts: seeds.facts,
    testPlayers: people.testPlayers,
  });
  const jackpots = createJackpots(host, {
    ...office,
    accounts,
    bets,
    facts: { counts: game => game !== "rooms", returnedOf: () => ({ numerator: 99n, denominator: 100n }) },
    pairs,
    projections: { onFolded: () => undefined },
    wallet,
  });
  const handlers = [...(jackpots.handlers ?? []), ...jackpotHandlers({ host, jackpots })];
  ({ operator } = await officeApi(host, office, jackpots, handlers));
});
beforeEach(async () => {
  [content, finance, owner] = [await operator("content"), await operator("finance"), await operator("owner")];
});
afterAll(() => host.close());

const path = "/api/office/jackpots";
const reason = "the winter pots";
const draft = (rest: object = {}) => ({
  title: { en: "Silver", ru: "Серебро", kz: "Күміс" },
  kind: "must_hit_by",
  currency: "USD",
  games: ["dice"],
  edge_share: 150,
  seed: "100",
  bound: "1000",
  reason,
  ...rest,
});
const create = async (rest: object = {}): Promise<string> => {
  const answer = await content.call(`POST ${path}`, draft(rest));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
};
const one = async (id: string) =>
  (await finance.call(`GET ${path}`)).body.data.find((each: { id: string }) => each.id === id);
const balance = async (code: number) => {
  const { rows } = await host.db.query<{ held: bigint }>(
    `SELECT coalesce(sum(CASE WHEN credit = $1 THEN amount ELSE -amount END), 0)::bigint AS held FROM ledger.transfers WHERE credit = $1 OR debit = $1`,
    [code],
  );
  return rows[0]?.held;
};

test("a draft costs nothing until a second person approves its start, which seeds the first pot from the bank", async () => {
  const id = await create();
  expect(await one(id)).toMatchObject({ state: "draft", current: null, edge_share: 150 });
  const asked = await finance.call(`POST ${path}/${id}/start`, { reason });
  expect(asked.status).toBe(200);
  const { request } = asked.body.data;
  expect([await balance(3016), (await approveRequest(finance, request)).status]).toEqual([0n, 409]);
  expect((await approveRequest(owner, request)).status).toBe(200);
  expect(await one(id)).toMatchObject({ state: "on", current: { pot: 1, amount: "100", bound: "1000" } });
  expect(await balance(3016)).toBe(100_000_000n);
  expect(await differencesOf(host.db, jackpotInvariants)).toEqual([]);
  expect((await finance.call(`POST ${path}/${id}/start`, { reason })).body.code).toBe("jackpot_state");
  const { rows } = await host.db.query("SELECT action FROM audit.entries WHERE subject = $1 ORDER BY number", [
    `jackpot:${id}`,
  ]);
  expect(rows).toEqual([{ action: "jackpots.draft" }, { action: "jackpots.start" }]);
});

test("terms of a running jackpot take two people and begin with the next pot; those of a draft change at once", async () => {
  const id = await create();
  const terms = { games: ["dice", "limbo"], edge_share: 50, seed: "20", bound: "500", reason };
  const changed = await finance.call(`POST ${path}/${id}/terms`, terms);
  expect(changed.body.data).toEqual({ request: null, expires_at: null });
  expect(await one(id)).toMatchObject({ edge_share: 50, seed: "20", bound: "500", games: ["dice", "limbo"] });
  const start = (await finance.call(`POST ${path}/${id}/start`, { reason })).body.data.request;
  expect((await approveRequest(owner, start)).status).toBe(200);
  const asked = await finance.call(`POST ${path}/${id}/terms`, { ...terms, edge_share: 100, bound: "800" });
  expect(await one(id)).toMatchObject({ edge_share: 50, bound: "500" });
  expect((await approveRequest(owner, asked.body.data.request)).status).toBe(200);
  expect(await one(id)).toMatchObject({ edge_share: 100, bound: "800", current: { edge_share: 50, bound: "500" } });
});

test("a start that was asked for other terms is stale", async () => {
  const id = await create();
  const { request } = (await finance.call(`POST ${path}/${id}/start`, { reason })).body.data;
  await finance.call(`POST ${path}/${id}/terms`, {
    games: ["dice"],
    edge_share: 50,
    seed: "200",
    bound: "1000",
    reason,
  });
  expect((await approveRequest(owner, request)).body.code).toBe("request_stale");
  expect(await one(id)).toMatchObject({ state: "draft" });
});

test("one person switches a jackpot off and on; its pot is kept", async () => {
  const id = await create();
  expect((await finance.call(`POST ${path}/${id}/switch`, { on: false, reason })).status).toBe(409);
  const { request } = (await finance.call(`POST ${path}/${id}/start`, { reason })).body.data;
  await approveRequest(owner, request);
  expect((await finance.call(`POST ${path}/${id}/switch`, { on: false, reason })).status).toBe(204);
  expect(await one(id)).toMatchObject({ state: "off", current: { amount: "100" } });
  expect((await finance.call(`POST ${path}/${id}/switch`, { on: false, reason })).status).toBe(409);
  await host.clock.advance(1_000);
  expect((await finance.call(`POST ${path}/${id}/switch`, { on: true, reason })).status).toBe(204);
  expect(await one(id)).toMatchObject({ state: "on", current: { amount: "100" } });
});

test("terms that the rules don't allow are refused by field, and roles without the permission by call", async () => {
  for (const [change, field] of [
    [{ edge_share: 201 }, "edge_share"],
    [{ edge_share: 0 }, "edge_share"],
    [{ edge_share: 1.5 }, "edge_share"],
    [{ seed: "200.01" }, "seed"],
    [{ seed: "0" }, "seed"],
    [{ kind: "random", bound: "99999" }, "seed"],
    [{ bound: "NaN" }, "bound"],
    [{ bound: "1e3" }, "bound"],
    [{ bound: "-1" }, "bound"],
    [{ games: [] }, "games"],
    [{ games: ["rooms"] }, "games"],
    [{ games: ["<b>"] }, "games.0"],
    [{ kind: "hidden" }, "kind"],
    [{ currency: "XXX" }, "currency"],
    [{ title: { en: "", ru: "a", kz: "b" } }, "title"],
  ] as const) {
    const { status, body } = await content.call(`POST ${path}`, draft(change));
    expect([status, Object.keys(body.errors ?? {})], JSON.stringify(change)).toEqual([422, [field]]);
  }
  const support = await operator("support");
  expect((await support.call(`GET ${path}`)).status).toBe(403);
  const id = await create();
  expect((await content.call(`POST ${path}/${id}/start`, { reason })).status).toBe(403);
  expect((await finance.call(`POST ${path}/00000000-0000-4000-8000-000000000009/start`, { reason })).status).toBe(404);
});
