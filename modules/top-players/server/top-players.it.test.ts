import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { testBets } from "#modules/bets/testing/test-bets.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { type Person, type TestCounter, testCounter } from "#modules/payments/testing/test-counter.ts";
import { createProjections, type Projections } from "#modules/projections/server/index.ts";
import { auditBooks, type Wallet } from "#modules/wallet/server/index.ts";
import { diceBet } from "#modules/wallet/testing/test-bets.ts";
import type { Top } from "../shared/contract.ts";
import { createTopPlayers, type TopPlayers } from "./index.ts";

let counter: TestCounter;
let wallet: Wallet;
let projections: Projections;
let top: TopPlayers;
const returned = { numerator: 99n, denominator: 100n };

beforeAll(async () => {
  counter = await testCounter({
    modules: ["wagering", "projections", "top-players"],
    more: ({ host, accounts, wallet: own }) => {
      wallet = own;
      projections = createProjections(host, { returnedOf: () => returned, testPlayers: accounts.people.testPlayers });
      top = createTopPlayers(host, {
        bets: testBets(host),
        wallet: own,
        publicProfiles: accounts.publicProfiles,
        testPlayers: accounts.people.testPlayers,
        closedAmong: accounts.people.closedAmong,
        games: ["dice", "crash"],
      });
      return [projections, top];
    },
  });
});
beforeEach(async () => {
  await counter.fixRates();
  for (const table of ["top_players.lines", "projections.best_bets", "projections.player_game_days"])
    await counter.host.db.query(`DELETE FROM ${table}`);
});
afterEach(async () => expect(await auditBooks(counter.host.db)).toEqual([]));
afterAll(() => counter.close());

