import { afterAll, beforeAll, expect, test } from "vitest";
import type { Queryable } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { bonusCost } from "#modules/ledger/shared/chart.ts";
import { type TestApp, testApp } from "#modules/wallet/testing/test-app.ts";
import { crashBet, diceBet, keyOf, paid, roundBet, roundEnd, voided } from "#modules/wallet/testing/test-bets.ts";
import { fold, playerGameDays, readMoved } from "./fold.ts";
import { addHalfHours } from "./half-hours.ts";
import { createProjections, type Projections, playedBy, playedIn, projectionInvariants } from "./index.ts";

let app: TestApp;
let projections: Projections;
const onePercent = { numerator: 99n, denominator: 100n };
const create = () =>
  createProjections(app.host, {
    returnedOf: ({ game }) => (game === "crash" ? { numerator: 36n, denominator: 37n } : onePercent),
    testPlayers: async () => [],
  });

beforeAll(async () => {
  app = await testApp({}, ["wagering", "projections"]);
  projections = create();
});
afterAll(() => app.close());

const unit = 1_000_000n;
const differences = () => differencesOf(app.host.db, projectionInvariants());

async function days(player?: PlayerId) {
  const { rows } = await app.host.db.query(
    `SELECT player_id, game, day::text, bets, real_staked::text, bonus_staked::text, real_paid::text, bonus_paid::text, theoretical_loss::text AS loss, best_multiplier
     FROM projections.player_game_days WHERE generation = (SELECT live FROM projections.runs) AND ($1::uuid IS NULL OR player_id = $1)
       AND (bets, real_staked, bonus_staked, real_paid, bonus_paid) <> (0, 0, 0, 0, 0) ORDER BY player_id, game, day`,
    [player ?? null],
  );
  return rows;
}

/** Bets that end at once, later and step by step; one void, one open. */
async function play(player: PlayerId, from: number): Promise<void> {
  const { wallet } = app;
  for (let n = 0; n < 4; n++) await wallet.place(diceBet(player, from + n, 10n * unit, n === 0 ? 25n * unit : 0n));
  for (const n of [10, 11, 12]) await wallet.place(crashBet(player, from + n, 3n * unit));
  await wallet.settle(paid(player, from + 10, 6n * unit));
  await wallet.settle(voided(player, from + 11));
  await wallet.place(roundBet(player, from + 20, 5n * unit));
  const round = await wallet.openRound(player, "miner");
  if (round) await wallet.finish(roundEnd(round, 0n));
}

test("each day has the bets that ended on it with the real money they staked and paid, and their exact theoretical loss", async () => {
  const alice = await app.player("alice", 1_000n * unit);
  await play(alice, 100);
  await projections.foldNow();
  const day = new Date(app.host.clock.now()).toISOString().slice(0, 10);
  expect(await days(alice)).toMatchObject([
    // 3 × 1/37, cut to a millionth of a micro-unit; open and void ones count nothing.
    {
      game: 1,
      day,
      bets: 1n,
      real_staked: "3000000",
      real_paid: "6000000",
      loss: "81081081081",
      best_multiplier: 20_000n,
    },
    {
      game: 2,
      day,
      bets: 4n,
      real_staked: "40000000",
      real_paid: "25000000",
      loss: "400000000000",
      best_multiplier: 25_000n,
    },
    { game: 7, day, bets: 1n, real_staked: "5000000", real_paid: "0", loss: "50000000000", best_multiplier: 0n },
  ]);
  expect(await differences()).toEqual([]);
  const once = await days();
  await projections.foldNow();
  await projections.foldNow([alice]);
  expect(await days()).toEqual(once);
  expect((await playedBy(app.host.db, alice))[0]).toEqual({
    currency: "USD",
    bets: 6n,
    realStaked: 48n * unit,
    realPaid: 31n * unit,
    loss: 531_081_081_081n,
  });
});

