import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import { installJobs } from "#kit/jobs/install.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import type { RoundsTable } from "#modules/bets/shared/rounds-table.ts";
import { type GameName, games } from "#modules/games/index.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { appSettings } from "../crash-recovery/settings.ts";
import { requireRightBooks } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { round } from "./figures.ts";
import { openPlayers } from "./players.ts";

/**
 * What is played on one server at a time, in time accelerated by `factor`, and the query that counts rounds that are quite
 * over, and those of them that gave the stakes back. What waits for a beacon has two seconds to write its close record, or gives
 * the stakes back: fifty times faster that is still longer than a commit.
 */
const runs: readonly { readonly factor: number; readonly over: Readonly<Record<string, string>> }[] = [
  {
    factor: 200,
    over: countsOf(["crash", "roulette"]),
  },
  {
    factor: 50,
    over: countsOf(["rooms", "duels"]),
  },
];
const marks = [1_000, 5_000, 10_000];

/**
 * `npm run bench -- memory`: the heap of a server, right after a collection, as each shared game passes 1,000, 5,000 and 10,000
 * rounds with bets in them, in accelerated time. A server ends at its last mark, or after `--minutes=` (30).
 */
export const benchMemory: BenchSuite = async () => {
  const minutes = Number(process.argv.find(argument => argument.startsWith("--minutes="))?.slice(10) ?? 30);
  const rows: BenchRow[] = [];
  for (const each of runs) rows.push(...(await watchApp(each, minutes)));
  return rows;
};

async function watchApp({ factor, over }: (typeof runs)[number], minutes: number): Promise<readonly BenchRow[]> {
  const folder = await ownFolder("fairhouse-memory-");
  const postgres = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  const db = createDb(postgres.url, { statementTimeoutMs: 0 });
  try {
    await installJobs(db, postgres.url);
    await migrate(db, await migrationsOf("all"));
    const environment = appSettings(postgres.url, "http://127.0.0.1:9");
    const players = await openPlayers({ environment }, 2, currencyCodes);
    const child = fork(join(import.meta.dirname, "memory-server.ts"), {
      env: {
        ...environment,
        PATH: process.env.PATH,
        BENCH_PLAYERS: players.map(({ player }) => player).join(),
        BENCH_FACTOR: String(factor),
        BENCH_GAMES: Object.keys(over).join(),
      },
      execArgv: ["--expose-gc"],
    });
    const ended = once(child, "exit");
    await Promise.race([
      once(child, "message"),
      ended.then(() => Promise.reject(new Error("the server did not open"))),
    ]);
    const rows = await watch(db, child, over, performance.now() + minutes * 60_000);
    child.disconnect();
    await ended;
    await requireRightBooks(db);
    return rows;
  } finally {
    await db.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** By game: the tables are those of the registrations. */
function countsOf(names: readonly GameName[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    games.flatMap(({ name, rounds }) => (rounds && names.includes(name) ? [[name, countOf(rounds)]] : [])),
  );
}

function countOf({ table, paid, voided }: RoundsTable): string {
  return `SELECT count(*)::text AS rounds, count(*) FILTER (WHERE state = '${voided}')::text AS back FROM ${table} WHERE state IN ('${paid}', '${voided}')`;
}

async function watch(
  db: Db,
  child: ChildProcess,
  over: Readonly<Record<string, string>>,
  until: number,
): Promise<BenchRow[]> {
  const rows = new Map(Object.keys(over).map(game => [game, { game } as Record<string, string | number>]));
  const isDone = () => [...rows.values()].every(row => marks.every(mark => `MB at ${mark}` in row));
  while (!isDone() && performance.now() < until) {
    await sleep(500);
    for (const [game, row] of rows) {
      const { rows: found } = await db.query<{ rounds: string; back: string }>(over[game] ?? "");
      row.rounds = Number(found[0]?.rounds ?? 0);
      row["given back"] = Number(found[0]?.back ?? 0);
      for (const mark of marks) {
        if (row.rounds < mark || `MB at ${mark}` in row) continue;
        row[`MB at ${mark}`] = round((await heapOf(child)) / 1e6);
        console.log(`${game}: ${mark} rounds, ${row[`MB at ${mark}`]} MB`);
        // What has passed its last mark leaves the processor to the others.
        if (mark === marks.at(-1)) child.send({ enough: game });
      }
    }
  }
  return [...rows.values()];
}

async function heapOf(child: ChildProcess): Promise<number> {
  const answer = once(child, "message");
  child.send({ heap: true });
  return Number((await answer)[0]);
}
