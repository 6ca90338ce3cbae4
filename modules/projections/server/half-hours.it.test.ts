import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { differencesOf, trialBalance } from "#modules/ledger/server/index.ts";
import { type TestApp, testApp } from "#modules/wallet/testing/test-app.ts";
import { crashBet, diceBet, paid } from "#modules/wallet/testing/test-bets.ts";
import { closeDays } from "./closed-days.ts";
import { closedRows, createProjections, type Projections, projectionInvariants } from "./index.ts";

let app: TestApp;
let projections: Projections;
const tests: PlayerId[] = [];

beforeAll(async () => {
  app = await testApp({}, ["wagering", "projections"]);
  projections = createProjections(app.host, { returnedOf: () => undefined, testPlayers: async () => tests });
});
afterAll(async () => {
  await projections.stop?.();
  await app.close();
});

const unit = 1_000_000n;
const halfHourMs = 1_800_000;
const dayMs = 86_400_000;
const differences = () => differencesOf(app.host.db, projectionInvariants());
const live = "(SELECT live FROM projections.runs)";
const toNextDay = () => app.host.clock.advance(dayMs - (app.host.clock.now() % dayMs));

async function halfHours(player: boolean | null = null) {
  const { rows } = await app.host.db.query<{ hour: string; kind: number; amount: string; transfers: bigint }>(
    `SELECT to_char(half_hour AT TIME ZONE 'UTC', 'HH24:MI') AS hour, kind, total::text AS amount, transfers FROM projections.half_hours
     WHERE generation = ${live} AND ($1::boolean IS NULL OR is_test = $1) ORDER BY half_hour, kind`,
    [player],
  );
  return rows.map(({ hour, kind, amount, transfers }) => `${hour} ${kind} ${amount} ${transfers}`);
}

const tables = ["half_hours", "game_half_hours", "player_days", "player_game_days"];
async function everything() {
  const of = async (table: string) => {
    const { rows } = await app.host.db.query(
      `SELECT (to_jsonb(t) - 'generation')::text AS row FROM projections.${table} t WHERE generation = ${live} ORDER BY 1`,
    );
    return rows;
  };
  return Promise.all(tables.map(of));
}

test("what moves between two accounts is added to its half hour, test accounts apart", async () => {
  await toNextDay();
  const alice = await app.player("alice", 100n * unit);
  await app.wallet.place(diceBet(alice, 1, 10n * unit, 25n * unit));
  await app.host.clock.advance(halfHourMs);
  await app.wallet.place(diceBet(alice, 2, 5n * unit, 0n));
  const tess = await app.player("tess", 7n * unit);
  tests.push(tess);
  await projections.foldNow();
  expect(await halfHours(false)).toEqual([
    "00:00 1 10000000 1",
    "00:00 3 25000000 1",
    "00:00 5 100000000 1",
    "00:30 1 5000000 1",
  ]);
  expect(await halfHours(true)).toEqual(["00:30 5 7000000 1"]);
  const { rows } = await app.host.db.query(
    `SELECT deposits::text, deposit_count AS n, staked_in AS slots, is_test FROM projections.player_days WHERE generation = ${live} ORDER BY is_test`,
  );
  expect(rows).toEqual([
    { deposits: "100000000", n: 1n, slots: 0b11n, is_test: false },
    { deposits: "7000000", n: 1n, slots: 0n, is_test: true },
  ]);
  const { rows: games } = await app.host.db.query(
    `SELECT game, bets, real_staked::text AS staked, real_paid::text AS paid FROM projections.game_half_hours WHERE generation = ${live} ORDER BY half_hour`,
  );
  expect(games).toEqual([
    { game: 2, bets: 1n, staked: "10000000", paid: "25000000" },
    { game: 2, bets: 1n, staked: "5000000", paid: "0" },
  ]);
  const { rows: sums } = await app.host.db.query<{ account: number; balance: string }>(
    `SELECT account, sum(amount)::text AS balance FROM (
       SELECT debit AS account, -total AS amount FROM projections.half_hours WHERE generation = ${live}
       UNION ALL SELECT credit, total FROM projections.half_hours WHERE generation = ${live}) s GROUP BY account ORDER BY account`,
  );
  const books = (await trialBalance(app.host.db)).map(({ account, balance }) => ({
    account,
    balance: String(balance),
  }));
  expect(sums).toEqual(books);
  expect(await differences()).toEqual([]);
});