test("bonus money is counted apart, makes no theoretical loss, and a stake of both is one bet", async () => {
  const bonnie = await app.player("bonnie", 2n * unit);
  const terms = {
    id: keyOf(0xb0),
    player: bonnie,
    currency: "USD" as Currency,
    account: bonusCost("deposit"),
    amount: micros(20n * unit),
    target: micros(100n * unit),
  };
  await app.host.db.tx(tx =>
    app.wallet.grants.give(tx, {
      ...terms,
      maxBet: micros(5n * unit),
      games: ["dice", "crash"],
      until: new Date(app.host.clock.now() + 1e9),
    }),
  );
  // 2 real and 1 bonus; 3 bonus; then 4 bonus, open first.
  await app.wallet.place({ ...diceBet(bonnie, 1, 3n * unit, 0n), rate: 250 });
  await app.wallet.place({ ...diceBet(bonnie, 2, 3n * unit, 6n * unit), rate: 250 });
  await app.wallet.place({ ...crashBet(bonnie, 3, 4n * unit), rate: 250 });
  await app.wallet.settle(paid(bonnie, 3, 0n));
  await projections.foldNow();
  expect(await days(bonnie)).toMatchObject([
    { game: 1, bets: 1n, real_staked: "0", bonus_staked: "4000000", loss: "0" },
    {
      game: 2,
      bets: 2n,
      real_staked: "2000000",
      bonus_staked: "4000000",
      real_paid: "0",
      bonus_paid: "6000000",
      loss: "20000000000",
    },
  ]);
  expect(await differences()).toEqual([]);
});

test("a bet counts on the day on which it ends", async () => {
  const eve = await app.player("eve", 100n * unit);
  await app.wallet.place(crashBet(eve, 1, 7n * unit));
  await projections.foldNow();
  expect(await days(eve)).toEqual([]);
  await app.host.clock.advance(86_400_000);
  await app.wallet.settle(paid(eve, 1, 0n));
  await projections.foldNow();
  const today = new Date(app.host.clock.now()).toISOString().slice(0, 10);
  expect(await days(eve)).toMatchObject([{ day: today, real_staked: "7000000" }]);
  expect(await playedIn(app.host.db, eve, { from: "2000-01-01", to: "2001-01-01" })).toEqual([]);
});

test("folds that fail before or after their commit, and two processes at once, count each bet once", async () => {
  const carol = await app.player("carol", 10_000n * unit);
  const second = create();
  await second.stop?.();
  await projections.foldNow();
  for (let round = 0; round < 5; round++) {
    await play(carol, 1_000 + round * 40);
    const point = round % 2 === 0 ? "projections.formed" : "projections.folded";
    app.host.failpoints.arm(point, () => {
      throw new Error("a fault of the test");
    });
    await expect(projections.foldNow()).rejects.toThrow("a fault of the test");
    await Promise.all([projections.foldNow(), second.foldNow(), projections.foldNow([carol]), second.foldNow()]);
    expect(await differences()).toEqual([]);
  }
  await projections.foldNow();
  expect((await playedBy(app.host.db, carol))[0]?.bets).toBe(30n);
});

test("rebuilt beside and swapped it is the same, also when a rebuild was interrupted and players go on playing", async () => {
  const before = await days();
  expect(before.length).toBeGreaterThan(5);
  app.host.failpoints.arm("projections.formed", () => {
    throw new Error("a fault of the test");
  });
  await expect(projections.rebuild()).rejects.toThrow("a fault of the test");
  expect(await days()).toEqual(before);
  expect(await projections.rebuild()).toBe(true);
  expect(await days()).toEqual(before);
  const { rows } = await app.host.db.query("SELECT live, building FROM projections.runs");
  expect(rows).toEqual([{ live: 2, building: null }]);
  const { rows: left } = await app.host.db.query("SELECT DISTINCT generation FROM projections.positions");
  expect(left).toEqual([{ generation: 2 }]);
  const frank = await app.player("frank", 1_000n * unit);
  await play(frank, 9_000);
  await projections.foldNow();
  expect(await differences()).toEqual([]);
});

