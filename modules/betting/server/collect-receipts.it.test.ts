import { afterAll, beforeAll, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { dayChain } from "../shared/receipt.ts";
import { single, type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

const day = 86_400_000;
let sportsbook: TestSportsbook;
beforeAll(async () => {
  sportsbook = await testSportsbook();
});
afterAll(async () => {
  await sportsbook.expectBooks();
  await sportsbook.close();
});

const nextDay = () => sportsbook.host.clock.setNow(sportsbook.host.clock.now() + day);
const one = <T>(sql: string) => sportsbook.feed.readValue<T>(sql);
const days = async (query = "") => (await sportsbook.api.call(`GET /api/v1/betting/receipts${query}`)).body.data;

test("each slip and revision has one receipt however often they are collected, and each day one root, chained to the one before", async () => {
  await sportsbook.openMatches(["m:r1"]);
  const rita = await sportsbook.player("1000");
  for (let n = 0; n < 9; n++) await sportsbook.place(rita, single("m:r1", "1"));
  await sportsbook.betting.collectReceipts();
  await sportsbook.betting.collectReceipts();
  expect(await one("SELECT count(*)::int AS value FROM betting.receipts")).toBe(9);
  expect((await days()).items).toEqual([]);
  await sportsbook.endMatch("m:r1", [
    [1, 0],
    [0, 0],
  ]);
  await sportsbook.settle();
  await Promise.all([sportsbook.betting.collectReceipts(), sportsbook.betting.collectReceipts()]);
  nextDay();
  await Promise.all([sportsbook.betting.collectReceipts(), sportsbook.betting.collectReceipts()]);
  await sportsbook.openMatches(["m:r2"]);
  await sportsbook.place(rita, single("m:r2", "1"));
  await sportsbook.betting.collectReceipts();
  nextDay();
  await sportsbook.betting.collectReceipts();
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
  expect((await sportsbook.api.call("GET /api/v1/betting/receipts?cursor=x")).status).toBe(422);
});

test("a slip whose commit became visible late is under the root of the next day, never left out", async () => {
  await sportsbook.openMatches(["m:l1"]);
  const lena = await sportsbook.player("100");
  const place = async () => (await sportsbook.place(lena, single("m:l1", "1"))).body.data.id as string;
  const rootOf = async (id: string) => (await sportsbook.proofOf(id)).proof.receipt.included?.number;
  const first = await place();
  await sportsbook.betting.collectReceipts();
  const late = await place();
  // As if the collector had been ahead of its commit by an hour.
  await sportsbook.host.db.query("UPDATE betting.receipt_cursors SET at = $1", [
    new Date(sportsbook.host.clock.now() + 3_600_000),
  ]);
  await sportsbook.betting.collectReceipts();
  nextDay();
  await sportsbook.betting.collectReceipts();
  const root = (await rootOf(first)) ?? 0;
  expect([root > 0, await rootOf(late)]).toEqual([true, undefined]);
  nextDay();
  await sportsbook.betting.collectReceipts();
  expect(await rootOf(late)).toBe(root + 1);
});

test("a slip that is seen a minute after a later one is collected within the minute", async () => {
  await sportsbook.openMatches(["m:o1"]);
  const otto = await sportsbook.player("100");
  const { id } = (await sportsbook.place(otto, single("m:o1", "1"))).body.data;
  await sportsbook.host.clock.advance(60_000);
  await sportsbook.host.db.query("UPDATE betting.receipt_cursors SET at = $1", [new Date(sportsbook.host.clock.now())]);
  await sportsbook.betting.collectReceipts();
  const { key } = sportsbook.bets.ids.open(id) ?? {};
  expect(await one(`SELECT count(*)::int AS value FROM betting.receipts WHERE key = '${key}'`)).toBe(1);
});

test("a collection that stops between two pages goes on from there", async () => {
  await sportsbook.openMatches(["m:s1"]);
  const sid = await sportsbook.player("100");
  for (let n = 0; n < 9; n++) await sportsbook.place(sid, single("m:s1", "1"));
  const before = await one<number>("SELECT count(*)::int AS value FROM betting.receipts");
  const stop = () => {
    throw new Error("killed");
  };
  sportsbook.host.failpoints.arm("betting.receipts.slips", stop);
  await expect(sportsbook.betting.collectReceipts()).rejects.toThrow("killed");
  await sportsbook.betting.collectReceipts();
  expect(await one("SELECT count(*)::int AS value FROM betting.receipts")).toBe((before ?? 0) + 9);
});