test("rebuilt, every table is the same", async () => {
  const eve = await app.player("eve", 100n * unit);
  await app.wallet.place(crashBet(eve, 1, 7n * unit));
  await app.host.clock.advance(halfHourMs);
  await app.wallet.settle(paid(eve, 1, 21n * unit));
  await projections.foldNow();
  const before = await everything();
  expect(before.every(rows => rows.length > 1)).toBe(true);
  await projections.rebuild();
  expect(await everything()).toEqual(before);
  expect(await differences()).toEqual([]);
});

test("kill -9 of the folding process, before and after its commit: the half hours are the trial balance, to the micro-unit", async () => {
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, index) => app.player(`kill${index}`.slice(-6), 1_000n)),
  );
  const folded = async () => {
    const { rows } = await app.host.db.query<{ n: bigint }>(
      `SELECT count(*) AS n FROM projections.positions WHERE generation = ${live} AND player_id = ANY($1::uuid[])`,
      [people],
    );
    return Number(rows[0]?.n);
  };
  const script = join(import.meta.dirname, "../testing/kill-fold.ts");
  for (const [spec, known] of [
    ["projections.formed:1", 0],
    ["projections.folded:1", 20],
  ] as const) {
    const child = spawn(process.execPath, [script, app.host.databaseUrl, spec], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    expect(await folded()).toBe(known);
    expect(await differences()).toEqual([]);
  }
  await projections.foldNow();
  expect(await differences()).toEqual([]);
});

async function closed() {
  const { rows } = await app.host.db.query<{ number: number; day: string; zone: string; rows: number; hash: string }>(
    "SELECT number, day::text, zone, rows, encode(hash, 'hex') AS hash FROM projections.closed_days ORDER BY number",
  );
  return rows;
}

test("a day closes ten minutes after its end, once everything before its end is folded, and no sooner", async () => {
  expect(await projections.closeDays()).toBe(0);
  await toNextDay();
  await app.player("nora", 5n * unit);
  await app.host.clock.advance(9 * 60_000);
  expect(await projections.closeDays()).toBe(0);
  await app.host.clock.advance(61_000);
  // A transfer of the day that just ended, not folded yet.
  const late = await app.player("lena", 0n);
  await bookAt(late, 1, new Date(app.host.clock.now() - 3_600_000));
  expect(await projections.closeDays()).toBe(0);
  await projections.foldNow();
  expect(await projections.closeDays()).toBe(1);
  expect(await projections.closeDays()).toBe(0);
  expect(await closed()).toMatchObject([{ number: 1, zone: "UTC", rows: expect.any(Number) }]);
  expect(await differences()).toEqual([]);
});

/** A deposit of one micro-unit that was made earlier, as by a transaction that was open for long. */
async function bookAt(player: PlayerId, seq: number, at: Date): Promise<void> {
  await app.host.db.tx(async tx => {
    await tx.query(
      `INSERT INTO ledger.transfers (player_id, reference, seq, amount, balance_after, at, debit, credit, kind, currency)
       VALUES ($1, gen_random_uuid(), $2, 1, $2, $3, 101, 1, 5, 'USD')`,
      [player, seq, at],
    );
    await tx.query("UPDATE wallet.wallets SET seq = $2, real = real + 1 WHERE player_id = $1 AND currency = 'USD'", [
      player,
      seq,
    ]);
  });
}

