import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { takeBreak } from "#modules/limits/server/take-break.ts";
import { oneXTwo, three } from "#modules/odds/testing/messages.ts";
import { home, single, type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

/** What happens while slips wait or are under way. */

let sportsbook: TestSportsbook;
beforeAll(async () => {
  sportsbook = await testSportsbook();
});
afterAll(async () => {
  await sportsbook.expectBooks();
  await sportsbook.close();
});

/** A match in play with its 1X2 open. */
async function openLive(event: string): Promise<void> {
  await sportsbook.openMatches([event]);
  const messages = sportsbook.messagesFor(event);
  await sportsbook.send("live", messages.state("live", [[0, 0]]), messages.odds([oneXTwo(three())]));
}

const many = (count: number, amount: string): Promise<readonly PlayerId[]> =>
  Promise.all(Array.from({ length: count }, () => sportsbook.player(amount)));

test("200 slips at once with the money for one: one is accepted", { timeout: 120_000 }, async () => {
  await sportsbook.openMatches(["m:r:one"]);
  const player = await sportsbook.player("10");
  const answers = await Promise.all(Array.from({ length: 200 }, () => sportsbook.place(player, single("m:r:one"))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const others = new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code));
  for (const code of others) expect(["insufficient_funds", "unavailable", "busy"]).toContain(code);
  expect(await sportsbook.balance(player)).toBe("0");
});

test("who excludes themselves while a live slip waits has placed nothing", async () => {
  await openLive("m:r:break");
  const player = await sportsbook.player("100");
  const waiting = sportsbook.place(player, single("m:r:break"));
  await sportsbook.feed.beat(2);
  const now = new Date(sportsbook.host.clock.now());
  const until = new Date(now.getTime() + 180 * 86_400_000);
  await sportsbook.host.db.tx(tx => takeBreak(tx, player, { kind: "self_exclusion", until }, now));
  await sportsbook.feed.beat(5);
  const refused = await waiting;
  expect([refused.status, refused.body.code]).toEqual([409, "limit_reached"]);
  expect(await sportsbook.balance(player)).toBe("100");
});

test("a slip placed before an exclusion remains valid, and its win is paid", async () => {
  await sportsbook.openMatches(["m:r:stands"]);
  const player = await sportsbook.player("100");
  expect((await sportsbook.place(player, single("m:r:stands"))).status).toBe(201);
  const now = new Date(sportsbook.host.clock.now());
  const until = new Date(now.getTime() + 180 * 86_400_000);
  await sportsbook.host.db.tx(tx => takeBreak(tx, player, { kind: "self_exclusion", until }, now));
  await sportsbook.endMatch("m:r:stands", [
    [1, 0],
    [0, 0],
  ]);
  await sportsbook.settle();
  expect(await sportsbook.balance(player)).toBe("110.3");
});

test("a kick-off moved earlier while a slip waits for another leg closes it at the new time", async () => {
  await openLive("m:r:live");
  await sportsbook.openMatches(["m:r:moved"]);
  const player = await sportsbook.player("100");
  const both = { kind: "accumulator", unit: "10", legs: [home("m:r:live"), home("m:r:moved")] };
  const waiting = sportsbook.place(player, both);
  await sportsbook.feed.beat(1);
  const start = sportsbook.feed.feed.now + 1_000;
  const change = { type: "fixture_change", event: "m:r:moved", change: "start", start, at: sportsbook.feed.feed.now };
  await sportsbook.send("pre", Object.assign({ n: sportsbook.feed.feed.n("m:r:moved") }, change));
  await sportsbook.feed.beat(6);
  const refused = await waiting;
  expect([refused.status, refused.body.code], refused.text).toEqual([409, "event_closed"]);
  expect(refused.body.data).toEqual({ legs: [1] });
  expect(await sportsbook.balance(player)).toBe("100");
});

test("a bet_stop among 200 slips: what is refused names it, and nothing is accepted after it", {
  timeout: 120_000,
}, async () => {
  await sportsbook.openMatches(["m:r:stop"]);
  const players = await many(200, "10");
  const placing = players.map(player => sportsbook.place(player, single("m:r:stop", "1")));
  await Promise.race(placing);
  await sportsbook.send("pre", sportsbook.messagesFor("m:r:stop").stop());
  const status = async () => {
    const found = await sportsbook.host.db.query<{ status: string }>(
      "SELECT status FROM odds.markets WHERE event = 'm:r:stop'",
    );
    return found.rows[0]?.status;
  };
  await expect.poll(status, { timeout: 60_000 }).toBe("suspended");
  const { rows } = await sportsbook.host.db.query<{ slips: number }>(
    "SELECT count(*)::int AS slips FROM wallet.slip_legs WHERE event = 'm:r:stop'",
  );
  const answers = await Promise.all(placing);
  const accepted = answers.filter(({ status }) => status === 201).length;
  expect(accepted).toBeGreaterThan(0);
  for (const { status, body } of answers)
    if (status !== 201 && status !== 503) expect(body.code).toBe("market_suspended");
  // The stop waits for statements under way; later ones find the market closed.
  expect(accepted).toBe(rows[0]?.slips);
  expect((await sportsbook.place(players[0] as PlayerId, single("m:r:stop", "1"))).body.code).toBe("market_suspended");
});

test("a rollback of what was never settled, and of what was never cancelled, changes nothing and stops nothing", async () => {
  await sportsbook.openMatches(["m:r:roll"]);
  const player = await sportsbook.player("100");
  await sportsbook.place(player, single("m:r:roll"));
  await sportsbook.send(
    "pre",
    sportsbook.messagesFor("m:r:roll").rollback(),
    sportsbook.messagesFor("m:r:roll").rollbackCancel(),
  );
  await sportsbook.settle();
  expect(await sportsbook.balance(player)).toBe("90");
  await sportsbook.endMatch("m:r:roll", [
    [1, 0],
    [0, 0],
  ]);
  await sportsbook.settle();
  expect(await sportsbook.balance(player)).toBe("110.3");
});
