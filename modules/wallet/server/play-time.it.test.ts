import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { acknowledgeCheck, block, playOf, setDailyLimits, setPlayLimits } from "#modules/limits/server/index.ts";
import { limitsAt } from "#modules/limits/shared/daily-limits.ts";
import type { PlayLimits } from "#modules/limits/shared/play-time.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { crashBet, diceBet, paid, roundBet, roundEnd, stakeLimits, voided } from "../testing/test-bets.ts";

/** Play time limits and reality checks, where every stake of every game is taken. */

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const minute = 60_000;
const wait = (minutes: number) => app.host.clock.advance(minutes * minute);
const now = () => new Date(app.host.clock.now());
const allow = (player: PlayerId, limits: Partial<PlayLimits>) =>
  app.host.db.tx(tx => setPlayLimits(tx, { player, limits, now: now() }));
const seen = (player: PlayerId) => app.host.db.tx(tx => acknowledgeCheck(tx, player, now()));

let keys = 1000;
const roll = (player: PlayerId, stake = 1n, payout = 0n) => app.wallet.place(diceBet(player, ++keys, stake, payout));

describe("a reality check", () => {
  test("blocks the next round and no open round, until it is answered", async () => {
    const nina = await app.player("nina", 1000n);
    await allow(nina, { check: 15n });
    await app.wallet.place(crashBet(nina, 1, 100n));
    const begun = await app.wallet.place(roundBet(nina, 2, 50n));
    for (let at = 0; at < 15; at++) {
      expect(await roll(nina)).toMatchObject({ kind: "accepted" });
      await wait(1);
    }
    expect(await roll(nina)).toEqual({ kind: "refused", reason: "reality_check" });
    expect(await app.wallet.place(crashBet(nina, 3, 1n))).toMatchObject({ reason: "reality_check" });
    expect(await app.wallet.settle(paid(nina, 1, 300n))).toMatchObject({ kind: "settled" });
    if (begun.kind !== "accepted") throw new Error("the round did not begin");
    const round = await app.wallet.openRound(nina, "miner");
    if (!round) throw new Error("the round is not open");
    expect(await app.wallet.finish(roundEnd(round, 70n))).toMatchObject({ kind: "settled" });
    await seen(nina);
    expect(await roll(nina)).toMatchObject({ kind: "accepted" });
    await app.expectBooks(nina, 1000n - 100n - 50n - 16n + 300n + 70n);
  });

  test("is due every hour for a player without settings", async () => {
    const omar = await app.player("omar", 1000n);
    for (let at = 0; at < 60; at += 10) {
      expect(await roll(omar)).toMatchObject({ kind: "accepted" });
      await wait(10);
    }
    expect(await roll(omar)).toEqual({ kind: "refused", reason: "reality_check" });
    await wait(16);
    // No stake for more than a quarter of an hour: a new session.
    expect(await roll(omar)).toMatchObject({ kind: "accepted" });
  });
});

describe("a play time limit", () => {
  test("of the day ends with the day, of a session with a break; tighter at once, looser after a day", async () => {
    const pia = await app.player("pia", 1000n);
    await allow(pia, { day: 3n, session: 2n });
    expect(await roll(pia)).toMatchObject({ kind: "accepted" });
    await wait(1);
    expect(await roll(pia)).toMatchObject({ kind: "accepted" });
    await wait(1);
    expect(await roll(pia)).toMatchObject({ kind: "refused", reason: "play_time", of: "session" });
    await allow(pia, { day: null, session: null });
    expect(await roll(pia)).toMatchObject({ reason: "play_time" });
    await wait(15);
    expect(await roll(pia)).toMatchObject({ kind: "accepted" });
    await wait(1);
    const over = await roll(pia);
    expect(over).toMatchObject({ reason: "play_time", of: "day" });
    await wait(24 * 60);
    for (let at = 0; at < 5; at++) {
      expect(await roll(pia)).toMatchObject({ kind: "accepted" });
      await wait(1);
    }
  });

  test("tightened in the middle of a minute counts the played part of that minute", async () => {
    const rita = await app.player("rita", 100n);
    await roll(rita);
    await app.host.clock.advance(20_000);
    await allow(rita, { day: 1n });
    expect((await playOf(app.host.db, rita)).state.playedMs).toBe(20_000);
    expect(await roll(rita)).toMatchObject({ kind: "accepted" });
    await app.host.clock.advance(40_000);
    expect(await roll(rita)).toMatchObject({ reason: "play_time", of: "day" });
  });
});

