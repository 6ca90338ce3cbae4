import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { uuid7 } from "#kit/std/uuid7.ts";
import {
  balancesAt,
  differencesOf,
  flowsAfter,
  numbersBefore,
  readStatement,
  trialBalance,
} from "#modules/ledger/server/index.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { crashBet, diceBet, paid, roundBet, roundEnd, voided } from "../../testing/test-bets.ts";
import { auditBooks, walletInvariants } from "../audit-books.ts";
import { countGameDays } from "../game-days/count-game-days.ts";
import { readGameBets, transfersOfBet } from "../game-days/game-bets.ts";
import { personalData } from "../person.ts";
import { playerTotals } from "../player-totals.ts";
import type { PlaceBet } from "../port.ts";
import { readPlayed } from "../read-played.ts";
import { archiveBets } from "./archive-bets.ts";
import { archiveTransfers } from "./archive-transfers.ts";
import { archiveAfterMs } from "./expired-keys.ts";
import type { ArchivedBatch, ArchivedRows } from "./move-ranges.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterEach(() => app.expectBooks());
afterAll(() => app.close());

const dayMs = 86_400_000;
const names = new Map<number, Uuid>();
/** The n-th key as the site creates it: it contains the time of its bet. */
function key(n: number): Uuid {
  const made = names.get(n) ?? uuid7(app.host.clock.now(), new Uint8Array(16).fill(n));
  names.set(n, made);
  return made;
}
const named = <B extends PlaceBet>(bet: B, n: number): B => ({ ...bet, key: key(n) });

const batches: ArchivedBatch[] = [];
const run = (numbersOfSegment: number) => ({
  before: new Date(app.host.clock.now() - archiveAfterMs),
  numbersOfSegment,
  record: async (_tx: unknown, batch: ArchivedBatch) => void batches.push(batch),
});
async function archive(numbersOfSegment = 4) {
  const bets = await archiveBets(app.host, run(numbersOfSegment));
  const transfers = await archiveTransfers(app.host, run(numbersOfSegment));
  return { segments: bets.segments + transfers.segments, bets: bets.count, transfers: transfers.count };
}
async function hotTransfers(player: PlayerId): Promise<number> {
  const { rowCount } = await app.host.db.query("SELECT FROM ledger.transfers WHERE player_id = $1 AND kind < 5", [
    player,
  ]);
  return rowCount;
}
async function hotBets(player: PlayerId): Promise<number> {
  const { rowCount } = await app.host.db.query("SELECT FROM wallet.bets WHERE player_id = $1", [player]);
  return rowCount;
}

/** Bets of every kind, of one player and with the numbers from `from`: 12 that have ended, and a crash bet that is open. */
async function play(player: PlayerId, from: number): Promise<void> {
  const { wallet } = app;
  for (let n = 0; n < 8; n++) await wallet.place(named(diceBet(player, n, 7n, n % 3 === 0 ? 20n : 0n), from + n));
  for (const n of [8, 9, 10]) await wallet.place(named(crashBet(player, n, BigInt(n)), from + n));
  await wallet.settle({ ...paid(player, 8, 31n), bet: key(from + 8) });
  await wallet.settle({ ...voided(player, 9), bet: key(from + 9) });
  await wallet.place(named(roundBet(player, 11, 5n), from + 11));
  const round = await wallet.openRound(player, "miner");
  if (!round) throw new Error("no round");
  const stepped = await wallet.step({ round, key: key(from + 12), choice: { cell: 3 }, shown: { mine: false } });
  if (stepped.kind === "stepped") await wallet.finish(roundEnd(stepped.round, 8n, { key: key(from + 13) }));
}

/** Everything about the bets of a player that a page, a statement or a proof shows. */
async function shown(player: PlayerId) {
  const { wallet, host } = app;
  const pages = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await wallet.history(player, { currency: "USD", limit: 5, ...(cursor && { cursor }) });
    pages.push(...page.bets);
    cursor = page.next;
  }
  const usd = { owner: player, currency: "USD" } as const;
  const span = { after: 0n, upTo: 1_000n };
  const numbers = Array.from({ length: 24 }, (_, n) => BigInt(n));
  return {
    pages,
    single: await Promise.all(pages.map(bet => wallet.bet(player, bet.key))),
    transfers: await Promise.all(pages.map(bet => transfersOfBet(host.db, { player, key: bet.key }))),
    totals: await playerTotals(host.db, player),
    personal: await personalData(host.db, player),
    statement: await readStatement(host.db, usd, span, { newestFirst: true, limit: 500 }),
    balances: await Promise.all(numbers.map(number => balancesAt(host.db, usd, number))),
    upward: await readStatement(host.db, usd, { after: 3n, upTo: 15n }, { newestFirst: false, limit: 5 }),
    downward: await readStatement(host.db, usd, { after: 3n, upTo: 15n }, { newestFirst: true, limit: 5 }),
    times: await numbersBefore(
      host.db,
      usd,
      pages.flatMap(({ placedAt }) => [placedAt, new Date(placedAt.getTime() + 1)]),
    ),
    flows: await flowsAfter(host.db, [{ ...usd, seq: 6n }]),
    played: await readPlayed(host.db, [{ playerId: player, currency: "USD", begin: 0n, upto: 1_000n }]),
    trial: await trialBalance(host.db),
    office: await readGameBets(host.db, {
      game: "dice",
      state: "ended",
      from: new Date(0),
      to: new Date(app.host.clock.now() + dayMs),
      player,
      except: [],
      limit: 50,
    }),
  };
}