test("what arrives for a closed day leaves that day as it is, and is booked in the next as late", async () => {
  const [first] = await closed();
  const { rows: bytes } = await app.host.db.query("SELECT * FROM projections.closed_rows ORDER BY 1, 2, 3, 4, 5, 6, 7");
  const lena = await app.player("lena", 0n);
  await bookAt(lena, 2, new Date(app.host.clock.now() - 3_600_000));
  await projections.foldNow();
  await toNextDay();
  await app.host.clock.advance(11 * 60_000);
  expect(await projections.closeDays()).toBe(1);
  const { rows: late } = await app.host.db.query(
    "SELECT of_day::text, kind, total::text AS amount, transfers FROM projections.closed_rows JOIN projections.closed_days USING (number) WHERE number = 2 AND of_day <> day",
  );
  expect(late).toEqual([{ of_day: first?.day, kind: 5, amount: "1", transfers: 1n }]);
  expect((await closed())[0]).toEqual(first);
  const page = await closedRows(app.host.db, 2, { after: 0, limit: 1 });
  expect(page).toMatchObject([
    { place: 1, ofDay: first?.day, isLate: true, kind: "deposit", amount: 1n, transfers: 1 },
  ]);
  expect((await closedRows(app.host.db, 2, { after: 1, limit: 9 })).every(({ isLate }) => !isLate)).toBe(true);
  const { rows: after } = await app.host.db.query(
    "SELECT * FROM projections.closed_rows WHERE number = 1 ORDER BY 1, 2, 3, 4, 5, 6, 7",
  );
  expect(after).toEqual(bytes);
  // A day on which nothing happened closes too.
  await app.host.clock.advance(dayMs);
  expect(await projections.closeDays()).toBe(1);
  expect((await closed())[2]).toMatchObject({ number: 3, rows: 0 });
  expect(await differences()).toEqual([]);
  await expect(app.host.db.query("UPDATE projections.closed_rows SET total = 2")).rejects.toThrow("append-only");
});

test.each([
  ["sum to the trial balance", `UPDATE projections.half_hours SET total = total + 1 WHERE kind = 5 AND NOT is_test`],
  ["count every transfer", `UPDATE projections.half_hours SET transfers = transfers + 1 WHERE kind = 3`],
  [
    "in half an hour is what the ledger says",
    `WITH one AS (SELECT * FROM projections.half_hours WHERE kind = 3 LIMIT 1)
     UPDATE projections.half_hours h SET half_hour = h.half_hour + interval '6 hours' FROM one WHERE h.half_hour = one.half_hour AND h.kind = 3`,
  ],
  ["the half hours of a game", `UPDATE projections.game_half_hours SET real_paid = real_paid + 1 WHERE game = 1`],
  ["deposits, payouts and transfers", `UPDATE projections.player_days SET deposits = deposits - 1 WHERE is_test`],
  ["staked in the half hours", `UPDATE projections.player_days SET staked_in = 0`],
  ["the rows of its hash", `UPDATE projections.closed_rows SET total = total + 1 WHERE number = 2 AND kind = 5`],
  ["the rows of its hash", `DELETE FROM projections.closed_rows WHERE number = 2`],
  ["run without gaps", `DELETE FROM projections.closed_days WHERE number = 2`],
  ["than its half hours", `DELETE FROM projections.half_hours WHERE kind = 5`],
])("the audit finds a planted breach: %s", async (name, breach) => {
  const found = projectionInvariants().find(one => one.name.includes(name));
  class RolledBack extends Error {}
  const planted = app.host.db.tx(async tx => {
    expect((await found?.run(tx))?.length).toBe(0);
    await tx.query("SET LOCAL session_replication_role = replica");
    await tx.query(breach);
    expect((await found?.run(tx))?.length).toBeGreaterThan(0);
    throw new RolledBack();
  });
  await expect(planted).rejects.toThrow(RolledBack);
});

test("in a zone east of Greenwich nothing is booked as late that arrived in time, however long ago", async () => {
  await app.host.db.tx(async tx => {
    await tx.query("SET LOCAL session_replication_role = replica");
    for (const table of ["closed_rows", "closed_days"]) await tx.query(`DELETE FROM projections.${table}`);
  });
  const midnight = app.host.clock.now() - (app.host.clock.now() % dayMs);
  const hourMs = 2 * halfHourMs;
  // One and ten o'clock of the same day in Tashkent.
  const [early, later] = [midnight + 20 * hourMs, midnight + 29 * hourMs];
  app.host.clock.setNow(later + hourMs);
  const zara = await app.player("zara", 0n);
  await bookAt(zara, 1, new Date(early));
  await bookAt(zara, 2, new Date(later));
  await projections.foldNow();
  app.host.clock.setNow(later + 42 * dayMs);
  expect(await closeDays(app.host, "Asia/Tashkent")).toBeGreaterThan(41);
  const { rows } = await app.host.db.query(
    "SELECT of_day::text, total FROM projections.closed_rows JOIN projections.closed_days USING (number) WHERE of_day <> day",
  );
  expect(rows).toEqual([]);
  expect(await differences()).toEqual([]);
});
