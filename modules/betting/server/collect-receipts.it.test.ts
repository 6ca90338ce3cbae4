import { afterAll, beforeAll, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { dayChain } from "../shared/receipt.ts";
import { type BettingTable, bettingTable, single } from "../testing/betting-table.ts";

const day = 86_400_000;
let table: BettingTable;
beforeAll(async () => {
  table = await bettingTable();
});
afterAll(async () => {
  await table.expectBooks();
  await table.close();
});

const nextDay = () => table.host.clock.setNow(table.host.clock.now() + day);
const one = <T>(sql: string) => table.feed.one<T>(sql);
const days = async (query = "") => (await table.api.call(`GET /api/v1/betting/receipts${query}`)).body.data;

test("each slip and revision has one receipt however often they are collected, and each day one root, chained to the one before", async () => {
  await table.open(["m:r1"]);
  const rita = await table.player("1000");
  for (let n = 0; n < 9; n++) await table.place(rita, single("m:r1", "1"));
  await table.betting.collectReceipts();
  await table.betting.collectReceipts();
  expect(await one("SELECT count(*)::int AS value FROM betting.receipts")).toBe(9);
  expect((await days()).items).toEqual([]);
  await table.end("m:r1", [
    [1, 0],
    [0, 0],
  ]);
  await table.settle();
  await Promise.all([table.betting.collectReceipts(), table.betting.collectReceipts()]);
  nextDay();
  await Promise.all([table.betting.collectReceipts(), table.betting.collectReceipts()]);
  await table.open(["m:r2"]);
  await table.place(rita, single("m:r2", "1"));
  await table.betting.collectReceipts();
  nextDay();
  await table.betting.collectReceipts();
  const { items, next_cursor } = await days();
  expect(items.map(({ number, receipts }: { number: number; receipts: number }) => [number, receipts])).toEqual([
    [2, 1],
    [1, 18],
  ]);
  expect(next_cursor).toBeNull();
  const [second, first] = items;
  expect(dayChain(nobleHashes, "", first.day, 18, first.root)).toBe(first.chain);
  expect(dayChain(nobleHashes, first.chain, second.day, 1, second.root)).toBe(second.chain);
  expect(await one("SELECT count(DISTINCT (day, index))::int AS value FROM betting.receipts")).toBe(19);
  expect((await days("?cursor=2")).items).toEqual([first]);
  expect((await table.api.call("GET /api/v1/betting/receipts?cursor=x")).status).toBe(422);
});

test("a slip whose commit became visible late is under the root of the next day, never left out", async () => {
  await table.open(["m:l1"]);
  const lena = await table.player("100");
  const place = async () => (await table.place(lena, single("m:l1", "1"))).body.data.id as string;
  const rootOf = async (id: string) => (await table.proofOf(id)).proof.receipt.included?.number;
  const first = await place();
  await table.betting.collectReceipts();
  const late = await place();
  // As if the collector had been ahead of its commit by an hour.
  await table.host.db.query("UPDATE betting.receipt_cursors SET at = $1", [
    new Date(table.host.clock.now() + 3_600_000),
  ]);
  await table.betting.collectReceipts();
  nextDay();
  await table.betting.collectReceipts();
  const root = (await rootOf(first)) ?? 0;
  expect([root > 0, await rootOf(late)]).toEqual([true, undefined]);
  nextDay();
  await table.betting.collectReceipts();
  expect(await rootOf(late)).toBe(root + 1);
});

test("a slip that is seen a minute after a later one is collected within the minute", async () => {
  await table.open(["m:o1"]);
  const otto = await table.player("100");
  const { id } = (await table.place(otto, single("m:o1", "1"))).body.data;
  await table.host.clock.advance(60_000);
  await table.host.db.query("UPDATE betting.receipt_cursors SET at = $1", [new Date(table.host.clock.now())]);
  await table.betting.collectReceipts();
  const { key } = table.bets.ids.open(id) ?? {};
  expect(await one(`SELECT count(*)::int AS value FROM betting.receipts WHERE key = '${key}'`)).toBe(1);
});

test("a collection that stops between two pages goes on from there", async () => {
  await table.open(["m:s1"]);
  const sid = await table.player("100");
  for (let n = 0; n < 9; n++) await table.place(sid, single("m:s1", "1"));
  const before = await one<number>("SELECT count(*)::int AS value FROM betting.receipts");
  const stop = () => {
    throw new Error("killed");
  };
  table.host.failpoints.arm("betting.receipts.slips", stop);
  await expect(table.betting.collectReceipts()).rejects.toThrow("killed");
  await table.betting.collectReceipts();
  expect(await one("SELECT count(*)::int AS value FROM betting.receipts")).toBe((before ?? 0) + 9);
});
