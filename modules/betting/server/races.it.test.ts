import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { takeBreak } from "#modules/limits/server/take-break.ts";
import { oneXTwo, three } from "#modules/odds/testing/messages.ts";
import { type BettingTable, bettingTable, home, single } from "../testing/betting-table.ts";

/** What happens while slips wait or are under way. */

let table: BettingTable;
beforeAll(async () => {
  table = await bettingTable();
});
afterAll(async () => {
  await table.expectBooks();
  await table.close();
});

/** A match in play with its 1X2 open. */
async function openLive(event: string): Promise<void> {
  await table.open([event]);
  const say = table.say(event);
  await table.send("live", say.state("live", [[0, 0]]), say.odds([oneXTwo(three())]));
}

const many = (count: number, amount: string): Promise<readonly PlayerId[]> =>
  Promise.all(Array.from({ length: count }, () => table.player(amount)));

test("200 slips at once with the money for one: one is accepted", { timeout: 120_000 }, async () => {
  await table.open(["m:r:one"]);
  const player = await table.player("10");
  const answers = await Promise.all(Array.from({ length: 200 }, () => table.place(player, single("m:r:one"))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const others = new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code));
  for (const code of others) expect(["insufficient_funds", "unavailable", "busy"]).toContain(code);
  expect(await table.balance(player)).toBe("0");
});

test("who excludes themselves while a live slip waits has placed nothing", async () => {
  await openLive("m:r:break");
  const player = await table.player("100");
  const waiting = table.place(player, single("m:r:break"));
  await table.feed.beat(2);
  const now = new Date(table.host.clock.now());
  const until = new Date(now.getTime() + 180 * 86_400_000);
  await table.host.db.tx(tx => takeBreak(tx, player, { kind: "self_exclusion", until }, now));
  await table.feed.beat(5);
  const refused = await waiting;
  expect([refused.status, refused.body.code]).toEqual([409, "limit_reached"]);
  expect(await table.balance(player)).toBe("100");
});

test("a slip placed before an exclusion remains valid, and its win is paid", async () => {
  await table.open(["m:r:stands"]);
  const player = await table.player("100");
  expect((await table.place(player, single("m:r:stands"))).status).toBe(201);
  const now = new Date(table.host.clock.now());
  const until = new Date(now.getTime() + 180 * 86_400_000);
  await table.host.db.tx(tx => takeBreak(tx, player, { kind: "self_exclusion", until }, now));
  await table.end("m:r:stands", [
    [1, 0],
    [0, 0],
  ]);
  await table.settle();
  expect(await table.balance(player)).toBe("110.3");
});

test("a kick-off moved earlier while a slip waits for another leg closes it at the new time", async () => {
  await openLive("m:r:live");
  await table.open(["m:r:moved"]);
  const player = await table.player("100");
  const both = { kind: "accumulator", unit: "10", legs: [home("m:r:live"), home("m:r:moved")] };
  const waiting = table.place(player, both);
  await table.feed.beat(1);
  const start = table.feed.feed.now + 1_000;
  const change = { type: "fixture_change", event: "m:r:moved", change: "start", start, at: table.feed.feed.now };
  await table.send("pre", Object.assign({ n: table.feed.feed.n("m:r:moved") }, change));
  await table.feed.beat(6);
  const refused = await waiting;
  expect([refused.status, refused.body.code], refused.text).toEqual([409, "event_closed"]);
  expect(refused.body.data).toEqual({ legs: [1] });
  expect(await table.balance(player)).toBe("100");
});

test("a bet_stop among 200 slips: what is refused names it, and nothing is accepted after it", {
  timeout: 120_000,
}, async () => {
  await table.open(["m:r:stop"]);
  const players = await many(200, "10");
  const placing = players.map(player => table.place(player, single("m:r:stop", "1")));
  await Promise.race(placing);
  await table.send("pre", table.say("m:r:stop").stop());
  const status = async () => {
    const found = await table.host.db.query<{ status: string }>(
      "SELECT status FROM odds.markets WHERE event = 'm:r:stop'",
    );
    return found.rows[0]?.status;
  };
  await expect.poll(status, { timeout: 60_000 }).toBe("suspended");
  const { rows } = await table.host.db.query<{ slips: number }>(
    "SELECT count(*)::int AS slips FROM wallet.slip_legs WHERE event = 'm:r:stop'",
  );
  const answers = await Promise.all(placing);
  const accepted = answers.filter(({ status }) => status === 201).length;
  expect(accepted).toBeGreaterThan(0);
  for (const { status, body } of answers)
    if (status !== 201 && status !== 503) expect(body.code).toBe("market_suspended");
  // The stop waits for statements under way; later ones find the market closed.
  expect(accepted).toBe(rows[0]?.slips);
  expect((await table.place(players[0] as PlayerId, single("m:r:stop", "1"))).body.code).toBe("market_suspended");
});

test("a rollback of what was never settled, and of what was never cancelled, changes nothing and stops nothing", async () => {
  await table.open(["m:r:roll"]);
  const player = await table.player("100");
  await table.place(player, single("m:r:roll"));
  await table.send("pre", table.say("m:r:roll").rollback(), table.say("m:r:roll").rollbackCancel());
  await table.settle();
  expect(await table.balance(player)).toBe("90");
  await table.end("m:r:roll", [
    [1, 0],
    [0, 0],
  ]);
  await table.settle();
  expect(await table.balance(player)).toBe("110.3");
});
