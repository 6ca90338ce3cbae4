import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Queryable, SqlValue } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { crashBet, diceBet, keyOf, paid, roundBet, roundEnd, voided } from "../../testing/test-bets.ts";
import { countGameDays } from "./count-game-days.ts";
import { endedBetsOfRounds, type GameBetsFilter, readGameBets, transfersOfBet } from "./game-bets.ts";
import {
  gameDaysCountedAt,
  lastBetOfGames,
  openBetsByGame,
  returnsByDay,
  returnsByVersion,
  turnoverOfGames,
} from "./read-game-days.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterEach(() => app.expectBooks());
afterAll(() => app.close());

const dayMs = 86_400_000;
const count = (tests: readonly PlayerId[] = []) => countGameDays(app.host, tests);
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** What a scan of all bets finds, which must equal what was counted. */
async function scanned(tests: readonly PlayerId[] = []) {
  const { rows } = await app.host.db.query(
    `SELECT game, (settled_at AT TIME ZONE 'UTC')::date::text AS day, currency, rules_version, player_id = ANY($1::uuid[]) AS is_test,
            count(*) FILTER (WHERE status = 1) AS bets, coalesce(sum(stake) FILTER (WHERE status = 1), 0)::text AS stakes,
            coalesce(sum(payout) FILTER (WHERE status = 1), 0)::text AS payouts,
            coalesce(sum(div(payout::numeric * 1000000000000, stake)) FILTER (WHERE status = 1), 0)::text AS shares,
            count(*) FILTER (WHERE status = 2) AS voided, coalesce(sum(stake) FILTER (WHERE status = 2), 0)::text AS refunded
     FROM wallet.bets WHERE status <> 0 GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
    [tests],
  );
  return rows;
}
async function counted() {
  const { rows } = await app.host.db.query(
    `SELECT game, day::text AS day, currency, rules_version, is_test, bets, stakes::text, payouts::text, shares::text, voided, refunded::text
     FROM wallet.game_days WHERE bets + voided > 0 ORDER BY 1, 2, 3, 4, 5`,
  );
  return rows;
}
async function listed() {
  const { rows } = await app.host.db.query<{ n: bigint; other: bigint }>(
    `SELECT (SELECT count(*) FROM wallet.ended_bets) AS n,
            (SELECT count(*) FROM wallet.bets b FULL JOIN wallet.ended_bets e
               ON (e.player_id, e.key, e.game, e.ended_at, e.status) = (b.player_id, b.key, b.game, b.settled_at, b.status)
             WHERE (b.key IS NULL OR e.key IS NULL) AND b.status IS DISTINCT FROM 0) AS other`,
  );
  return rows[0];
}

const dice = (player: PlayerId, n: number, stake: bigint, payout: bigint, rulesVersion = "dice-1") =>
  app.wallet.place({ ...diceBet(player, n, stake, payout), rulesVersion });

/** Bets that end at once, step by step and later; one voided, one left open; under two versions of dice. */
async function play(player: PlayerId, from: number): Promise<void> {
  const { wallet } = app;
  for (let n = 0; n < 6; n++) await dice(player, from + n, 7n, n % 3 === 0 ? 20n : 0n, n < 4 ? "dice-1" : "dice-2");
  for (const n of [10, 11, 12]) await wallet.place(crashBet(player, from + n, BigInt(n)));
  await wallet.settle(paid(player, from + 10, 31n));
  await wallet.settle(voided(player, from + 11));
  await wallet.place(roundBet(player, from + 20, 5n));
  const round = await wallet.openRound(player, "miner");
  if (round) await wallet.finish(roundEnd(round, 8n));
}

test("bets are listed and counted by the day on which they end, voided ones apart, exactly as a scan of all bets finds them", async () => {
  const alice = await app.player("alice", 100_000n);
  expect(await gameDaysCountedAt(app.host.db)).toBeUndefined();
  await play(alice, 100);
  await count();
  expect(await gameDaysCountedAt(app.host.db)).toEqual(new Date(app.host.clock.now()));
  expect(await counted()).toEqual(await scanned());
  await app.host.clock.advance(dayMs);
  // One that was open at the first count ends on the next day.
  await app.wallet.settle(paid(alice, 112, 0n));
  await play(alice, 200);
  await count();
  await count();
  expect(await counted()).toEqual(await scanned());
  expect(await listed()).toEqual({ n: 19n, other: 0n });
});

test("a player who becomes a test account is counted apart with all their bets, and again with the others when that ends", async () => {
  const carol = await app.player("carol", 100_000n);
  await play(carol, 400);
  await count();
  await play(carol, 430);
  for (const tests of [[carol], [carol], [], []]) {
    await count(tests);
    expect(await counted()).toEqual(await scanned(tests));
    expect((await listed())?.other).toBe(0n);
    await dice(carol, 470 + tests.length + Number((await listed())?.n ?? 0n), 3n, 9n);
  }
});

test("a run that fails before its commit has counted nothing, and two at once count no bet twice", async () => {
  const dave = await app.player("dave", 100_000n);
  await count();
  await play(dave, 600);
  const before = [await counted(), (await listed())?.n];
  app.host.failpoints.arm("wallet.game-days.counted", () => {
    throw new Error("a fault of the test");
  });
  await expect(count()).rejects.toThrow("a fault of the test");
  expect([await counted(), (await listed())?.n]).toEqual(before);
  await Promise.all([count(), count(), count()]);
  expect(await counted()).toEqual(await scanned());
  expect((await listed())?.other).toBe(0n);
});

test("figures of a period leave out other days and test accounts", async () => {
  const { db, clock } = app.host;
  await clock.advance(3 * dayMs);
  const [bob, erin] = [await app.player("bob", 1_000n), await app.player("erin", 1_000n)];
  for (const [n, payout] of [20n, 0n, 10n, 10n].entries()) await dice(bob, 800 + n, 10n, payout, "dice-9");
  await dice(erin, 810, 10n, 70n, "dice-9");
  await app.wallet.place(crashBet(bob, 820, 6n));
  await app.wallet.settle(voided(bob, 820));
  await app.wallet.place(crashBet(bob, 821, 6n));
  await count([erin]);
  const today = dayOf(clock.now());
  const which = { games: ["dice", "crash"], from: today, to: today, withTests: false };
  expect(await turnoverOfGames(db, which)).toEqual([
    { game: "crash", currency: "USD", bets: 0, stakes: 0n, payouts: 0n, voided: 1, refunded: 6n },
    { game: "dice", currency: "USD", bets: 4, stakes: 40n, payouts: 40n, voided: 0, refunded: 0n },
  ]);
  const [own] = await returnsByVersion(db, which);
  expect(own).toMatchObject({ game: "dice", rulesVersion: "dice-9", bets: 4, mean: 1 });
  expect(own?.deviation).toBeCloseTo(Math.sqrt(2 / 3), 12);
  expect(await returnsByDay(db, which)).toMatchObject([{ game: "dice", day: today, bets: 4, mean: 1 }]);
  expect(await returnsByDay(db, { ...which, withTests: true })).toMatchObject([{ bets: 5, mean: 2.2 }]);
  expect(await turnoverOfGames(db, { ...which, from: "2020-01-01", to: "2020-12-31" })).toEqual([]);
  const open = (await openBetsByGame(db, []))?.get("crash") ?? 0;
  expect(open).toBeGreaterThan(0);
  expect((await openBetsByGame(db, [bob])).get("crash") ?? 0).toBe(open - 1);
  expect((await lastBetOfGames(db, ["dice", "keno"], [])).get("dice")).toEqual(new Date(clock.now()));
  expect((await lastBetOfGames(db, ["keno"], [])).size).toBe(0);
});

test("bets of a game are read page by page, newest first, each once; by state, player and round", async () => {
  const { db, clock } = app.host;
  await clock.advance(2 * dayMs);
  const [faye, gus] = [await app.player("faye", 1_000n), await app.player("gus", 1_000n)];
  await app.wallet.takeEpoch("crash");
  for (let n = 0; n < 5; n++) {
    await dice(faye, 900 + n, 10n, 0n);
    await dice(gus, 920 + n, 10n, 0n);
    if (n % 2 === 0) await clock.advance(1_000);
  }
  const epoch = await app.wallet.takeEpoch("crash");
  await app.wallet.openBettingWindow(db, "crash", 77n, epoch);
  for (const n of [940, 941, 942]) await app.wallet.place(crashBet(faye, n, 4n, 77n));
  await app.wallet.settle(voided(faye, 940));
  await app.wallet.settle(paid(faye, 941, 9n));
  await count([gus]);
  const all: GameBetsFilter = {
    game: "dice",
    state: "ended",
    from: new Date(clock.now() - dayMs),
    to: new Date(clock.now() + 1),
    except: [],
    limit: 3,
  };
  const seen: string[] = [];
  for (let page = await readGameBets(db, all); page.length > 0; ) {
    seen.push(...page.map(({ player, key }) => `${player} ${key}`));
    const last = page.at(-1);
    page = last ? await readGameBets(db, { ...all, after: last }) : [];
  }
  expect([seen.length, new Set(seen).size]).toEqual([10, 10]);
  const times = (await readGameBets(db, { ...all, limit: 50 })).map(bet => bet.settledAt?.getTime() ?? 0);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  const keys = async (change: Partial<GameBetsFilter>) =>
    (await readGameBets(db, { ...all, limit: 50, ...change })).map(({ key }) => key).sort();
  const faye5 = [0, 1, 2, 3, 4].map(n => keyOf(900 + n));
  expect(await keys({ player: faye })).toEqual(faye5);
  expect(await keys({ except: [gus] })).toEqual(faye5);
  expect(await keys({ player: gus, except: [gus] })).toHaveLength(5);
  const crash = { game: "crash", player: faye };
  expect(await keys({ ...crash, state: "voided" })).toEqual([keyOf(940)]);
  expect(await keys({ ...crash, state: "settled" })).toEqual([keyOf(941)]);
  expect(await keys({ ...crash, state: "open" })).toEqual([keyOf(942)]);
  expect(await keys({ game: "crash", round: 77n })).toEqual([keyOf(940), keyOf(941)]);
  expect(await keys({ game: "crash", round: 76n })).toEqual([]);
  expect(await endedBetsOfRounds(db, "crash", [76n, 77n])).toEqual(
    new Map([
      [76n, 0],
      [77n, 2],
    ]),
  );
  await expect(readGameBets(db, { ...all, after: { player: faye, key: keyOf(1) } })).rejects.toThrow(
    "validation_failed",
  );
  const kinds = async (n: number) =>
    (await transfersOfBet(db, { player: faye, key: keyOf(n) })).map(({ kind }) => kind);
  expect(await Promise.all([900, 940, 941, 942].map(kinds))).toEqual([[1], [1, 4], [1, 2, 3], [1]]);
});

test("no view of the back office reads all bets: each query uses an index among two hundred thousand", {
  timeout: 120_000,
}, async () => {
  const { db, clock } = app.host;
  const now = new Date(clock.now());
  const plans: string[] = [];
  await db
    .tx(async tx => {
      await tx.query(
        `INSERT INTO wallet.bets (player_id, key, stake, payout, win_cap, balance_after, seq, placed_at, settled_at, game, status, currency,
         request_hash, rules_version, choice, round)
       SELECT md5((n % 500)::text)::uuid, md5('bet' || n)::uuid, 10, 0, 10, 0, n, $1::timestamptz - n * interval '1 second',
         CASE WHEN n % 1000 <> 0 THEN $1::timestamptz - n * interval '1 second' END, 1 + n % 10,
         CASE WHEN n % 1000 = 0 THEN 0 WHEN n % 500 = 1 THEN 2 ELSE 1 END, 'USD', decode(repeat('00', 32), 'hex'), 'v-1', '{}', n / 20
       FROM generate_series(1, 200000) n`,
        [now],
      );
      await tx.query(
        `INSERT INTO wallet.ended_bets SELECT game, settled_at, player_id, key, status, round FROM wallet.bets b
       WHERE status <> 0 AND rules_version = 'v-1'`,
      );
      await tx.query(
        `INSERT INTO wallet.game_days SELECT g, $1::date - d, c, 'v-' || v, false, 1, 1, 1, 1, 1, 0, 0
       FROM generate_series(1, 10) g, generate_series(1, 700) d, unnest(ARRAY['USD', 'EUR', 'KZT', 'RUB', 'INR']) c, generate_series(1, 2) v`,
        [now],
      );
      await tx.query("ANALYZE wallet.bets, wallet.ended_bets, wallet.game_days");
      const explained: Queryable = {
        async query<Row>(text: string, values: readonly SqlValue[] = []) {
          if (text.includes("::text AS at FROM wallet.all_bets")) return tx.query<Row>(text, values);
          const { rows } = await tx.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
          plans.push(`${text}\n${rows.map(row => row["QUERY PLAN"]).join("\n")}`);
          return { rows: [] as Row[], rowCount: 0 };
        },
      };
      const { rows } = await tx.query<{ player: PlayerId; key: ReturnType<typeof keyOf> }>(
        "SELECT player_id AS player, key FROM wallet.bets WHERE rules_version = 'v-1' AND status = 1 LIMIT 1",
      );
      const some = rows[0] ?? { player: "" as PlayerId, key: keyOf(1) };
      const { player } = some;
      const page: GameBetsFilter = {
        game: "dice",
        state: "ended",
        from: new Date(clock.now() - 30 * dayMs),
        to: now,
        except: [],
        limit: 51,
      };
      const changes: readonly Partial<GameBetsFilter>[] = [
        {},
        { after: some },
        { state: "settled" },
        { state: "voided" },
        { state: "open" },
        { player },
        { player, state: "voided" },
        { round: 17n },
        { game: "battles" },
      ];
      for (const change of changes) await readGameBets(explained, { ...page, ...change });
      const which = { games: ["dice"], from: dayOf(clock.now() - 7 * dayMs), to: dayOf(clock.now()), withTests: false };
      await turnoverOfGames(explained, which);
      await returnsByVersion(explained, which);
      await returnsByDay(explained, which);
      await openBetsByGame(explained, []);
      await lastBetOfGames(explained, ["dice", "keno"], []);
      await endedBetsOfRounds(explained, "crash", [1n, 2n]);
      await transfersOfBet(explained, some);
      throw new Error("rolled back");
    })
    .catch((error: Error) => expect(error.message).toBe("rolled back"));
  expect(plans).toHaveLength(16);
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (bets|ended_bets|game_days|transfers)/);
});
