import { setTimeout } from "node:timers/promises";
import { invariants } from "#apps/server/invariants.ts";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { readFigures } from "#modules/operations/server/index.ts";
import { createProjections } from "#modules/projections/server/index.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import type { BenchRow } from "./bench-suite.ts";
import { closedLoop, round } from "./figures.ts";
import { placeDice, richPlayer, withOwnServer } from "./wallet-database.ts";

const players = 64;
const operators = 20;
/** Connections of the back office. */
const officePool = 4;
/** How often bets with operators and without take turns. */
const repeats = 3;

/** The fold, the figures of the dashboard beside a scan of the same days, a check of all invariants, and bets beside operators who read. */
export const officeFigures = (seconds: number): Promise<readonly BenchRow[]> =>
  withOwnServer({ modules: "all", pool: 24 }, async ({ db, url }) => {
    const host = plainHost(db);
    const pairs = testPairs(db);
    const wallet = createWallet(host, { pairs });
    const projections = createProjections(plainHost(db), { returnedOf: () => undefined, testPlayers: async () => [] });
    const people = await Promise.all(Array.from({ length: players }, () => richPlayer(db, wallet, pairs)));
    await closedLoop(people, seconds, player => placeDice(wallet, player));
    const readers = createDb(url, { pool: officePool, statementTimeoutMs: 3_000 });
    try {
      return [
        await folded(db, () => projections.foldNow()),
        ...(await figures(readers, db, seconds)),
        await checked(db),
        await besideOperators(wallet, people, readers, seconds),
      ];
    } finally {
      await readers.end();
      await projections.stop?.();
      await wallet.stop?.();
    }
  });

async function transfersOf(db: Db): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>("SELECT coalesce(sum(seq), 0)::bigint AS n FROM wallet.wallets");
  return Number(rows[0]?.n ?? 0n);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function folded(db: Db, fold: () => Promise<void>): Promise<BenchRow> {
  const transfers = await transfersOf(db);
  const ms = await timed(fold);
  return {
    figure: `fold of ${transfers} transfers into all tables`,
    seconds: round(ms / 1000, 2),
    "rows/s": Math.round((1000 * transfers) / ms),
  };
}

/** What the dashboard read before there were half hours. */
const scan = `
SELECT kind, debit, credit, currency, count(*), sum(amount) FROM ledger.transfers WHERE at >= now() - interval '48 hours' GROUP BY 1, 2, 3, 4`;

async function figures(readers: Db, db: Db, seconds: number): Promise<readonly BenchRow[]> {
  const host = plainHost(readers);
  const clients = Array.from({ length: officePool });
  const read = await closedLoop(clients, seconds / 2, () => readFigures(host, { period: "today" }));
  const scanned = await closedLoop(clients, seconds / 2, () => db.query(scan));
  const of = await transfersOf(db);
  return [
    { figure: `figures of the dashboard over ${of} transfers`, "p50 ms": read.p50, "p99 ms": read.p99 },
    {
      figure: "flows of 48 hours, by a scan",
      "p50 ms": scanned.p50,
      "p99 ms": scanned.p99,
      times: round(scanned.p50 / read.p50, 1),
    },
  ];
}

async function checked(db: Db): Promise<BenchRow> {
  const ms = await timed(() =>
    db.tx(
      async tx => {
        // Only the time counts: these bets pay what the load says, so the check of what dice pays finds them.
        for (const { run } of invariants) await run(tx);
      },
      { isolation: "repeatable read", readOnly: true },
    ),
  );
  return {
    figure: `a check of all ${invariants.length} invariants, of ${await transfersOf(db)} transfers`,
    ms: Math.round(ms),
  };
}

/** Bets a second while operators read the dashboard, of none; runs take turns. */
async function besideOperators(
  wallet: Wallet,
  people: readonly PlayerId[],
  readers: Db,
  seconds: number,
): Promise<BenchRow> {
  const host = plainHost(readers);
  const alone: number[] = [];
  const beside: number[] = [];
  for (let turn = 0; turn < repeats; turn++) {
    alone.push((await closedLoop(people, seconds / repeats, player => placeDice(wallet, player))).perSecond);
    let isOver = false;
    const played = closedLoop(people, seconds / repeats, player => placeDice(wallet, player)).finally(() => {
      isOver = true;
    });
    // Each page reads at most every two seconds: the server keeps what it read for that long.
    const reading = Array.from({ length: operators }, async () => {
      while (!isOver) {
        await readFigures(host, { period: "today" });
        await setTimeout(2_000);
      }
    });
    beside.push((await played).perSecond);
    await Promise.all(reading);
  }
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  return {
    figure: `bets/s beside ${operators} operators`,
    "bets/s": median(beside),
    "bets/s alone": median(alone),
    "of alone": round(median(beside) / median(alone), 2),
  };
}
