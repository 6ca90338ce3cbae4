import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { giftsAtOnce } from "#modules/campaigns/server/index.ts";
import { createProjections, type Projections } from "#modules/projections/server/index.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { requireRightBooks } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { closedLoop, type Load, percentile, round } from "./figures.ts";
import { giveBonuses, newPlayer, placeDice, richPlayer, withDatabase } from "./wallet-database.ts";

const players = 64;
/** How many give bonuses at the same time, as in a campaign. */
const granters = 2;
const yearMs = 365 * 86_400_000;

/**
 * `npm run bench -- play-days`: bets a second with and without the projection of what players played, how far it is behind them, how fast it is rebuilt, and bonuses that are
 * given while bets are placed; all on one database.
 */
export const benchPlayDays: BenchSuite = ({ seconds }) =>
  withDatabase({ modules: "all", pool: 24 }, async db => {
    const host = plainHost(db);
    const pairs = testPairs(db);
    // Without a listener on its bus, nothing follows the bets of this one.
    const bare = createWallet(plainHost(db), { pairs });
    const wallet = createWallet(host, { pairs });
    const projections = createProjections(host, { returnedOf: () => undefined, testPlayers: async () => [] });
    const people = await Promise.all(Array.from({ length: players }, () => richPlayer(db, wallet, pairs)));
    const play = (by: Wallet) => closedLoop(people, seconds, player => placeDice(by, player));
    await play(bare);
    const off = await play(bare);
    await projections.foldNow();
    const on = await besides(play(wallet), watch => lagsOf(db, people, watch));
    await projections.foldNow();
    const rows = [behind(off, on.load, on.found), await costOf({ db, wallet: bare, projections, people })];
    rows.push(await rebuilt(db, projections));
    const alone = await play(bare);
    const until = new Date(host.clock.now() + yearMs);
    for (const atOnce of [1, giftsAtOnce]) {
      const granted = await besides(play(bare), watch => giveOn(db, wallet, { until, atOnce }, watch));
      rows.push(grantsBeside(atOnce, alone, granted));
    }
    await projections.stop?.();
    await wallet.stop?.();
    await bare.stop?.();
    await requireRightBooks(db);
    return rows;
  });

/** Does something for as long as bets are played. */
async function besides<T>(
  load: Promise<Load>,
  work: (isOver: () => boolean) => Promise<T>,
): Promise<{ readonly load: Load; readonly found: T }> {
  let isOver = false;
  const done = load.finally(() => {
    isOver = true;
  });
  const [played, found] = await Promise.all([done, work(() => isOver)]);
  return { load: played, found };
}

/** How long it took until what a wallet had at a moment was in the sums: milliseconds, sorted. */
async function lagsOf(db: Db, people: readonly PlayerId[], isOver: () => boolean): Promise<Float64Array> {
  const lags: number[] = [];
  for (let n = 0; !isOver(); n++) {
    const player = people[n % people.length] ?? "";
    const { rows } = await db.query<{ seq: bigint }>("SELECT seq FROM wallet.wallets WHERE player_id = $1", [player]);
    const from = performance.now();
    while (!(await isFolded(db, player, rows[0]?.seq ?? 0n))) await sleep(20);
    lags.push(performance.now() - from);
  }
  return Float64Array.from(lags).sort();
}

async function isFolded(db: Db, player: string, seq: bigint): Promise<boolean> {
  const { rows } = await db.query<{ seq: bigint }>(
    `SELECT p.seq FROM projections.positions p JOIN projections.runs r ON r.projection = p.projection AND r.live = p.generation
     WHERE p.projection = 'player_game_days' AND p.player_id = $1`,
    [player],
  );
  return (rows[0]?.seq ?? -1n) >= seq;
}

