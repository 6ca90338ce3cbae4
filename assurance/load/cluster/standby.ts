import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { takeBaseBackup } from "#assurance/restore/base-backup.ts";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { databaseUser } from "#kit/db/embedded/cluster.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { type EmbeddedServer, startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { createWallet } from "#modules/wallet/server/index.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { follow } from "#tools/cluster/databases.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { requireRightBooks } from "../bench-app.ts";
import type { BenchRow } from "../bench-suite.ts";
import { fundedPlayers, nextBet } from "../wallet.ts";
import { comparison, countsOf, inTurn, median, pairsOf } from "./in-turn.ts";
import { wholeLoop } from "./whole-loop.ts";

const playerCounts = [64, 256, 1024] as const;
/** Where the standby replays on the cores that bets run on; docs/benchmarks.md. */
const bars = { 64: "0.5", 256: "0.6", 1024: "0.65" } as const;

/**
 * Durable bets a second through the wallet while each commit waits for a standby, beside a standby that follows and is not waited for, beside none. Its replay
 * takes the same cores. And what a bet takes of log and disk.
 */
export async function benchStandby(seconds: number): Promise<readonly BenchRow[]> {
  const folder = await ownFolder("fairhouse-bench-");
  const password = randomUUID();
  const primary = await startEmbedded({ folder: join(folder, "a"), password, settings: replication });
  const db = createDb(primary.url, { pool: 20, statementTimeoutMs: 0 });
  let standby: Standby | undefined;
  try {
    await migrate(db, await migrationsOf(["wallet"]));
    standby = await openStandby(primary, db, folder, password);
    const rows: BenchRow[] = [];
    for (const count of countsOf(playerCounts)) rows.push(...(await compare(db, standby, count, seconds)));
    await requireRightBooks(db);
    return rows;
  } finally {
    await setSynchronous(db, "").catch(() => undefined);
    await db.end();
    await standby?.stop();
    await primary.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const replication = { wal_level: "replica", wal_keep_size: "1GB", hot_standby: "on", max_wal_size: "4GB" };
const standbyName = "b";

interface Standby {
  start(): Promise<void>;
  stop(): Promise<void>;
}

async function openStandby(primary: EmbeddedServer, db: Db, folder: string, password: string): Promise<Standby> {
  const own = join(folder, standbyName);
  await takeBaseBackup(primary.url, join(folder, "a"), own);
  await follow(
    own,
    `host=127.0.0.1 port=${primary.port} user=${databaseUser} password=${password} application_name=${standbyName}`,
  );
  const port = await freePort();
  let running: EmbeddedServer | undefined;
  return {
    async start() {
      running = await startEmbedded({ folder: own, password, port, settings: replication });
      for (;;) {
        const { rows } = await db.query<{ caught: boolean }>(
          "SELECT coalesce(bool_or(flush_lsn >= pg_current_wal_lsn()), false) AS caught FROM pg_stat_replication",
        );
        if (rows[0]?.caught) return;
        await sleep(20);
      }
    },
    async stop() {
      await running?.stop();
      running = undefined;
    },
  };
}

async function setSynchronous(db: Db, names: string): Promise<void> {
  await db.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await db.query("SELECT pg_reload_conf()");
  await sleep(100);
}

async function compare(
  db: Db,
  standby: Standby,
  count: (typeof playerCounts)[number],
  seconds: number,
): Promise<readonly BenchRow[]> {
  const pairs = testPairs(db);
  const wallet = createWallet(plainHost(db), { pairs });
  const players = await fundedPlayers(db, pairs, count);
  const sizes: Size[] = [];
  const loaded = async () => {
    const before = await sizeOf(db);
    const { perSecond } = await wholeLoop(players, seconds, async player => {
      const answer = await wallet.place(nextBet(player));
      if (answer.kind !== "accepted") throw new Error(`refused: ${answer.reason}`);
    });
    const after = await sizeOf(db);
    const bets = after.bets - before.bets;
    sizes.push({ bets, log: (after.log - before.log) / bets, disk: (after.disk - before.disk) / bets });
    return perSecond;
  };
  const found = await inTurn(
    {
      none: loaded,
      async following() {
        await standby.start();
        const perSecond = await loaded();
        await standby.stop();
        return perSecond;
      },
      async waited() {
        await standby.start();
        await setSynchronous(db, standbyName);
        const perSecond = await loaded();
        await setSynchronous(db, "");
        await standby.stop();
        return perSecond;
      },
    },
    pairsOf(),
  );
  await wallet.stop?.();
  const of = { players: count } as const;
  return [
    comparison({
      ...of,
      figure: "bets/s, each waits for a standby, of a standby that follows",
      values: found.waited,
      baseline: found.following,
    }),
    comparison({
      ...of,
      figure: "bets/s, each waits for a standby, of none",
      values: found.waited,
      baseline: found.none,
      bar: `at least ${bars[count]}`,
    }),
    {
      figure: "bytes of log a bet",
      players: count,
      value: Math.round(median(sizes.map(({ log }) => log))),
      bar: "at most 1150",
    },
    {
      figure: "bytes of disk a bet",
      players: count,
      value: Math.round(median(sizes.map(({ disk }) => disk))),
      bar: "at most 480",
    },
  ];
}

interface Size {
  readonly bets: number;
  readonly log: number;
  readonly disk: number;
}

/** Bets, bytes of log, and bytes of bets and transfers with their keys. */
async function sizeOf(db: Db): Promise<Size> {
  const { rows } = await db.query<{ bets: string; log: string; disk: string }>(
    `SELECT (SELECT count(*) FROM wallet.bets)::text AS bets, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS log,
       (SELECT sum(pg_total_relation_size(relid)) FROM unnest('{wallet.bets, ledger.transfers}'::regclass[]) parent
          CROSS JOIN LATERAL pg_partition_tree(parent))::text AS disk`,
  );
  const [{ bets, log, disk } = { bets: "0", log: "0", disk: "0" }] = rows;
  return { bets: Number(bets), log: Number(log), disk: Number(disk) };
}