test.each([
  [
    "a sum",
    "UPDATE projections.player_game_days SET real_paid = real_paid + 1 WHERE game = 2 AND day = (SELECT min(day) FROM projections.player_game_days)",
  ],
  [
    "which money it was",
    "UPDATE projections.player_game_days SET real_staked = real_staked + 1, bonus_staked = bonus_staked - 1 WHERE bonus_staked > 0",
  ],
  ["a bet counted twice", "UPDATE projections.player_game_days SET bets = bets + 1 WHERE game = 7"],
  [
    "too large a loss",
    "UPDATE projections.player_game_days SET theoretical_loss = real_staked * 1000001 WHERE game = 1",
  ],
  ["a position past its wallet", "UPDATE projections.positions SET seq = seq + 1000"],
  ["a row that is gone", "DELETE FROM projections.player_game_days WHERE game = 1"],
])("the audit finds a planted breach: %s; a rebuild mends it", async (_what, breach) => {
  await app.host.db.query(breach);
  expect((await differences()).length).toBeGreaterThan(0);
  await projections.rebuild();
  expect(await differences()).toEqual([]);
});

test("a fold of named players ends although they play on, and the next one has the rest", async () => {
  const gaia = await app.player("gaia", 1_000n * unit);
  await app.wallet.place(diceBet(gaia, 0x4000, unit, 0n));
  let transactions = 0;
  const { db } = app.host;
  const tx: typeof db.tx = async work => {
    const done = await db.tx(work);
    transactions += 1;
    if (transactions < 10) await app.wallet.place(diceBet(gaia, 0x4000 + transactions, unit, 0n));
    return done;
  };
  const host = { db: { ...db, query: db.query.bind(db), tx }, failpoints: app.host.failpoints };
  const { rows } = await db.query<{ live: number }>("SELECT live FROM projections.runs");
  const folding = { host, returnedOf: () => onePercent, testPlayers: async () => [] };
  expect(await fold(folding, rows[0]?.live ?? 0, [gaia])).toBe(true);
  expect(transactions).toBe(1);
  await projections.foldNow([gaia]);
  expect(await days(gaia)).toMatchObject([{ bets: 2n }]);
});

test("of a generation that PostgreSQL knows nothing about, a fold reads the positions of its own wallets only", async () => {
  const generation = 77;
  const count = 2_000;
  const playerAt = (n: number) => `00000000-0000-4000-9000-${n.toString().padStart(12, "0")}` as PlayerId;
  const players = Array.from({ length: 50 }, (_, n) => playerAt(n + 1));
  await app.host.db
    .tx(async tx => {
      const id = "('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid";
      await tx.query(
        `INSERT INTO wallet.wallets (player_id, currency, seq) SELECT ${id}, 'USD', 2 FROM generate_series(1, ${count}) n`,
      );
      await tx.query(
        `INSERT INTO projections.positions (projection, generation, player_id, currency, seq, is_test)
         SELECT $1, $2, ${id}, 'USD', 1, false FROM generate_series(1, ${count}) n`,
        [playerGameDays, generation],
      );
      const before = await readPositions(tx);
      const moved = await readMoved(tx, generation, players);
      expect(moved).toHaveLength(players.length);
      await addHalfHours(tx, { projection: playerGameDays, generation }, moved, []);
      expect((await readPositions(tx)) - before).toBeLessThanOrEqual(2 * players.length);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
});

class RolledBack extends Error {}

/** Rows of positions that this transaction has read. */
async function readPositions(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ n: bigint }>(
    `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS n FROM pg_stat_xact_user_tables WHERE relid = 'projections.positions'::regclass`,
  );
  return Number(rows[0]?.n ?? 0n);
}

test("what players did is folded within two seconds, without being asked for", async () => {
  const gina = await app.player("gina", 100n * unit);
  const folded: PlayerId[][] = [];
  projections.onFolded(async players => void folded.push([...players]));
  await app.wallet.place(diceBet(gina, 1, 2n * unit, 0n));
  await app.host.pass(600);
  await app.host.passUntil(async () => folded.flat().includes(gina));
  expect(await days(gina)).toMatchObject([{ game: 2, bets: 1n, real_staked: "2000000" }]);
  await projections.stop?.();
});
