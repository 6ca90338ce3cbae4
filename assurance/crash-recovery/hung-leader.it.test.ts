import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { noFailpoints } from "#kit/host/system.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { lockClass, lockNumber } from "#modules/engines/shared-rounds/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { register } from "./people.ts";
import { type RecoveryApp, runRecoveryApp } from "./recovery-app.ts";
import { appSettings } from "./settings.ts";
import { prepareVictim, type Victim } from "./victim.ts";

/** Two processes over one database: the one that runs the rounds hangs with its connections open, and the other takes over. */

let database: TestDatabase;
let leader: Victim;
let standby: RecoveryApp;

beforeAll(async () => {
  database = await testDatabase("all");
  const settings = appSettings(database.url, "http://127.0.0.1:9");
  leader = await prepareVictim(settings).open("");
  await vi.waitFor(async () => expect(await roundsUnder(1n)).not.toEqual([]), { timeout: 60_000 });
  standby = await runRecoveryApp(settings, noFailpoints);
}, 120_000);
afterAll(async () => {
  leader.thaw();
  await leader.end();
  await standby.close();
  await database.close();
});

/** The PostgreSQL process ID that holds the lock of crash. */
async function sessionOfLeader(): Promise<number | undefined> {
  const { rows } = await database.db.query<{ pid: number }>(
    `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
     WHERE locktype = 'advisory' AND granted AND datname = current_database() AND classid = $1 AND objid = $2`,
    [lockClass, lockNumber("crash") >>> 0],
  );
  return rows[0]?.pid;
}

async function roundsUnder(epoch: bigint) {
  const { rows } = await database.db.query("SELECT * FROM crash.rounds WHERE epoch = $1 ORDER BY number", [epoch]);
  return rows;
}

async function newestRound(): Promise<bigint> {
  const { rows } = await database.db.query<{ newest: bigint }>("SELECT max(number) AS newest FROM crash.rounds");
  return rows[0]?.newest ?? 0n;
}

async function aliceWithMoney(): Promise<string> {
  const person = await register((name, call) => standby.api.call(name, call).then(victimResponse), database.db);
  if (!person) throw new Error("alice is registered");
  const { wallet } = standby.modules;
  await database.db.tx(async tx => {
    const owner = person.id as PlayerId;
    await wallet.open(tx, owner, "USD");
    const reference = randomUUID() as string as Uuid;
    const deposit = { owner, currency: "USD", amount: micros(100_000_000n), kind: "deposit", reference } as const;
    await wallet.credit(tx, { ...deposit, from: depositsClearing("sandbox") });
  });
  return person.token;
}

const victimResponse = ({ status, text }: { status: number; text: string }) => ({ status, text });

test("a leader that hangs is replaced, and writes nothing when it goes on", async () => {
  const token = await aliceWithMoney();
  const bet = () =>
    standby.api.call("POST /api/v1/games/crash/bets", {
      token,
      key: randomUUID() as string as Uuid,
      body: { stake: "1" },
    });
  const before = await sessionOfLeader();
  expect((await bet()).status).not.toBe(201);

  leader.freeze();
  await expect.poll(async () => (await bet()).status, { timeout: 40_000, interval: 50 }).toBe(201);
  expect(await sessionOfLeader()).not.toBe(before);

  const left = await roundsUnder(1n);
  const round = await newestRound();
  leader.thaw();
  await expect.poll(async () => (await newestRound()) > round + 2n, { timeout: 60_000 }).toBe(true);
  // It responds again, and does not run the rounds.
  expect((await leader.call("GET /api/v1/games/crash", { token }))?.status).toBe(200);
  expect(await roundsUnder(1n)).toEqual(left);
  expect(await sessionOfLeader()).not.toBe(before);
  expect(await auditBooks(database.db)).toEqual([]);
}, 180_000);

test("a leader that works keeps the rounds, with a standby beside it", async () => {
  const session = await sessionOfLeader();
  const round = await newestRound();
  await expect.poll(async () => (await newestRound()) > round + 8n, { timeout: 120_000 }).toBe(true);
  expect(await sessionOfLeader()).toBe(session);
}, 180_000);
