import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { placeDrawnSql } from "#modules/wallet/server/sql/place-sql.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { requireRightBooks } from "../bench-app.ts";
import type { BenchRow } from "../bench-suite.ts";
import { rewritten, withStatement } from "../rewritten.ts";
import { fundedPlayers, nextBet } from "../wallet.ts";
import { comparison, countsOf, inTurn, pairsOf } from "./in-turn.ts";
import { processorMicros } from "./processor-time.ts";
import { wholeLoop } from "./whole-loop.ts";

const playerCounts = [64, 256, 1024];

/**
 * "Lock first, judge after" as a database of several shards asks for it: the query that locks reads tables only and names its players, and a later one judges the
 * batch against what it locked. Locks of wallets and pairs are taken in the same order as by the statement in use.
 */
export const placeLockingFirst = rewritten(placeDrawnSql, [
  [
    "locked AS MATERIALIZED (",
    `held AS MATERIALIZED (
  SELECT w.*, pair.seed_number AS pair_number, pair.nonce AS pair_nonce, pair.client_seed AS pair_client_seed
  FROM wallet.wallets w JOIN fairness.pairs AS pair ON pair.player_id = w.player_id
  WHERE w.player_id = ANY ($3::uuid[]) AND pair.player_id = ANY ($3::uuid[]) AND w.currency = ANY ($7::text[])
  ORDER BY w.player_id, w.currency
  FOR UPDATE OF w, pair
),
locked AS MATERIALIZED (`,
  ],
  ["(pair.seed_number, pair.nonce, pair.client_seed)", "(w.pair_number, w.pair_nonce, w.pair_client_seed)"],
  ["FROM input i\n  JOIN wallet.wallets w ON", "FROM input i\n  JOIN held w ON"],
  [
    `\n  JOIN fairness.pairs AS pair ON pair.player_id = i.player_id
  ORDER BY w.player_id, w.currency
  FOR UPDATE OF w, pair\n`,
    "\n",
  ],
]);

/** Durable bets a second with the statement in use and with the one that locks first, in turn on one database. */
export async function benchLockFirst(seconds: number): Promise<readonly BenchRow[]> {
  const folder = await ownFolder("fairhouse-bench-");
  const server = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  const db = createDb(server.url, { pool: 20, statementTimeoutMs: 0 });
  try {
    await migrate(db, await migrationsOf(["wallet"]));
    const rows: BenchRow[] = [];
    for (const count of countsOf(playerCounts)) rows.push(...(await compare(db, server.pid, count, seconds)));
    await requireRightBooks(db);
    return rows;
  } finally {
    await db.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(db: Db, pid: number, count: number, seconds: number): Promise<readonly BenchRow[]> {
  const pairs = testPairs(db);
  const players = await fundedPlayers(db, pairs, count);
  const used = createWallet(plainHost(db), { pairs });
  const locking = createWallet(plainHost(withStatement(db, placeDrawnSql, placeLockingFirst, "lock-first")), { pairs });
  const micros: Record<"used" | "locking", number[]> = { used: [], locking: [] };
  const through = (way: keyof typeof micros, wallet: Wallet) => async () => {
    const before = processorMicros(pid);
    let bets = 0;
    const { perSecond } = await wholeLoop(players, seconds, async player => {
      const answer = await wallet.place(nextBet(player));
      if (answer.kind !== "accepted") throw new Error(`refused: ${answer.reason}`);
      bets += 1;
    });
    micros[way].push((processorMicros(pid) - before) / bets);
    return perSecond;
  };
  const found = await inTurn({ used: through("used", used), locking: through("locking", locking) }, pairsOf());
  await used.stop?.();
  await locking.stop?.();
  return [
    comparison({
      figure: "bets/s, lock first and judge after, of the statement in use",
      players: count,
      values: found.locking,
      baseline: found.used,
      bar: "at least 0.97",
    }),
    comparison({
      figure: "µs of PostgreSQL a bet, lock first and judge after, of the statement in use",
      players: count,
      values: micros.locking,
      baseline: micros.used,
      bar: "at most 1.03",
    }),
  ];
}
