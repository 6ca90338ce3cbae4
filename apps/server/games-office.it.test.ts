import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Queryable, SqlValue } from "#kit/db/db.ts";
import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";
import { type PlayerId, parseUuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { countGameRounds, readGameRounds } from "#modules/bets/server/office/game-rounds.ts";
import { games } from "#modules/games/index.ts";
import { gameOffices } from "#modules/games/printed/office.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { countGameDays } from "#modules/wallet/server/index.ts";
import { gameRounds } from "./create-games.ts";
import { invariants } from "./invariants.ts";
import { type FullApp, openFullApp, type Somebody } from "./testing/full-app.ts";

/** Operators look at our own games. aida is from finance, sanzhar from support, carol from content; alice and bob play. */

let app: FullApp;
let aida: TestOperator;
let sanzhar: TestOperator;
let carol: TestOperator;
let alice: Somebody;
let bob: Somebody;
beforeAll(async () => {
  app = await openFullApp();
  const hire = (role: Parameters<typeof testOperator>[1], name: string) =>
    testOperator({ ...app, operators: app.modules.operators }, role, name);
  aida = await hire("finance", "Aida");
  sanzhar = await hire("support", "Sanzhar");
  carol = await hire("content", "Carol");
  [alice, bob] = [await player(), await player()];
});
// Deposits of these tests are without a payment.
afterEach(async () => {
  const found = await differencesOf(app.host.db, invariants);
  expect(found.filter(({ rule }) => !rule.startsWith("I11 "))).toEqual([]);
});
afterAll(() => app.host.close());

async function player(): Promise<Somebody> {
  const who = await app.register();
  await app.payIn(who, "100");
  await app.api.call("PUT /api/v1/fairness/client-seed", { token: who.token, body: { client_seed: "seed-of-mine" } });
  return who;
}
async function place({ token }: Somebody, game: string, body: object) {
  const answer = await app.api.call(`POST /api/v1/games/${game}/bets`, { token, body, key: randomUUID() });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data as { id: string; stake: string; payout: string; outcome: { roll: string } };
}
const roll = (who: Somebody, stake = "1") => place(who, "dice", { stake, direction: "over", target: "49.50" });
const read = async (by: TestOperator, path: string) => {
  const answer = await by.call(`GET /api/office/${path}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
/** There are no rates in this test: sums are of the currency of both players. */
const currencyOf = async ({ token }: Somebody) =>
  (await app.api.call("GET /api/v1/games/dice", { token })).body.data.currency as string;
const dice = (rows: readonly { game: string }[]) => rows.find(({ game }) => game === "dice");
const sumOf = (amounts: readonly string[]) =>
  formatAmount(micros(amounts.reduce((sum, each) => sum + parseDecimal(each), 0n)));

test("every game has its page: in the list, with an office part of its own, and bets and rounds that can be read", async () => {
  const { games: listed } = await read(aida, "games");
  expect(listed.map(({ game }: { game: string }) => game).sort()).toEqual(games.map(({ name }) => name).sort());
  for (const { name, rounds } of games) {
    expect(gameOffices[name]?.bets.length, name).toBeGreaterThan(0);
    expect(gameOffices[name]?.rounds === undefined, name).toBe(rounds === undefined);
    const { game } = await read(aida, `games/${name}`);
    expect([game.game, game.rounds === null], name).toEqual([name, rounds === undefined]);
    const bands = game.stakes as { currency: string; min: string; max: string }[];
    expect(bands.map(({ currency }) => currency).toSorted(), name).toEqual(["EUR", "INR", "KZT", "RUB", "USD"]);
    for (const { min, max } of bands)
      expect(parseDecimal(min) <= parseDecimal(max), `${name} ${min} ${max}`).toBe(true);
    for (const state of ["ended", "settled", "voided", "open"])
      expect(await read(aida, `games/${name}/bets?state=${state}`)).toEqual({ items: [], next_cursor: null });
    for (const state of ["all", "voided"])
      expect((await read(aida, `games/${name}/rounds?state=${state}`)).items).toEqual([]);
  }
});

test("stakes, payouts and bets of dice are those that were placed; an open round of miner is counted at once", async () => {
  const own = [await roll(alice), await roll(alice, "2"), await roll(bob)];
  expect(dice((await read(aida, "games")).games)).toMatchObject({ bets: 0, last_at: null });
  await countGameDays(app.host, []);
  const currency = await currencyOf(alice);
  const page = await read(aida, `games?currency=${currency}`);
  expect(page.at).toBe(new Date(app.host.clock.now()).toISOString());
  const shown = await read(aida, `games/dice?currency=${currency}`);
  expect(shown.game).toMatchObject({
    bets: 3,
    voided_bets: 0,
    open_bets: 0,
    designed: "99",
    stakes: expect.arrayContaining([
      { currency: "RUB", min: "1", max: "10000" },
      { currency: "USD", min: "0.01", max: "100" },
    ]),
    rounds: null,
    figures: {
      money: { stake: "4", payout: sumOf(own.map(({ payout }) => payout)), refunded: "0" },
      return: { bets: 3, result: null },
    },
  });
  const { currencies, versions, days } = await read(aida, `games/dice/figures?currency=${currency}`);
  expect(currencies).toMatchObject([{ currency, bets: 3, money: { stake: "4" } }]);
  expect(versions).toMatchObject([{ rules_version: shown.game.rules_version, designed: "99", return: { bets: 3 } }]);
  expect(days).toMatchObject([{ day: shown.to, return: { bets: 3 } }]);
  const { items } = await read(aida, "games/dice/bets");
  expect(items.map(({ id }: { id: string }) => id).sort()).toEqual(own.map(({ id }) => id).sort());
  const [first] = items.filter(({ id }: { id: string }) => id === own[1]?.id);
  expect(first).toMatchObject({ stake: "2", choice: { direction: "over", target: "49.50" }, outcome: own[1]?.outcome });
  const columns = gameOffices.dice?.bets.map(({ value }) => value(first));
  expect(columns).toEqual([own[1]?.outcome.roll, "over", "49.50"]);
  const start = await app.api.call("POST /api/v1/games/miner/bets", {
    token: alice.token,
    body: { stake: "1", mines: 3 },
    key: randomUUID(),
  });
  expect(start.status, start.text).toBe(201);
  expect((await read(aida, "games/miner")).game).toMatchObject({ bets: 0, open_bets: 1 });
  const open = (await read(aida, "games/miner/bets?state=open")).items;
  expect(open).toMatchObject([{ status: "open", choice: { mines: 3 }, outcome: {}, ended_at: null }]);
});

test("a bet opens with its transfers and leads to its public record", async () => {
  const placed = await roll(bob);
  const shown = await read(sanzhar, `bets/${placed.id}`);
  expect(shown).toMatchObject({
    bet: { id: placed.id, game: "dice", stake: "1", payout: placed.payout, status: "settled" },
    seed: { client_seed: "seed-of-mine" },
    steps: null,
  });
  const kinds = shown.transfers.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(placed.payout === "0" ? ["stake"] : ["stake", "payout"]);
  expect(shown.transfers[0]).toMatchObject({ amount: "1", debit: "player:real", credit: "result:dice" });
  expect((await app.api.call(`GET /api/v1/rounds/${placed.id}`)).body.data.id).toBe(placed.id);
  expect((await aida.call(`GET /api/office/bets/${"A".repeat(43)}`)).status).toBe(404);
});

test("bets are filtered by player and paged; test accounts are left out unless asked for", async () => {
  const playerOf = async (id: string) => (await read(aida, `bets/${id}`)).bet.player.id as string;
  const [hers, his] = [await roll(alice), await roll(bob)];
  const [idOfAlice, idOfBob] = [await playerOf(hers.id), await playerOf(his.id)];
  await app.host.db.query("UPDATE accounts.players SET is_test = true WHERE id = $1", [idOfBob]);
  await countGameDays(app.host, [required(parseUuid(idOfBob), "a player") as string as PlayerId]);
  const players = async (query: string) =>
    new Set(
      (await read(aida, `games/dice/bets${query}`)).items.map((bet: { player: { id: string } }) => bet.player.id),
    );
  expect(await players("")).toEqual(new Set([idOfAlice]));
  expect(await players("?tests=with")).toEqual(new Set([idOfAlice, idOfBob]));
  expect(await players(`?player=${idOfBob}`)).toEqual(new Set([idOfBob]));
  const currency = await currencyOf(alice);
  const bets = async (query: string) => (await read(aida, `games/dice?currency=${currency}${query}`)).game.bets;
  const [without, all] = [await bets(""), await bets("&tests=with")];
  expect(all).toBeGreaterThan(without);
  for (let n = 0; n < 11; n++) await roll(alice);
  await countGameDays(app.host, []);
  const first = await read(aida, `games/dice/bets?player=${idOfAlice}&limit=10`);
  const second = await read(aida, `games/dice/bets?player=${idOfAlice}&limit=10&cursor=${first.next_cursor}`);
  expect(first.items).toHaveLength(10);
  expect(second.items.length).toBeGreaterThan(0);
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  await app.host.db.query("UPDATE accounts.players SET is_test = false WHERE id = $1", [idOfBob]);
});

test("support reads bets and rounds without figures; content reads neither", async () => {
  const listed = await read(sanzhar, "games");
  expect(listed.games.every(({ figures }: { figures: unknown }) => figures === null)).toBe(true);
  expect((await read(sanzhar, "games/dice")).game.figures).toBeNull();
  expect((await sanzhar.call("GET /api/office/games/dice/figures")).status).toBe(403);
  for (const path of [
    "games",
    "games/dice",
    "games/dice/figures",
    "games/dice/bets",
    "games/dice/rounds",
    `bets/${"A".repeat(43)}`,
  ])
    expect((await carol.call(`GET /api/office/${path}`)).status, path).toBe(403);
});

test.each([
  ["games?from=2026-02-31", "from"],
  ["games?from=yesterday", "from"],
  ["games?from=1999-01-01", "from"],
  ["games?days=8", "days"],
  ["games?currency=USDT", "currency"],
  ["games?tests=maybe", "tests"],
  ["games/dice?from=2026-02-02&to=2026-02-01", "from"],
  ["games/dice?from=2024-01-01&to=2026-01-01", "from"],
  ["games/DICE", "game"],
  ["games/dice/bets?state=lost", "state"],
  ["games/dice/bets?player=alice", "player"],
  ["games/dice/bets?round=-1", "round"],
  ["games/dice/bets?cursor=x", "cursor"],
  [`games/dice/bets?cursor=${"A".repeat(43)}`, "cursor"],
  ["games/crash/rounds?cursor=0", "cursor"],
  ["games/crash/rounds?state=voided&cursor=999", "cursor"],
  ["bets/short", "id"],
])("%s is refused by its field %s", async (path, field) => {
  const answer = await aida.call(`GET /api/office/${path}`);
  expect([answer.status, Object.keys(answer.body.errors ?? {}).join()]).toEqual([422, field]);
});

test("an unknown game is not found, and slots are not among our own", async () => {
  for (const game of ["chess", "betting", "slots", "constructor"])
    for (const part of ["", "/figures", "/bets", "/rounds"])
      expect((await aida.call(`GET /api/office/games/${game}${part}`)).status, game).toBe(404);
});

test("rounds of crash are listed newest first, voided ones apart, each with its bets", async () => {
  const { db, clock } = app.host;
  await db.query(
    `INSERT INTO crash.rounds (number, state, epoch, rules_version, opened_at, started_at, ended_at, point, link)
     SELECT n, CASE WHEN n % 4 = 0 THEN 'voided' ELSE 'settled' END, 0, 'crash-1', $1, $1, $1, 231, decode(repeat('00', 32), 'hex')
     FROM generate_series(9000001, 9000060) n`,
    [new Date(clock.now())],
  );
  try {
    const first = await read(aida, "games/crash/rounds");
    expect(first.items).toHaveLength(25);
    expect(first.items[0]).toMatchObject({
      id: "crash-9000060",
      number: "9000060",
      state: "voided",
      is_voided: true,
      bets: 0,
      facts: { point: "231" },
    });
    expect(gameOffices.crash?.rounds?.map(({ value }) => value(first.items[0].facts))).toEqual(["2.31"]);
    const second = await read(aida, `games/crash/rounds?cursor=${first.next_cursor}`);
    expect(second.items[0].number).toBe("9000035");
    const voided = await read(aida, "games/crash/rounds?state=voided");
    expect(voided.items.map(({ number }: { number: string }) => Number(number) % 4)).toEqual(Array(15).fill(0));
    const below = await read(aida, `games/crash/rounds?state=voided&cursor=${voided.items[5].number}`);
    expect(below.items).toEqual(voided.items.slice(6));
    expect((await read(aida, "games/crash")).game.rounds).toEqual({ open: 0, voided: 15 });
  } finally {
    await db.query("DELETE FROM crash.rounds WHERE number > 9000000");
  }
});

test("no list or count of rounds reads the whole table of a game", async () => {
  const { db } = app.host;
  const plans: string[] = [];
  const explained: Queryable = {
    async query<Row>(text: string, values: readonly SqlValue[] = []) {
      if (text.startsWith("SELECT ended_at::text")) return { rows: [{ at: "2026-01-01" }] as Row[], rowCount: 1 };
      await db.tx(async tx => {
        // The tables are nearly empty here; an index must be possible.
        await tx.query("SET LOCAL enable_seqscan = off");
        const { rows } = await tx.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
        plans.push(`${text}\n${rows.map(row => row["QUERY PLAN"]).join("\n")}`);
      });
      return { rows: [] as Row[], rowCount: 0 };
    },
  };
  for (const table of gameRounds.values()) {
    for (const onlyVoided of [true, false])
      for (const after of [undefined, 7n]) await readGameRounds(explained, table, { onlyVoided, after, limit: 51 });
    await countGameRounds(explained, table, new Date(0), new Date(1));
  }
  expect(plans).toHaveLength(gameRounds.size * 5);
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan/);
});
