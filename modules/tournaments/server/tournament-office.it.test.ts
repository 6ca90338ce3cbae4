import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { officeApi, testOffice } from "#modules/approvals/testing/test-office.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { createWallet } from "#modules/wallet/server/index.ts";
import { tournamentHandlers } from "../office/handlers.ts";
import { testFacts } from "../testing/test-tournaments.ts";
import { createTournaments } from "./index.ts";

/** content drafts tournaments, finance publishes them; above a sum, and to cancel what players see, a second person approves. */

let host: TestHost;
let api: TestApi;
let content: TestOperator;
let finance: TestOperator;
let owner: TestOperator;
let operator: (role: "content" | "finance" | "owner") => Promise<TestOperator>;
beforeAll(async () => {
  host = await testHost({ modules: ["tournaments", "operators", "approvals"] });
  const accounts = createAccounts(host);
  const office = testOffice(host);
  const wallet = createWallet(host, { pairs: createFairness(host).pairs });
  const projections = { onFolded: () => undefined };
  const tournaments = createTournaments(host, {
    ...office,
    accounts,
    facts: testFacts,
    notices: { give: async () => undefined },
    projections,
    wallet,
  });
  const own = tournamentHandlers({ host, people: accounts.people, tournaments });
  ({ api, operator } = await officeApi(host, office, tournaments, [...(tournaments.handlers ?? []), ...own]));
});
beforeEach(async () => {
  [content, finance, owner] = [await operator("content"), await operator("finance"), await operator("owner")];
});
afterAll(() => host.close());

const path = "/api/office/tournaments";
const reason = "the November race";
const at = (hours: number) => new Date(host.clock.now() + hours * 3_600_000).toISOString();
const terms = (rest: object = {}) => ({
  title: { ru: "Гонка", en: "Race", kz: "Жарыс" },
  scoring: "wagered",
  games: ["dice"],
  currency: "USD",
  prizes: ["300", "100", "100"],
  min_stake: "0.10",
  starts_at: at(1),
  ends_at: at(24),
  reason,
  ...rest,
});
const draft = async (rest: object = {}) => {
  const answer = await content.call(`POST ${path}`, terms(rest));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id as string;
};
const found = async (id: string) =>
  (await finance.call(`GET ${path}`)).body.data.find((each: { id: string }) => each.id === id);
const actions = async (id: string) =>
  (
    await host.db.query<{ action: string }>("SELECT action FROM audit.entries WHERE subject = $1 ORDER BY number", [
      `tournament:${id}`,
    ])
  ).rows.map(row => row.action);

test("a tournament is drafted, published and cancelled, each in the audit log", async () => {
  const id = await draft();
  expect(await found(id)).toMatchObject({ phase: "draft", prize_sum: "500", needs_approval: false, players: 0 });
  expect((await content.call(`POST ${path}/${id}/publish`, { reason })).status).toBe(403);
  expect((await finance.call(`POST ${path}/${id}/publish`, { reason })).body.data.request).toBeNull();
  expect(await found(id)).toMatchObject({ phase: "upcoming" });
  expect(await finance.call(`POST ${path}/${id}/publish`, { reason })).toMatchObject({
    status: 409,
    body: { code: "tournament_closed", data: { state: "upcoming" } },
  });
  expect((await finance.call(`GET ${path}/${id}/places`)).body.data).toEqual({ ranks_hash: null, places: [] });
  const { request } = (await finance.call(`POST ${path}/${id}/cancel`, { reason })).body.data;
  expect(await found(id)).toMatchObject({ phase: "upcoming" });
  expect((await approveRequest(finance, request)).status).toBe(409);
  expect((await approveRequest(owner, request)).status).toBe(200);
  expect(await found(id)).toMatchObject({ phase: "cancelled" });
  expect(await actions(id)).toEqual(["tournaments.draft", "tournaments.publish", "tournaments.cancel"]);
});

test("the list names tournaments in the language of the operator", async () => {
  const id = await draft();
  const from = { cookies: finance.cookies, headers: { "accept-language": "kk" } };
  const { data } = (await api.call(`GET ${path}`, from)).body;
  expect(data.find((each: { id: string }) => each.id === id).title).toBe("Жарыс");
});

test("prizes above the limit of one person are published by a second one", async () => {
  const id = await draft({ prizes: ["500.01"] });
  const { request } = (await finance.call(`POST ${path}/${id}/publish`, { reason })).body.data;
  expect(await found(id)).toMatchObject({ phase: "draft", needs_approval: true });
  expect((await approveRequest(owner, request)).status).toBe(200);
  expect(await found(id)).toMatchObject({ phase: "upcoming" });
  expect(await actions(id)).toEqual(["tournaments.draft", "tournaments.publish"]);
});

