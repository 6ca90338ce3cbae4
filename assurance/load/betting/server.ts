import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import type { Host } from "#kit/host/host.ts";
import { noFailpoints } from "#kit/host/system.ts";
import { installJobs } from "#kit/jobs/install.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { createBetIds } from "#modules/bets/server/bet-id.ts";
import { type Betting, bettingInvariants, createBetting, slipMarkets } from "#modules/betting/server/index.ts";
import { debtInvariants } from "#modules/debts/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { createFeedReader } from "#modules/odds/server/feed-reader.ts";
import { exposureSql } from "#modules/odds/server/index.ts";
import { messagesOf, oneXTwo, three, total } from "#modules/odds/testing/messages.ts";
import { TestFeed } from "#modules/odds/testing/test-feed.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { deposit } from "#modules/wallet/testing/test-bets.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { requireRightBooks } from "../bench-app.ts";
import { openWithoutLimits } from "../function-bet.ts";

const modules = ["odds", "betting", "approvals", "ledger", "debts", "rates", "limits", "fairness", "wallet"];
/** Totals from 0.5 to 5.5: with 1X2 seven markets a match. */
const lines = ["0.5", "1.5", "2.5", "3.5", "4.5", "5.5"];
/** Messages of one frame, as many as a feed of 2,000 a second has in 50 ms. */
export const perFrame = 100;

export interface BettingServer {
  readonly db: Db;
  readonly host: Host;
  readonly url: string;
  readonly feed: TestFeed;
  readonly wallet: Wallet;
  /** Each operation is a statement and a commit of its own. */
  readonly oneByOne: Wallet;
  readonly betting: Betting;
  /** Called when a frame is committed. */
  onFrame: (() => void) | undefined;
  messagesFor(event: string): ReturnType<typeof messagesOf>;
  /** Matches with seven markets each that take bets; with rows for what their outcomes cost. */
  open(events: readonly string[]): Promise<void>;
  players(count: number): Promise<readonly PlayerId[]>;
  /** Resolves when every frame that was sent is committed. */
  applied(): Promise<void>;
  requireRightBooks(): Promise<void>;
}

/** Errors are shown: a frame or a statement that fails again and again looks like a slow figure. */
const complain = (...details: readonly unknown[]) => console.error("betting:", ...details);

