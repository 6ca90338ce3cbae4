import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type Person, testPeople } from "#modules/accounts/testing/test-people.ts";
import { officeApi, testOffice } from "#modules/approvals/testing/test-office.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { block, holdOffers, releaseOffers } from "#modules/limits/server/index.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { auditBooks, createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { missionHandlers } from "../office/handlers.ts";
import type { MissionView } from "../shared/contract.ts";
import { createMissions, missionInvariants } from "./index.ts";

/** content drafts missions, finance opens them, players reach their goals and collect each prize once. */

const reason = "the autumn missions";
const day = 86_400_000;

let host: TestHost;
let wallet: Wallet;
let api: TestApi;
let person: (name: string, currency?: "USD" | "KZT") => Promise<Person>;
let operator: (role: "content" | "finance" | "support") => Promise<TestOperator>;
let content: TestOperator;
let finance: TestOperator;
const verified = new Set<PlayerId>();

beforeAll(async () => {
  host = await testHost({ modules: ["missions"] });
  const accounts = createAccounts(host);
  const fairness = createFairness(host);
  wallet = createWallet(host, { pairs: fairness.pairs, accounts });
  const verification = { isVerified: async (player: PlayerId) => verified.has(player) };
  const staff = testOffice(host);
  const missions = createMissions(host, { wallet, verification, approvals: staff.approvals, audit: staff.audit });
  const people = await testPeople(host, accounts, [fairness, wallet, missions]);
  api = people.api;
  person = async (name, currency = "USD") => {
    const made = await people.person(name, currency);
    verified.add(made.id);
    return made;
  };
  ({ operator } = await officeApi(host, staff, missions, missionHandlers({ host, missions })));
  [content, finance] = [await operator("content"), await operator("finance")];
});
afterEach(async () => {
  expect(await auditBooks(host.db)).toEqual([]);
  expect(await differencesOf(host.db, missionInvariants)).toEqual([]);
});
afterAll(() => host.close());

/** Sessions of operators end within a day. */
const pass = async (ms: number) => {
  await host.pass(ms);
  [content, finance] = [await operator("content"), await operator("finance")];
};

const draft = (rest: object = {}) =>
  content.call("POST /api/office/missions", {
    title: { en: "Three games", ru: "Три игры", kz: "Үш ойын" },
    goal: { kind: "games", count: 3 },
    period: "week",
    prize: "2",
    currency: "USD",
    places: 5,
    ends_at: new Date(host.clock.now() + 30 * day).toISOString(),
    reason,
    ...rest,
  });
const open = async (rest: object = {}): Promise<string> => {
  const drafted = await draft(rest);
  expect(drafted.status, drafted.text).toBe(201);
  const { id } = drafted.body.data;
  const opened = await finance.call(`POST /api/office/missions/${id}/open`, { reason });
  expect(opened.status, opened.text).toBe(200);
  return id;
};
const badge = { prize: undefined, currency: undefined, places: undefined, period: "once" };
const collect = (who: Person, id: string) =>
  api.call(`POST /api/v1/missions/${id}/collect`, { token: who.token, key: randomUUID() });
const missionsOf = async (who: Person): Promise<readonly MissionView[]> =>
  (await api.call("GET /api/v1/missions", { token: who.token })).body.data.missions;
const one = async (who: Person, id: string) => (await missionsOf(who)).find(each => each.id === id);
const realOf = async ({ id }: Person, currency = "USD") =>
  (await wallet.balances(id)).find(each => each.currency === currency)?.real ?? 0n;

/** A day of the projection, as if it had been folded from bets. */
const played = (who: Person, games: readonly number[], bestMultiplier = 0, at = host.clock.now()) =>
  Promise.all(
    games.map(game =>
      host.db.query(
        `INSERT INTO projections.player_game_days (generation, player_id, currency, game, day, bets, real_staked, bonus_staked, real_paid, bonus_paid,
           theoretical_loss, best_multiplier)
         VALUES ((SELECT live FROM projections.runs LIMIT 1), $1, 'USD', $2, $3::date, 1, 10000, 0, 0, 0, 0, $4) ON CONFLICT DO NOTHING`,
        [who.id, game, new Date(at).toISOString().slice(0, 10), bestMultiplier],
      ),
    ),
  );