let keys = 0x5000;
async function person(currency: Currency = "USD"): Promise<Person> {
  const found = await counter.person(currency);
  await counter.host.db.tx(async tx => {
    await wallet.open(tx, found.id, currency);
    const movement = { owner: found.id, currency, amount: parseDecimal("10000"), kind: "deposit" } as const;
    await wallet.credit(tx, { ...movement, reference: randomUUID() as never, from: depositsClearing("sandbox") });
  });
  return found;
}
async function play({ id }: Person, stake: string, payout = "0", game = "dice", currency: Currency = "USD") {
  keys += 1;
  const { draw: _draw, ...bet } = diceBet(id, keys, parseDecimal(stake), 0n, currency);
  expect((await wallet.place({ ...bet, game })).kind).toBe("accepted");
  const result = { kind: "paid", payout: parseDecimal(payout), outcome: null } as const;
  await wallet.settle({ player: id, bet: bet.key, result });
}
async function rank() {
  await projections.foldNow();
  await top.rank();
}
async function board(query: string, who?: Person): Promise<Top> {
  const answer = await counter.api.call(`GET /api/v1/top?${query}`, who && { token: who.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const settings = ({ token }: Person, body: object) => counter.api.call("PUT /profile/settings", { token, body });
const shown = ({ lines }: Top) =>
  lines.map(({ place, bet, wager }) => [place, bet?.payout ?? wager?.amount, bet?.multiplier ?? wager?.currency]);

test("each board has one line a player, valued at the rates of the day, real money of our own games only", async () => {
  const [alice, bob, carol] = [await person(), await person("RUB"), await person()];
  await play(alice, "10", "30");
  await play(alice, "1", "20");
  await play(alice, "2", "20");
  await counter.host.clock.advance(1_000);
  await play(alice, "10", "40", "crash");
  // 4,000 roubles are 50 dollars.
  await play(bob, "1000", "4000", "dice", "RUB");
  await play(carol, "5", "4");
  await play(carol, "1", "900", "duels");
  await rank();
  expect(shown(await board("board=wins&period=day"))).toEqual([
    [1, "4000", "4.00"],
    [2, "40", "4.00"],
  ]);
  expect(shown(await board("board=multipliers&period=week"))).toEqual([
    [1, "20", "20.00"],
    [2, "4000", "4.00"],
  ]);
  expect(shown(await board("board=wagers&period=month"))).toEqual([
    [1, "23", "USD"],
    [2, "1000", "RUB"],
    [3, "5", "USD"],
  ]);
});

test("a player of several currencies has their stakes in dollars", async () => {
  const alice = await person();
  await counter.host.db.tx(async tx => {
    await wallet.open(tx, alice.id, "RUB");
    const movement = { owner: alice.id, currency: "RUB", amount: parseDecimal("100"), kind: "deposit" } as const;
    await wallet.credit(tx, { ...movement, reference: randomUUID() as never, from: depositsClearing("sandbox") });
  });
  await play(alice, "10");
  await play(alice, "80", "0", "dice", "RUB");
  await rank();
  expect(shown(await board("board=wagers&period=day"))).toEqual([[1, "11", "USD"]]);
});

test("the periods are those of now: yesterday's win is in the week, last month's is in none", async () => {
  const alice = await person();
  // A Wednesday in the middle of a month.
  const wednesday = Date.parse("2027-03-10T12:00:00Z");
  await counter.host.clock.advance(wednesday - counter.host.clock.now());
  await counter.fixRates();
  await play(alice, "1", "7");
  await rank();
  expect(shown(await board("period=day"))).toEqual([[1, "7", "7.00"]]);
  await counter.host.clock.advance(86_400_000);
  // Ranked before midnight: not shown as today's.
  expect(shown(await board("period=day"))).toEqual([]);
  await rank();
  expect(shown(await board("period=day"))).toEqual([]);
  expect(shown(await board("period=week"))).toEqual([[1, "7", "7.00"]]);
  expect(await board("period=week")).toMatchObject({
    begins_at: "2027-03-08T00:00:00.000Z",
    ends_at: "2027-03-15T00:00:00.000Z",
  });
  await counter.host.clock.advance(7 * 86_400_000);
  await rank();
  expect(shown(await board("period=week"))).toEqual([]);
  expect(shown(await board("period=month"))).toEqual([[1, "7", "7.00"]]);
});

test("hidden players are hidden at once, test accounts are absent, also those marked after the ranking", async () => {
  const [alice, bob, tess] = [await person(), await person(), await person()];
  await play(alice, "1", "9");
  await play(bob, "1", "8");
  await play(tess, "1", "7");
  await counter.host.db.query("UPDATE accounts.players SET is_test = true WHERE id = $1", [tess.id]);
  await rank();
  const open = await board("period=day", bob);
  expect(open.lines.map(({ player }) => player !== null)).toEqual([true, true]);
  expect(open.me).toMatchObject({ place: 2, bet: { payout: "8" } });
  expect((await board("period=day")).me).toBeNull();
  expect((await board("period=day", tess)).me).toBeNull();
  const before = open.lines[0]?.bet?.id;
  expect((await settings(alice, { is_statistics_hidden: true })).status).toBe(200);
  const [first] = (await board("period=day")).lines;
  expect(first).toMatchObject({ place: 1, player: null, bet: { player: null } });
  expect(first?.bet?.id).not.toBe(before);
  expect(JSON.stringify(first)).not.toContain(alice.id);
});

test("a closed account leaves the boards, and the next ranking does not bring it back", async () => {
  const [alice, bob] = [await person(), await person()];
  await play(alice, "1", "9");
  await play(bob, "1", "8");
  await rank();
  const boards = async () => {
    const found = [];
    for (const query of ["board=wins", "board=multipliers", "board=wagers"])
      found.push((await board(query)).lines.length);
    return found;
  };
  expect(await boards()).toEqual([2, 2, 2]);
  const closedAt = new Date(counter.host.clock.now());
  await counter.host.db.query("UPDATE accounts.players SET closed_at = $2 WHERE id = $1", [alice.id, closedAt]);
  await counter.host.db.tx(async tx => top.onAccountClosed?.(tx, alice.id));
  expect(await boards()).toEqual([1, 1, 1]);
  await rank();
  expect(await boards()).toEqual([1, 1, 1]);
  expect((await board("period=day")).lines).toMatchObject([{ place: 1, bet: { payout: "8" } }]);
});

test("two players whose bets have the same key each have their own bet on their line", async () => {
  const [alice, bob] = [await person(), await person()];
  await play(alice, "1", "9");
  keys -= 1;
  await play(bob, "1", "3");
  await rank();
  // The second time from the cache.
  for (let time = 0; time < 2; time += 1)
    expect(shown(await board("board=wins&period=day"))).toEqual([
      [1, "9", "9.00"],
      [2, "3", "3.00"],
    ]);
});

test("a rebuild of the projections finds the same best bets, of equal ones the earlier", async () => {
  const alice = await person();
  await play(alice, "1", "6");
  await play(alice, "1", "6");
  await rank();
  const { rows } = await counter.host.db.query("SELECT win_key, win, multiplier FROM projections.best_bets");
  expect(rows).toMatchObject([{ win: 6_000_000n, multiplier: 60_000n }]);
  expect(await projections.rebuild()).toBe(true);
  const again = await counter.host.db.query(
    "SELECT win_key, win, multiplier FROM projections.best_bets WHERE player_id = $1",
    [alice.id],
  );
  expect(again.rows).toEqual(rows);
});

test.each(["board=losses", "period=year", "board=", "period=day&period=week"])("?%s is refused", async query => {
  expect((await counter.api.call(`GET /api/v1/top?${query}`)).status).toBe(422);
});