test("a draft is cancelled by one person, and one whose time is over is not published", async () => {
  const [id, late] = [await draft(), await draft({ ends_at: at(2) })];
  expect((await finance.call(`POST ${path}/${id}/cancel`, { reason })).body.data.request).toBeNull();
  expect(await found(id)).toMatchObject({ phase: "cancelled" });
  await host.clock.advance(2 * 3_600_000);
  finance = await operator("finance");
  expect((await finance.call(`POST ${path}/${late}/publish`, { reason })).status).toBe(409);
});

test("a player is disqualified by two people: the places below move up", async () => {
  const id = await draft({ starts_at: at(-1) });
  await finance.call(`POST ${path}/${id}/publish`, { reason });
  const [ann, ben] = [randomUUID(), randomUUID()];
  await host.db.query(
    `INSERT INTO tournaments.entries (tournament_id, player_id, joined_at, score, reached_at)
     SELECT $1, p.id, $3, p.score, $3 FROM (VALUES ($2::uuid, 20000000), ($4::uuid, 10000000)) AS p(id, score)`,
    [id, ann, new Date(host.clock.now()), ben],
  );
  const placed = async () =>
    (await finance.call(`GET ${path}/${id}/places`)).body.data.places.map(
      (row: { player: { id: string } }) => row.player.id,
    );
  expect(await placed()).toEqual([ann, ben]);
  const out = `POST ${path}/${id}/disqualify`;
  expect((await content.call(out, { player: ann, reason })).status).toBe(403);
  expect((await finance.call(out, { player: randomUUID(), reason })).status).toBe(404);
  const { request } = (await finance.call(out, { player: ann, reason })).body.data;
  expect(await placed()).toEqual([ann, ben]);
  expect((await approveRequest(finance, request)).status).toBe(409);
  expect((await approveRequest(owner, request)).status).toBe(200);
  expect(await placed()).toEqual([ben]);
  expect((await finance.call(out, { player: ann, reason })).status).toBe(404);
  expect(await actions(id)).toEqual(["tournaments.draft", "tournaments.publish", "tournaments.disqualify"]);
});

test("a prize is cut by two people while ranks are reviewed; a request is stale once the ranks or the prize have changed", async () => {
  const id = await draft({ starts_at: at(-1) });
  await finance.call(`POST ${path}/${id}/publish`, { reason });
  const [ann, ben] = [randomUUID(), randomUUID()];
  const now = new Date(host.clock.now());
  await host.db.query(
    `INSERT INTO tournaments.entries (tournament_id, player_id, joined_at, score, reached_at)
     SELECT $1, p.id, $3, p.score, $3 FROM (VALUES ($2::uuid, 20000000), ($4::uuid, 10000000)) AS p(id, score)`,
    [id, ann, now, ben],
  );
  const cut = (by: TestOperator, player: string, amount: string) =>
    by.call(`POST ${path}/${id}/cut-prize`, { player, amount, reason });
  expect((await cut(finance, ann, "1")).body.code).toBe("tournament_closed");
  await host.db.query(
    `INSERT INTO tournaments.ranks (tournament_id, place, player_id, score, reached_at)
     SELECT $1, p.place, p.id, p.score, $3 FROM (VALUES (1, $2::uuid, 20000000), (2, $4::uuid, 10000000)) AS p(place, id, score)`,
    [id, ann, now, ben],
  );
  await host.db.query(
    "UPDATE tournaments.tournaments SET state = 'review', ranks_hash = decode(repeat('ab', 32), 'hex'), review_until = $2 WHERE id = $1",
    [id, new Date(host.clock.now() + 86_400_000)],
  );
  const placed = async () =>
    (await finance.call(`GET ${path}/${id}/places`)).body.data.places.map(
      (row: { prize: string | null; cut_from: string | null }) => [row.prize, row.cut_from],
    );
  const [[full], [second]] = await placed();
  expect((await cut(content, ann, "1")).status).toBe(403);
  expect((await cut(finance, randomUUID(), "1")).status).toBe(404);
  for (const amount of [full, "0", String(Number(full) + 1)])
    expect((await cut(finance, ann, amount)).body.errors, amount).toEqual({ amount: ["prize_not_cut"] });
  const [first, again] = [
    (await cut(finance, ann, "1")).body.data.request,
    (await cut(owner, ann, "2")).body.data.request,
  ];
  expect((await approveRequest(finance, first)).status).toBe(409);
  expect((await approveRequest(owner, first)).status).toBe(200);
  expect(await placed()).toEqual([
    ["1", full],
    [second, null],
  ]);
  expect((await approveRequest(finance, again)).body.code).toBe("request_stale");
  const { request } = (await cut(finance, ben, "1")).body.data;
  await host.db.query("UPDATE tournaments.tournaments SET ranks_hash = decode(repeat('cd', 32), 'hex') WHERE id = $1", [
    id,
  ]);
  expect((await approveRequest(owner, request)).body.code).toBe("request_stale");
  expect(await actions(id)).toEqual(["tournaments.draft", "tournaments.publish", "tournaments.cut_prize"]);
});