test("the result of a session is what the ledger moved since it began, to the micro-unit", async () => {
  const sven = await app.player("sven", 10_000n);
  await roll(sven, 700n, 1300n);
  await wait(20);
  const from = now();
  await roll(sven, 100n, 250n);
  await app.wallet.place(crashBet(sven, 11, 300n));
  await app.wallet.place(crashBet(sven, 12, 40n));
  await app.wallet.settle(paid(sven, 11, 777n));
  await app.wallet.settle(voided(sven, 12));
  await roll(sven, 33n);
  const { rows } = await app.host.db.query(
    `SELECT session_staked AS staked, session_returned AS returned FROM wallet.wallets WHERE player_id = $1`,
    [sven],
  );
  const { rows: ledger } = await app.host.db.query(
    `SELECT sum(amount) FILTER (WHERE debit = 1)::bigint AS staked, sum(amount) FILTER (WHERE credit = 1)::bigint AS returned
     FROM ledger.transfers WHERE player_id = $1 AND at >= $2`,
    [sven, from],
  );
  expect(rows).toEqual(ledger);
  expect(rows).toEqual([{ staked: 473n, returned: 1067n }]);
});

test("loosened, tightened and cancelled two hundred times at once: never looser than allowed, at any moment", async () => {
  const tom = await app.player("tom", 100_000n);
  await app.host.db.tx(async tx => {
    await setDailyLimits(tx, { player: tom, limits: stakeLimits(50n, undefined), now: now() });
    await setPlayLimits(tx, { player: tom, limits: { check: 15n, day: 30n }, now: now() });
  });
  const requests = Array.from({ length: 200 }, (_, index) => index);
  let accepted = 0n;
  await Promise.all(
    requests.map(async index => {
      const limits = stakeLimits([null, 500n, 50n, 40n][index % 4] ?? null, undefined);
      await app.host.db.tx(tx => setDailyLimits(tx, { player: tom, limits, now: now() }));
      await allow(tom, { day: [null, 600n, 30n][index % 3] ?? null });
      if ((await roll(tom)).kind === "accepted") accepted += 1n;
    }),
  );
  const { limits } = await playOf(app.host.db, tom);
  expect(limitsAt(limits, now()).day).toBe(30n);
  expect(accepted).toBeLessThanOrEqual(50n);
  // After the first request for 40 nothing above it can come into force today.
  const { rows } = await app.host.db.query(
    "SELECT amount, wagered FROM wallet.wallets JOIN limits.daily USING (player_id) WHERE player_id = $1 AND kind = 'wager'",
    [tom],
  );
  expect(rows).toEqual([{ amount: 40n, wagered: accepted }]);
});

/** Every kind of limit with every kind of break, and every pair of limits: the tightest one decides. */
describe("the most restrictive wins", () => {
  const states = ["none", "far", "reached"] as const;
  const breaks = ["none", "time_out", "self_exclusion", "over"] as const;
  const rows: [(typeof states)[number], (typeof states)[number], (typeof states)[number], (typeof breaks)[number]][] =
    [];
  for (const [a, wager] of states.entries())
    for (const [b, time] of states.entries())
      for (const [c, pause] of breaks.entries()) rows.push([wager, states[(a + b + c) % 3] ?? "none", time, pause]);

  test.each(rows)("stakes %s, losses %s, time %s, break %s", async (wager, loss, time, pause) => {
    const name = `${wager[0]}${loss[0]}${time[0]}${pause[0]}${pause.length}`;
    const una = await app.player(name, 100n);
    await roll(una, 10n);
    await app.host.db.tx(async tx => {
      const of = (state: string) => (state === "none" ? null : state === "far" ? 1000n : 10n);
      await setDailyLimits(tx, { player: una, limits: stakeLimits(of(wager), of(loss)), now: now() });
      if (pause !== "none") {
        const until = new Date(app.host.clock.now() + (pause === "over" ? -minute : 86_400_000));
        await block(tx, una, until, pause === "time_out" ? "time_out" : "self_exclusion");
      }
      await setPlayLimits(tx, {
        player: una,
        limits: { day: time === "none" ? null : time === "far" ? 600n : 1n },
        now: now(),
      });
    });
    await wait(time === "reached" ? 1 : 0);
    if (time === "reached")
      await app.host.db.query("UPDATE limits.play SET played_ms = 60000 WHERE player_id = $1", [una]);
    const blocked = pause === "time_out" || pause === "self_exclusion";
    const expected =
      blocked || wager === "reached" || loss === "reached"
        ? "limit_reached"
        : time === "reached"
          ? "play_time"
          : undefined;
    const answer = await roll(una);
    expect(answer.kind === "refused" ? answer.reason : undefined).toBe(expected);
  });
});