test("what is archived is shown, counted, proven and audited as before, in a fraction of the rows", async () => {
  const alice = await app.player("alice", 100_000n);
  await play(alice, 1);
  await countGameDays(app.host, []);
  expect(await archive()).toEqual({ segments: 0, bets: 0, transfers: 0 });
  const before = await shown(alice);
  expect(before.pages).toHaveLength(12);
  await app.host.clock.advance(archiveAfterMs + 1_000);
  const moved = await archive();
  expect(moved.bets).toBeGreaterThanOrEqual(9);
  expect(await hotBets(alice)).toBe(12 - moved.bets);
  expect(await hotTransfers(alice)).toBeLessThan(4);
  const after = await shown(alice);
  expect(after).toEqual(before);
  expect(batches.map(({ rows }) => rows)).toEqual(["bets", "transfers"]);
  expect(batches.reduce((sum, { segments }) => sum + segments, 0)).toBe(moved.segments);
  // The open bet ends later, and stays where it is.
  await app.wallet.settle({ ...paid(alice, 10, 0n), bet: key(11) });
  await app.host.clock.advance(archiveAfterMs + 1_000);
  await archive(1);
  expect(await hotBets(alice)).toBeLessThanOrEqual(2);
});

test("a repeat of an archived bet's key moves nothing and says that it expired; a young key gets its first response", async () => {
  const bob = await app.player("bob", 100_000n);
  for (let n = 0; n < 4; n++) await app.wallet.place(named(diceBet(bob, n, 10n, 0n), 40 + n));
  const balance = 100_000n - 40n;
  const repeat = (n: number) => app.wallet.place(named(diceBet(bob, n, 10n, 0n), 40 + n));
  expect(await repeat(0)).toMatchObject({ kind: "accepted", replayed: true });
  await app.host.clock.advance(archiveAfterMs - dayMs / 2);
  // Not archived yet, and refused all the same: between the two lies a day for clocks that differ.
  expect(await repeat(1)).toEqual({ kind: "refused", reason: "idempotency_expired" });
  await app.host.clock.advance(dayMs);
  expect((await archive(1)).bets).toBe(4);
  expect(await repeat(2)).toEqual({ kind: "refused", reason: "idempotency_expired" });
  await app.expectBooks(bob, balance);
});

test("a browser whose clock is years behind bets as others do, and its repeats get the first response", async () => {
  const carol = await app.player("carol", 100n);
  const bet = { ...diceBet(carol, 1, 10n, 0n), key: uuid7(1_000_000, new Uint8Array(16).fill(9)) };
  const first = await app.wallet.place(bet);
  expect(first).toMatchObject({ kind: "accepted", replayed: false });
  expect(await app.wallet.place(bet)).toEqual({ ...first, replayed: true });
  await app.expectBooks(carol, 90n);
});

test("bets whose keys contain no time are not archived, for a repeat may come at any time", async () => {
  const dave = await app.player("dave", 100n);
  const bets = [1, 2, 3].map(n => ({
    ...diceBet(dave, n, 1n, 0n),
    key: `3f2b8d3e-1111-4222-8333-44445555666${n}` as Uuid,
  }));
  for (const bet of bets) await app.wallet.place(bet);
  await app.host.clock.advance(archiveAfterMs + 1_000);
  await archive(1);
  expect(await hotBets(dave)).toBe(3);
  for (const bet of bets) expect(await app.wallet.place(bet)).toMatchObject({ replayed: true });
});

const failpoints = ["wallet.archive.copied", "wallet.archive.removed", "wallet.archive.committed"];
test.each(
  failpoints.flatMap((failpoint, n) => [
    { failpoint, rows: "bets" as ArchivedRows, n },
    { failpoint, rows: "transfers" as ArchivedRows, n: n + failpoints.length },
  ]),
)(
  "a run that ends at $failpoint of $rows has moved whole batches or nothing, and the next one continues",
  async ({ failpoint, rows, n: number }) => {
    const erin = await app.player(`er${number}`, 100_000n);
    const first = 60 + number * 10;
    for (let n = 0; n < 8; n++) await app.wallet.place(named(diceBet(erin, n, 10n, 5n), first + n));
    await app.host.clock.advance(archiveAfterMs + 1_000);
    const before = await shown(erin);
    if (rows === "transfers") await archiveBets(app.host, run(4));
    const [hot, all, left] = rows === "bets" ? [hotBets, 8, 0] : [hotTransfers, 16, 1];
    app.host.failpoints.arm(failpoint, () => {
      throw new Error("a fault of the test");
    });
    await expect(archive()).rejects.toThrow("a fault of the test");
    const committed = failpoint.endsWith("committed");
    expect(await hot(erin)).toBe(committed ? left : all);
    await app.expectBooks();
    expect(await shown(erin)).toEqual(before);
    await Promise.all([archive(), archive()]);
    expect([await hotBets(erin), await hotTransfers(erin)]).toEqual([0, 1]);
    expect(await shown(erin)).toEqual(before);
  },
);