const raceTerms = (rest: object = {}) => {
  const { starts_at: _starts, ends_at: _ends, ...shared } = terms();
  return { ...shared, every: "week", zone: "Asia/Almaty", time: "18:00", weekday: 1, ...rest };
};
const races = "/api/office/races";
const raceState = async (id: string) =>
  (await finance.call(`GET ${races}`)).body.data.find((each: { id: string }) => each.id === id)?.state;

test("a race is drafted, started by two people and stopped by one, each in the audit log", async () => {
  const answer = await content.call(`POST ${races}`, raceTerms());
  expect(answer.status, answer.text).toBe(201);
  const { id } = answer.body.data;
  expect(await raceState(id)).toBe("draft");
  expect((await content.call(`POST ${races}/${id}/start`, { reason })).status).toBe(403);
  expect((await finance.call(`POST ${races}/${id}/stop`, { reason })).status).toBe(409);
  const { request } = (await finance.call(`POST ${races}/${id}/start`, { reason })).body.data;
  expect((await approveRequest(finance, request)).status).toBe(409);
  expect(await raceState(id)).toBe("draft");
  expect((await approveRequest(owner, request)).status).toBe(200);
  expect(await raceState(id)).toBe("running");
  expect((await finance.call(`POST ${races}/${id}/start`, { reason })).body).toMatchObject({ code: "race_closed" });
  expect((await finance.call(`POST ${races}/${id}/stop`, { reason })).status).toBe(204);
  expect(await raceState(id)).toBe("stopped");
  expect((await finance.call(`POST ${races}/${randomUUID()}/stop`, { reason })).status).toBe(404);
  const { rows } = await host.db.query("SELECT action FROM audit.entries WHERE subject = $1 ORDER BY number", [
    `race:${id}`,
  ]);
  expect(rows.map(({ action }) => action)).toEqual([
    "tournaments.draft_race",
    "tournaments.start_race",
    "tournaments.stop_race",
  ]);
});

test.each([
  ["a zone that does not exist", { zone: "Asia/Atlantis" }],
  ["a time that no clock shows", { time: "24:00" }],
  ["an eighth weekday", { weekday: 8 }],
  ["a weekly race without a weekday", { weekday: undefined }],
  ["a daily race with a weekday", { every: "day" }],
  ["a race every hour", { every: "hour" }],
  ["prizes that grow", { prizes: ["10", "20"] }],
])("a race with %s is refused", async (_what, rest) => {
  const answer = await content.call(`POST ${races}`, raceTerms(rest));
  expect(answer.status, answer.text).toBe(422);
});

test.each([
  ["a title that is missing in one language", { title: { ru: "Гонка", en: "", kz: "Жарыс" } }],
  ["no prize", { prizes: [] }],
  ["prizes that grow", { prizes: ["10", "20"] }],
  ["a prize of nothing", { prizes: ["10", "0"] }],
  ["a game between players", { games: ["duels"] }],
  ["a game that does not exist", { games: ["constructor"] }],
  ["points of a tournament without points", { points: { dice: 1 } }],
  ["points without games", { scoring: "points", games: [] }],
  ["a game without its points", { scoring: "points", games: ["dice", "crash"], points: { dice: 1 } }],
  ["an end before its start", { starts_at: "2030-01-02T00:00:00Z", ends_at: "2030-01-01T00:00:00Z" }],
  ["an end in the past", { starts_at: "2020-01-01T00:00:00Z", ends_at: "2020-01-02T00:00:00Z" }],
  ["a year", { starts_at: "2030-01-01T00:00:00Z", ends_at: "2031-01-01T00:00:00Z" }],
])("%s is refused", async (_what, rest) => {
  const answer = await content.call(`POST ${path}`, terms(rest));
  expect(answer.status, answer.text).toBe(422);
  expect((await found("none")) ?? null).toBeNull();
});