test("alice plays three games, collects the prize of the week once in twenty calls at once, and again next week", async () => {
  const alice = await person("alice");
  const id = await open();
  expect(await one(alice, id)).toMatchObject({
    goal: "games",
    count: 3,
    done: 0,
    of: 3,
    prize: "2",
    collected_at: null,
  });
  await played(alice, [1, 2]);
  expect(await collect(alice, id)).toMatchObject({ status: 409, body: { code: "mission_not_reached" } });
  await played(alice, [2, 3]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => collect(alice, id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await realOf(alice)).toBe(parseDecimal("2"));
  expect(await one(alice, id)).toMatchObject({ done: 3, of: 3, collected_at: expect.any(String) });

  await pass(7 * day);
  expect(await one(alice, id)).toMatchObject({ done: 0, collected_at: null });
  expect((await collect(alice, id)).status).toBe(409);
  await played(alice, [4, 5, 6]);
  expect((await collect(alice, id)).status).toBe(200);
  expect(await realOf(alice)).toBe(parseDecimal("4"));
});

test("ten players race for three prizes: three are paid, and a killed process takes no place", async () => {
  const players = await Promise.all(Array.from({ length: 10 }, (_, n) => person(`racer-${n}`)));
  const id = await open({ places: 3, period: "once" });
  for (const each of players) await played(each, [1, 2, 3]);
  host.failpoints.arm("missions.collected", () => {
    throw new Error("the power went out");
  });
  const [first] = players as [Person];
  expect((await collect(first, id)).status).toBe(500);
  expect(await realOf(first)).toBe(0n);
  const answers = await Promise.all(players.map(each => collect(each, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(200), ...Array(7).fill(409)]);
  const sums = await Promise.all(players.map(each => realOf(each)));
  expect(sums.filter(sum => sum === parseDecimal("2"))).toHaveLength(3);
  const loser = players[answers.findIndex(({ status }) => status === 409)] as Person;
  expect((await collect(loser, id)).body.code).toBe("mission_over");
  expect(await one(loser, id)).toBeUndefined();
  const winner = players[answers.findIndex(({ status }) => status === 200)] as Person;
  expect(await one(winner, id)).toMatchObject({ collected_at: expect.any(String) });
});

test("what was done before a mission opened does not count for its prize, and counts for a badge", async () => {
  const bob = await person("bob");
  await played(bob, [1, 2, 3], 250_000, host.clock.now() - 3 * day);
  const [withPrize, earned] = [await open(), await open({ goal: { kind: "multiplier", count: 20 }, ...badge })];
  expect(await one(bob, withPrize)).toMatchObject({ done: 0 });
  expect(await one(bob, earned)).toMatchObject({ done: 2000, of: 2000, prize: null, currency: null, ends_at: null });
  expect(await collect(bob, earned)).toMatchObject({ status: 409, body: { code: "mission_not_reached" } });
});

test("a limit of one's own and a revealed seed are goals", async () => {
  const carol = await person("carol");
  const [limit, seed] = [
    await open({ goal: { kind: "limit" }, period: "once" }),
    await open({ goal: { kind: "seed" } }),
  ];
  await host.db.query(
    "INSERT INTO limits.changes (player_id, at, kind, amount, currency) VALUES ($1, $2, 'loss', NULL, NULL), ($1, $2, 'deposit', 5000000, 'USD')",
    [carol.id, new Date(host.clock.now())],
  );
  await host.db.query(
    `INSERT INTO fairness.seeds (player_id, number, encrypted_seed, hash, created_at, revealed_at)
     VALUES ($1, 91, 'sealed', sha256('seed'), $2, $2)`,
    [carol.id, new Date(host.clock.now())],
  );
  for (const id of [limit, seed]) expect((await collect(carol, id)).status).toBe(200);
  expect(await realOf(carol)).toBe(parseDecimal("4"));
});

describe("nothing is shown or paid", () => {
  test("in a break, while offers are held, and to a player whose identity was not checked", async () => {
    const [away, held, unknown] = [await person("away"), await person("held"), await person("unknown")];
    const id = await open();
    for (const each of [away, held, unknown]) await played(each, [1, 2, 3]);
    verified.delete(unknown.id);
    expect(await collect(unknown, id)).toMatchObject({ status: 403, body: { code: "mission_for_verified" } });
    await host.db.tx(async tx => {
      await block(tx, away.id, new Date(host.clock.now() + day), "self_exclusion");
      await holdOffers(tx, held.id, "operator", new Date(host.clock.now()));
    });
    for (const each of [away, held]) {
      expect(await missionsOf(each)).toEqual([]);
      expect(await collect(each, id)).toMatchObject({ status: 403, body: { code: "mission_unavailable" } });
    }
    await host.db.tx(tx => releaseOffers(tx, held.id, "operator"));
    expect((await collect(held, id)).status).toBe(200);
    expect([await realOf(away), await realOf(unknown)]).toEqual([0n, 0n]);
  });

  test("of a mission in another currency, a draft, one that was closed or has ended, and one that does not exist", async () => {
    const [dave, erin] = [await person("dave"), await person("erin", "KZT")];
    const id = await open({ ends_at: new Date(host.clock.now() + 2 * day).toISOString() });
    for (const each of [dave, erin]) await played(each, [1, 2, 3]);
    expect(await one(erin, id)).toBeUndefined();
    expect((await collect(erin, id)).body.code).toBe("mission_unavailable");
    const drafted = (await draft()).body.data.id as string;
    expect(await one(dave, drafted)).toBeUndefined();
    for (const unknown of [drafted, randomUUID()]) expect((await collect(dave, unknown)).status).toBe(404);
    expect((await collect(dave, "1")).status).toBe(422);
    const closed = await open();
    expect((await content.call(`POST /api/office/missions/${closed}/close`, { reason })).status).toBe(204);
    await pass(2 * day);
    await played(dave, [1, 2, 3]);
    for (const over of [id, closed]) {
      expect(await one(dave, over)).toBeUndefined();
      expect((await collect(dave, over)).body.code).toBe("mission_over");
    }
    expect(await realOf(dave)).toBe(0n);
  });
});

describe("operators", () => {
  test("see what a mission may cost and has cost; a large one is opened by a second person, once", async () => {
    const frank = await person("frank");
    const drafted = (await draft({ prize: "5", places: 101 })).body.data.id as string;
    const read = async () =>
      (await finance.call("GET /api/office/missions")).body.data.find((each: { id: string }) => each.id === drafted);
    expect(await read()).toMatchObject({ state: "draft", cost: "505", spent: "0", needs_approval: true });
    const asked = await finance.call(`POST /api/office/missions/${drafted}/open`, { reason });
    const { request } = asked.body.data;
    expect(await read()).toMatchObject({ state: "draft" });
    const other = await operator("finance");
    const { payload, payload_hash } = (await other.call(`GET /api/office/approvals/${request}`)).body.data;
    expect(payload).toMatchObject({ prize: "5", places: 101, cost: "505", goal: "games 3" });
    expect((await finance.call(`POST /api/office/approvals/${request}/approve`, { payload_hash, reason })).status).toBe(
      409,
    );
    expect((await other.call(`POST /api/office/approvals/${request}/approve`, { payload_hash, reason })).status).toBe(
      200,
    );
    await played(frank, [1, 2, 3]);
    expect((await collect(frank, drafted)).status).toBe(200);
    expect(await read()).toMatchObject({ state: "open", taken: 1, spent: "5" });
    expect((await finance.call(`POST /api/office/missions/${drafted}/open`, { reason })).status).toBe(409);
  });

  test.each([
    ["a goal by losses", { goal: { kind: "loss", count: 10 } }],
    ["a goal by deposits", { goal: { kind: "deposit" } }],
    ["a streak of days", { goal: { kind: "days", count: 7 } }],
    ["one game", { goal: { kind: "games", count: 1 } }],
    ["too many games", { goal: { kind: "games", count: 6 } }],
    ["no multiplier", { goal: { kind: "multiplier" } }],
    ["a multiplier with a fraction", { goal: { kind: "multiplier", count: 2.5 } }],
    ["too large a multiplier", { goal: { kind: "multiplier", count: 21 } }],
    ["a daily period", { period: "day" }],
    ["a badge every week", { ...badge, period: "week" }],
    ["a badge for campaigns", { ...badge, targeted: true }],
    ["a prize of every week for campaigns", { targeted: true }],
    ["a mission for campaigns, perhaps", { targeted: "yes" }],
    ["a prize without a currency", { currency: undefined }],
    ["a prize without a number", { places: undefined }],
    ["a prize of nothing", { prize: "0" }],
    ["a negative prize", { prize: "-1" }],
    ["a prize in scientific notation", { prize: "1e0" }],
    ["a prize of part of a cent", { prize: "0.001" }],
    ["a large prize", { prize: "5.01" }],
    ["no places", { places: 0 }],
    ["too many places", { places: 100_001 }],
    ["a currency that does not exist", { currency: "XXX" }],
    ["an end in the past", { ends_at: "2001-01-01T00:00:00Z" }],
    ["a title in two languages", { title: { en: "Games", ru: "Игры" } }],
    ["a title with markup", { title: { en: "A\u0000", ru: "Игры", kz: "Ойын" } }],
  ])("cannot draft %s", async (_, rest) => {
    expect((await draft(rest)).status).toBe(422);
  });
});