const behind = (off: Load, on: Load, lags: Float64Array): BenchRow => ({
  figure: "player_game_days behind the bets",
  "bets/s without it": off.perSecond,
  "bets/s with it": on.perSecond,
  "of without": round(on.perSecond / off.perSecond, 2),
  "behind p50 ms": Math.round(percentile(lags, 0.5)),
  "behind p99 ms": Math.round(percentile(lags, 0.99)),
});

const foldedTurns = 40;
const betsAtOnce = 16;

interface Folding {
  readonly db: Db;
  /** Nothing follows its bets. */
  readonly wallet: Wallet;
  readonly projections: Pick<Projections, "foldNow">;
  readonly people: readonly PlayerId[];
}

/** Processor time of folds between turns of bets, which a busy machine changes less than any figure a second. */
async function costOf({ db, wallet, projections, people }: Folding): Promise<BenchRow> {
  const spent = { node: 0, database: 0 };
  for (let turn = 0; turn < foldedTurns; turn++) {
    for (let n = 0; n < betsAtOnce; n++) await Promise.all(people.map(player => placeDice(wallet, player)));
    const from = { node: process.cpuUsage(), database: await databaseNanoseconds(db) };
    await projections.foldNow();
    const { user, system } = process.cpuUsage(from.node);
    spent.node += user + system;
    spent.database += ((await databaseNanoseconds(db)) - from.database) / 1000;
  }
  const bets = foldedTurns * betsAtOnce * people.length;
  return {
    figure: "processor time of the sums",
    bets,
    "µs of Node a bet": round(spent.node / bets, 1),
    "µs of PostgreSQL a bet": round(spent.database / bets, 1),
  };
}

/** What this server's connections have run, in nanoseconds. */
async function databaseNanoseconds(db: Db): Promise<number> {
  const { rows } = await db.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'",
  );
  const ran = await Promise.all(rows.map(({ pid }) => readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "0")));
  return ran.reduce((sum, text) => sum + Number(text.split(" ")[0]), 0);
}

async function rebuilt(db: Db, projections: Projections): Promise<BenchRow> {
  const { rows } = await db.query<{ bets: bigint }>("SELECT count(*) AS bets FROM wallet.bets");
  const bets = Number(rows[0]?.bets ?? 0n);
  const from = performance.now();
  // It compares every sum with the ledger before it replaces the old ones.
  if (!(await projections.rebuild())) throw new Error("another process rebuilds");
  const seconds = (performance.now() - from) / 1000;
  return {
    figure: "player_game_days rebuilt and equal to the ledger",
    bets,
    seconds: round(seconds, 1),
    "seconds per 1,000,000 bets": Math.round((seconds / bets) * 1_000_000),
  };
}

interface Given {
  readonly until: Date;
  /** Players in one transaction. */
  readonly atOnce: number;
}

/** Bonuses to new players; how many a second. */
async function giveOn(db: Db, wallet: Wallet, { until, atOnce }: Given, isOver: () => boolean): Promise<number> {
  const from = performance.now();
  let given = 0;
  const terms = { amount: micros(10_000_000n), target: micros(100_000_000n), maxBet: micros(5_000_000n), until };
  const give = async () => {
    while (!isOver()) {
      await giveBonuses(db, wallet, Array.from({ length: atOnce }, newPlayer), terms);
      given += atOnce;
    }
  };
  await Promise.all(Array.from({ length: granters }, give));
  return Math.round(given / ((performance.now() - from) / 1000));
}

const grantsBeside = (
  atOnce: number,
  alone: Load,
  { load: beside, found: perSecond }: { readonly load: Load; readonly found: number },
): BenchRow => ({
  figure: `bonuses given beside the bets, ${atOnce} in a transaction`,
  "grants/s": perSecond,
  "seconds for 50,000": Math.round(50_000 / perSecond),
  "bets/s": beside.perSecond,
  "bets p99 ms": beside.p99,
  "bets p99 ms alone": alone.p99,
  "times alone": round(beside.p99 / alone.p99, 2),
});