/** A database of its own, with fsync on, and the tables of the sportsbook. */
export async function withBettingDatabase<T>(work: (database: { db: Db; url: string }) => Promise<T>): Promise<T> {
  const folder = await ownFolder("fairhouse-bench-");
  const { url, stop } = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  const db = createDb(url, { pool: 20, statementTimeoutMs: 0 });
  try {
    await installJobs(db, url);
    await migrate(db, await migrationsOf(modules));
    await openWithoutLimits(db);
    return await work({ db, url });
  } finally {
    await db.end();
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Slips over a real database and the reader of a feed, by the real clock. */
export function withBettingServer<T>(work: (server: BettingServer) => Promise<T>): Promise<T> {
  return withBettingDatabase(({ db, url }) => overDatabase(db, url, work));
}

async function overDatabase<T>(db: Db, url: string, work: (server: BettingServer) => Promise<T>): Promise<T> {
  const hit = (name: string) => {
    if (name === "odds.frame.committed") server.onFrame?.();
  };
  const host = Object.assign(plainHost(db), {
    failpoints: Object.assign({}, noFailpoints, { hit }),
    log: Object.assign({}, quietLog, { error: complain }),
    signals: signalsHere(),
  });
  const feed = new TestFeed(host.clock);
  Object.assign(host.config, { ODDS_PUBLIC_KEYS: [feed.publicKey] });
  const lock = { onLost: () => undefined, release: async () => undefined };
  const reader = createFeedReader(host, feed, { tryTake: async () => lock, close: async () => undefined });
  const needs = { pairs: testPairs(db), markets: slipMarkets };
  const wallet = createWallet(host, needs);
  const oneByOne = createWallet(host, needs, { maxBatch: 1, lanes: 8 });
  const unused = undefined as never;
  const betting = createBetting(host, {
    wallet: Object.assign({}, wallet, { capital: async () => micros(10n ** 13n) }),
    bets: { ids: createBetIds(host.config.SECRET_KEY) },
    odds: { quote: async () => undefined },
    payouts: { withdrawnSince: async () => new Set() },
    // Decisions of operators take no part here.
    approvals: { register: () => unused } as never,
    audit: unused,
  });
  const makers = new Map<string, ReturnType<typeof messagesOf>>();
  const server: BettingServer = {
    db,
    host,
    url,
    feed,
    wallet,
    oneByOne,
    betting,
    onFrame: undefined,
    messagesFor(event) {
      const known = makers.get(event) ?? messagesOf(feed, event);
      makers.set(event, known);
      return known;
    },
    async open(events) {
      const messages = events.flatMap(event => [
        server.messagesFor(event).fixture(),
        server.messagesFor(event).odds(marketsAt(0)),
      ]);
      for (let from = 0; from < messages.length; from += perFrame)
        feed.send("pre", messages.slice(from, from + perFrame));
      await server.applied();
      const { rows } = await db.query<{ id: bigint; outcome: string }>(
        "SELECT id, jsonb_object_keys(outcomes) AS outcome FROM odds.markets WHERE event = ANY($1::text[])",
        [[...events]],
      );
      await db.query(exposureSql.prepare, [rows.map(({ id }) => id), rows.map(({ outcome }) => outcome)]);
    },
    async players(count) {
      const players = Array.from({ length: count }, () => randomUUID() as string as PlayerId);
      for (const player of players) await db.tx(tx => wallet.credit(tx, deposit(player, 10n ** 12n)));
      return players;
    },
    async applied() {
      const marks = new Map(feed.producers.map(producer => [producer, feed.send(producer, []).frame]));
      for (let tries = 0; ; tries += 1) {
        const now = await db.query<{ producer: string; frame: bigint }>("SELECT producer, frame FROM odds.positions");
        if (now.rows.every(({ producer, frame }) => frame >= BigInt(marks.get(producer) ?? 0))) return;
        if (tries > 12_000)
          throw new Error(
            `the reader stands at ${JSON.stringify(now.rows.map(row => [row.producer, `${row.frame}`]))}`,
          );
        await sleep(5);
      }
    },
    async requireRightBooks() {
      await requireRightBooks(db);
      const found = await differencesOf(db, [...debtInvariants, ...bettingInvariants]);
      if (found.length > 0) throw new Error(`The slips are wrong after the run: ${JSON.stringify(found[0])}`);
    },
  };
  reader.start();
  const beats = setInterval(() => {
    for (const producer of feed.producers) feed.alive(producer);
  }, 500);
  await isUp(db);
  // The limit of silence has a figure of its own; here a busy machine must not close markets.
  await db.query("UPDATE odds.heartbeats SET limit_ms = 60000");
  try {
    return await work(server);
  } finally {
    clearInterval(beats);
    await reader.stop();
    await wallet.stop?.();
    await oneByOne.stop?.();
  }
}

/** Between the parts of one process, after the commit. */
function signalsHere(): Host["signals"] {
  const listeners = new Map<string, Set<(text: string) => void>>();
  return {
    async send(tx, topic, text) {
      tx.afterCommit(() => {
        for (const listener of listeners.get(topic) ?? []) listener(text);
      });
    },
    on(topic, listener) {
      const found = listeners.get(topic) ?? new Set();
      listeners.set(topic, found.add(listener));
      return () => void found.delete(listener);
    },
  };
}

async function isUp(db: Db): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await db.query<{ up: boolean }>("SELECT coalesce(bool_and(up), false) AS up FROM odds.producers");
    if (rows[0]?.up) return;
    await sleep(50);
  }
  throw new Error("the feed does not come up");
}

/** 1X2 and six totals, at prices that move a little with each number. */
export function marketsAt(number: number): readonly object[] {
  return [oneXTwo(three(priceAt(2.03, number))), ...lines.map((line, at) => totalAt(line, at, number))];
}

const totalAt = (line: string, at: number, number: number) => {
  const over = 1.7 + at / 10 + (number % 5) / 100;
  return total(line, over.toFixed(2), (Math.floor(100 / (1.06 - 1 / over)) / 100).toFixed(2));
};

const priceAt = (price: number, number: number) => (price + (number % 5) / 100).toFixed(2);
