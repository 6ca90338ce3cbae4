import { randomBytes } from "node:crypto";
import type { Db } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { uuid7 } from "#kit/std/uuid7.ts";
import {
  archiveAfterMs,
  archiveBets,
  archiveTransfers,
  createWallet,
  type Wallet,
} from "#modules/wallet/server/index.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { requireRightBooks } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { closedLoop, round } from "./figures.ts";
import { nextBet } from "./wallet.ts";
import { richPlayer, withDatabase } from "./wallet-database.ts";

const players = 4;
/** Pages of history and single bets that are read, before and after. */
const reads = 200;

/**
 * `npm run bench -- archive`: bets that are placed in the past for so many seconds, then moved to the archive with their transfers: how fast, the bytes
 * of a row before and after, and what a page of the history and a single bet cost in either place. The books are audited with the archive.
 */
export const benchArchive: BenchSuite = ({ seconds }) =>
  withDatabase({ modules: ["wallet"], pool: 8 }, async db => {
    const host = plainHost(db);
    const ago = archiveAfterMs + 86_400_000;
    const past = { ...host, clock: { ...host.clock, now: () => host.clock.now() - ago } };
    const pairs = testPairs(db);
    const wallet = createWallet(past, { pairs });
    const people = await Promise.all(Array.from({ length: players }, () => richPlayer(db, wallet, pairs)));
    await closedLoop(people, seconds, async player => {
      const key = uuid7(past.clock.now(), randomBytes(16));
      const answer = await wallet.place({ ...nextBet(player), key });
      if (answer.kind !== "accepted") throw new Error(`refused: ${answer.reason}`);
    });
    await db.query("VACUUM ANALYZE");
    const hot = { bytes: await bytesOf(db, "wallet.bets"), ...(await readTimes(wallet, people)) };
    const began = performance.now();
    const { segments, count: bets } = await archiveBets(host, {
      before: new Date(host.clock.now() - archiveAfterMs),
      record: async () => undefined,
    });
    const movedMs = performance.now() - began;
    await db.query("VACUUM ANALYZE");
    const transfersHot = { bytes: await bytesOf(db, "ledger.transfers"), rows: await countOf(db, "ledger.transfers") };
    const transfersBegan = performance.now();
    const transfers = await archiveTransfers(host, {
      before: new Date(host.clock.now() - archiveAfterMs),
      record: async () => undefined,
    });
    const transfersMs = performance.now() - transfersBegan;
    await db.query("VACUUM ANALYZE");
    const readBegan = performance.now();
    await db.query("SELECT sum(amount), count(reference), max(balance_after) FROM ledger.archived_transfer_rows");
    const readMs = performance.now() - readBegan;
    const archived = { bytes: await bytesOf(db, "wallet.archived_bets"), ...(await readTimes(wallet, people)) };
    await wallet.stop?.();
    await requireRightBooks(db);
    const all = bets + (await countOf(db, "wallet.bets"));
    const row = (place: string, figures: typeof hot, of: number): BenchRow => ({
      place,
      "bytes a row": round(figures.bytes / of, 1),
      "page of 50 ms": figures.page,
      "single bet ms": figures.single,
    });
    return [
      { ...row("wallet.bets", hot, all), rows: all },
      {
        ...row("wallet.archived_bets", archived, bets),
        rows: bets,
        segments,
        "rows/s out": Math.round((bets / movedMs) * 1000),
      },
      {
        place: "ledger.transfers",
        "bytes a row": round(transfersHot.bytes / transfersHot.rows, 1),
        rows: transfersHot.rows,
      },
      {
        place: "ledger.archived_transfers",
        "bytes a row": round((await bytesOf(db, "ledger.archived_transfers")) / transfers.count, 1),
        rows: transfers.count,
        segments: transfers.segments,
        "rows/s out": Math.round((transfers.count / transfersMs) * 1000),
        "rows/s back": Math.round((transfers.count / readMs) * 1000),
      },
    ];
  });

async function bytesOf(db: Db, table: string): Promise<number> {
  const { rows } = await db.query<{ bytes: bigint }>(
    `SELECT sum(pg_total_relation_size(c.oid))::bigint AS bytes FROM pg_class c
     WHERE c.oid = $1::regclass OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::regclass)`,
    [table],
  );
  return Number(rows[0]?.bytes ?? 0n);
}

async function countOf(db: Db, table: string): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>(`SELECT count(*) AS n FROM ${table}`);
  return Number(rows[0]?.n ?? 0n);
}

/** Means, in milliseconds: of the oldest full page but the first bets, and of single bets on it. */
async function readTimes(
  wallet: Wallet,
  people: readonly PlayerId[],
): Promise<{ readonly page: number; readonly single: number }> {
  let [pageMs, singleMs] = [0, 0];
  for (let n = 0; n < reads; n++) {
    const player = people[n % people.length] as PlayerId;
    const began = performance.now();
    const { bets } = await wallet.history(player, { currency: "USD", limit: 50, cursor: "500" });
    pageMs += performance.now() - began;
    const bet = bets[n % bets.length];
    if (bets.length !== 50 || !bet) throw new Error(`a page of ${bets.length} bets`);
    const asked = performance.now();
    await wallet.bet(player, bet.key);
    singleMs += performance.now() - asked;
  }
  return { page: round(pageMs / reads, 2), single: round(singleMs / reads, 2) };
}
