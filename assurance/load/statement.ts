import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { differencesOf, ledgerInvariants } from "#modules/ledger/server/index.ts";
import { type Period, statementFile, statementPage } from "#modules/statements/server/index.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { percentile, round, times } from "./figures.ts";

const rowsOfOne = 10_000;
const others = 300;
const rowsOfOthers = 1_000;
const began = new Date("2026-01-01T00:00:00Z");

/** A statement of 10,000 rows among 300,000 of others: its first page, all its pages and its file, beside a plain query of the same rows in the same run. */
export const benchStatement: BenchSuite = async ({ seconds }) => {
  const folder = await ownFolder("fairhouse-bench-");
  const server = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  const db = createDb(server.url, { pool: 4, statementTimeoutMs: 0 });
  try {
    await migrate(db, await migrationsOf(["ledger"]));
    const player = randomUUID() as string as PlayerId;
    await play(db, [player], rowsOfOne);
    await play(
      db,
      Array.from({ length: others }, () => randomUUID()),
      rowsOfOthers,
    );
    await db.query("VACUUM ANALYZE ledger.transfers");
    const [first] = await differencesOf(db, ledgerInvariants);
    if (first) throw new Error(`the books do not balance: ${first.rule}`);
    const period = { owner: player, currency: "USD", from: began, to: new Date("2027-01-01") } as const;
    if (process.argv.includes("--explain")) await explain(db, period);
    return await measure(db, period, seconds);
  } finally {
    await db.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Prints the plan of every statement that a page needs, each as it was asked for the last time. */
async function explain(db: Db, period: Period): Promise<void> {
  const plans = new Map<string, string>();
  const recording: Db = {
    ...db,
    async query(text, values, name) {
      const { rows } = await db.query<Record<string, string>>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
      plans.set(name ?? text, rows.map(row => Object.values(row)[0]).join("\n"));
      return db.query(text, values, name);
    },
  };
  await statementPage(recording, period, undefined);
  for (const [name, plan] of plans) console.log(`\n${name}\n${plan}`);
}

/** A deposit, then stakes and wins in turn, and every hundredth row something into the vault. */
async function play(db: Db, players: readonly string[], rows: number): Promise<void> {
  await db.query(
    `INSERT INTO ledger.transfers (player_id, currency, seq, reference, at, amount, debit, credit, kind, balance_after)
     SELECT player, 'USD', n, gen_random_uuid(), $3::timestamptz + n * interval '1 minute', amount, debit, credit, kind,
       sum(CASE WHEN credit = 1 THEN amount ELSE -amount END) OVER (PARTITION BY player ORDER BY n)
     FROM unnest($1::uuid[]) player CROSS JOIN generate_series(1, $2::int) n CROSS JOIN LATERAL (
       SELECT CASE WHEN n = 1 THEN 1e12 ELSE 1000000 END::bigint AS amount,
         CASE WHEN n = 1 THEN 101 WHEN n % 100 = 0 THEN 1 WHEN n % 2 = 0 THEN 1 ELSE 2002 END AS debit,
         CASE WHEN n = 1 THEN 1 WHEN n % 100 = 0 THEN 3 WHEN n % 2 = 0 THEN 2002 ELSE 1 END AS credit,
         CASE WHEN n = 1 THEN 5 WHEN n % 100 = 0 THEN 13 WHEN n % 2 = 0 THEN 1 ELSE 3 END AS kind) t`,
    [players, rows, began],
  );
}

async function measure(db: Db, period: Period, seconds: number): Promise<readonly BenchRow[]> {
  const runs: Readonly<Record<string, () => Promise<number>>> = {
    "plain query": async () => {
      const { rows } = await db.query(
        `SELECT seq, at, kind, reference, amount, debit, credit, balance_after FROM ledger.transfers
         WHERE player_id = $1 AND currency = $2 AND at >= $3 AND at < $4 ORDER BY seq`,
        [period.owner, period.currency, period.from, period.to],
        "bench.plain",
      );
      return rows.length;
    },
    "first page": async () => (await statementPage(db, period, undefined)).items.length,
    "all pages": async () => {
      let rows = 0;
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await statementPage(db, period, cursor);
        rows += page.items.length;
        cursor = page.next_cursor;
      }
      return rows;
    },
    file: async () => {
      let lines = 0;
      for await (const piece of statementFile(db, period, "en")) lines += piece.split("\n").length - 1;
      return lines - 3;
    },
  };
  const taken = new Map(Object.keys(runs).map(name => [name, [] as number[]]));
  const rowsOf = new Map<string, number>();
  // One of each in turn, so that the same neighbours disturb them all.
  for (let end = performance.now() + seconds * 1000 * 2, round = 0; performance.now() < end || round < 20; round++) {
    for (const [name, run] of Object.entries(runs)) {
      const started = performance.now();
      rowsOf.set(name, await run());
      if (round >= 3) taken.get(name)?.push(performance.now() - started);
    }
  }
  const figures = [...taken].map(([name, spent]) => ({ name, sorted: Float64Array.from(spent).sort() }));
  const plain = percentile(figures[0]?.sorted ?? new Float64Array(), 0.95);
  return figures.map(({ name, sorted }) => ({
    "read as": name,
    rows: rowsOf.get(name) ?? 0,
    "p50 ms": percentile(sorted, 0.5),
    "p95 ms": percentile(sorted, 0.95),
    "of a plain query": round(times(percentile(sorted, 0.95), plain), 2),
  }));
}