test("nobody deletes a bet that is not archived, changes a segment or removes one; the audit finds one that was changed", async () => {
  const { db } = app.host;
  const frank = await app.player("frank", 100n);
  for (let n = 0; n < 2; n++) await app.wallet.place(named(diceBet(frank, n, 10n, 0n), 230 + n));
  await expect(db.query("DELETE FROM wallet.bets WHERE player_id = $1", [frank])).rejects.toThrow("only archived bets");
  const { rows } = await db.query<{ name: string }>(
    "SELECT tableoid::regclass::text AS name FROM wallet.bets WHERE player_id = $1 LIMIT 1",
    [frank],
  );
  await expect(db.query(`DELETE FROM ${rows[0]?.name} WHERE player_id = $1`, [frank])).rejects.toThrow(
    "only archived bets",
  );
  await app.host.clock.advance(archiveAfterMs + 1_000);
  await archive(1);
  await expect(db.query("DELETE FROM wallet.archived_bets")).rejects.toThrow("append-only");
  await expect(db.query("UPDATE wallet.archived_bets SET paid = 1")).rejects.toThrow("append-only");
  const rule = await db
    .tx(async tx => {
      await tx.query("ALTER TABLE wallet.archived_bets DISABLE TRIGGER append_only");
      await tx.query("UPDATE wallet.archived_bets SET outcomes[1] = '{}' WHERE player_id = $1", [frank]);
      throw new Error(JSON.stringify((await differencesOf(tx, walletInvariants)).map(found => found.rule)));
    })
    .catch((error: Error) => error.message);
  expect(rule).toContain("I25 a segment of archived bets has the digest");
});

test("a transfer is deleted only once it is archived; a changed segment of transfers is found, and one whose row is still there", async () => {
  const { db } = app.host;
  const grace = await app.player("grace", 100n);
  for (let n = 0; n < 2; n++) await app.wallet.place(named(diceBet(grace, n, 10n, 0n), 240 + n));
  await expect(db.query("DELETE FROM ledger.transfers WHERE player_id = $1", [grace])).rejects.toThrow("append-only");
  await app.host.clock.advance(archiveAfterMs + 1_000);
  await archive(1);
  expect(await hotTransfers(grace)).toBe(0);
  await expect(db.query("DELETE FROM ledger.archived_transfers")).rejects.toThrow("append-only");
  await expect(db.query("UPDATE ledger.archived_transfers SET total = 1")).rejects.toThrow("append-only");
  const brokenBy = (sql: string) =>
    db
      .tx(async tx => {
        await tx.query("SET LOCAL session_replication_role = replica");
        await tx.query(sql, [grace]);
        throw new Error(JSON.stringify((await auditBooks(tx)).map(found => found.rule)));
      })
      .catch((error: Error) => error.message);
  const changed = await brokenBy(
    "UPDATE ledger.archived_transfers SET amounts[1] = amounts[1] + 1 WHERE player_id = $1",
  );
  expect(changed).toContain("I25 a segment of archived transfers has the digest");
  expect(changed).toContain("I3 stored balances equal");
  const twice = await brokenBy(
    `INSERT INTO ledger.transfers SELECT player_id, reference, seq, amount, balance_after, at, debit, credit, kind, currency
     FROM ledger.archived_transfer_rows WHERE player_id = $1`,
  );
  expect(twice).toContain("I25 a transfer is in one place");
  expect(await brokenBy("DELETE FROM ledger.archived_transfers WHERE player_id = $1")).toContain(
    "I3 stored balances equal",
  );
});

test("the archive has every column of a bet but the hash of its request, and of a transfer", async () => {
  const columnsOf = (schema: string, table: string) =>
    `SELECT column_name AS column FROM information_schema.columns WHERE table_schema = '${schema}' AND table_name = '${table}'`;
  const { rows } = await app.host.db.query<{ column: string }>(
    `(${columnsOf("wallet", "bets")} EXCEPT ${columnsOf("wallet", "all_bets")})
     UNION ALL (${columnsOf("ledger", "transfers")} EXCEPT ${columnsOf("ledger", "archived_transfer_rows")})`,
  );
  expect(rows).toEqual([]);
});
