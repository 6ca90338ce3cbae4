import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import { installJobs } from "#kit/jobs/install.ts";
import { migrationsOf } from "#kit/test/module-migrations.ts";
import type { BenchRow, BenchSuite } from "../bench.ts";
import { houseSettings } from "../kills/settings.ts";
import { round } from "./figures.ts";
import { requireRightBooks } from "./house.ts";
import { openPlayers } from "./players.ts";

/** Rounds that are quite over, by game: how many, and how many of them gave the stakes back. */
const over: Readonly<Record<string, string>> = {
  crash: countOf("crash.rounds", "settled", "voided"),
  roulette: countOf("roulette.rounds", "settled", "voided"),
  rooms: countOf("rooms.rounds", "paid", "refunded"),
  duels: countOf("duels.duels", "paid", "refunded"),
};
const marks = [1_000, 5_000, 10_000];

/**
 * `npm run bench -- memory`: the heap of a house, right after a collection, as each shared game passes 1,000, 5,000 and 10,000
 * rounds with bets in them, in time that goes hundreds of times faster. Ends at the last mark, or after `--minutes=` (30).
 */
export const benchMemory: BenchSuite = async () => {
  const minutes = Number(process.argv.find(argument => argument.startsWith("--minutes="))?.slice(10) ?? 30);
  const folder = await mkdtemp(join(tmpdir(), "fairhouse-memory-"));
  const postgres = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  const db = createDb(postgres.url, { statementTimeoutMs: 0 });
  try {
    await installJobs(db, postgres.url);
    await migrate(db, await migrationsOf("all"));
    const environment = houseSettings(postgres.url, "http://127.0.0.1:9");
    const players = await openPlayers({ environment }, 2);
    const child = fork(join(import.meta.dirname, "memory-house.ts"), {
      env: { ...environment, PATH: process.env.PATH, BENCH_PLAYERS: players.map(({ player }) => player).join() },
      execArgv: ["--expose-gc"],
    });
    const ended = once(child, "exit");
    await Promise.race([once(child, "message"), ended.then(() => Promise.reject(new Error("the house did not open")))]);
    const rows = await watch(db, child, performance.now() + minutes * 60_000);
    child.disconnect();
    await ended;
    await requireRightBooks(db);
    return rows;
  } finally {
    await db.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

function countOf(table: string, played: string, back: string): string {
  return `SELECT count(*)::text AS rounds, count(*) FILTER (WHERE state = '${back}')::text AS back FROM ${table} WHERE state IN ('${played}', '${back}')`;
}

async function watch(db: Db, house: ChildProcess, until: number): Promise<BenchRow[]> {
  const rows = new Map(Object.keys(over).map(game => [game, { game } as Record<string, string | number>]));
  const isDone = () => [...rows.values()].every(row => marks.every(mark => `MB at ${mark}` in row));
  while (!isDone() && performance.now() < until) {
    await sleep(500);
    for (const [game, row] of rows) {
      const { rows: found } = await db.query<{ rounds: string; back: string }>(over[game] ?? "");
      row.rounds = Number(found[0]?.rounds ?? 0);
      row["given back"] = Number(found[0]?.back ?? 0);
      for (const mark of marks)
        if (row.rounds >= mark && !(`MB at ${mark}` in row)) row[`MB at ${mark}`] = round((await heapOf(house)) / 1e6);
    }
  }
  return [...rows.values()];
}

async function heapOf(house: ChildProcess): Promise<number> {
  const answer = once(house, "message");
  house.send("heap");
  return Number((await answer)[0]);
}
