import { afterAll, beforeAll, expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { cachedTable } from "./cached-table.ts";
import { createDb } from "./create-db.ts";
import type { Queryable } from "./db.ts";
import { CommitUnknown, isCheckViolation, isUniqueViolation } from "./errors.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ sources: [] });
  await database.db.query(
    "CREATE TABLE account (name text PRIMARY KEY, micros int8 NOT NULL CONSTRAINT not_negative CHECK (micros >= 0))",
  );
  await database.db.query("INSERT INTO account VALUES ('alice', 9007199254740993), ('bob', 5)");
});
afterAll(() => database.close());

const micros = async (name: string) =>
  (await database.db.query<{ micros: bigint }>("SELECT micros FROM account WHERE name = $1", [name])).rows[0]?.micros;

test("values keep their type in both directions", async () => {
  const { rows } = await database.db.query(
    `SELECT $1::int8 AS big, $2::int8[] AS bigs, $3::bytea AS bytes, $4::jsonb AS json, $5::timestamptz AS at,
            '2026-02-03'::date AS day, $6::text[] AS names, $7::bytea[] AS blobs`,
    [
      2n ** 53n + 1n,
      [1n, -(2n ** 60n)],
      Uint8Array.of(0, 255),
      { a: [1, "x"] },
      new Date("2026-01-01T00:00:00.123Z"),
      ["alice", 'b"o,b'],
      [Uint8Array.of(7)],
    ],
  );
  expect(rows[0]).toEqual({
    big: 2n ** 53n + 1n,
    bigs: [1n, -(2n ** 60n)],
    bytes: Buffer.from([0, 255]),
    json: { a: [1, "x"] },
    at: new Date("2026-01-01T00:00:00.123Z"),
    day: "2026-02-03",
    names: ["alice", 'b"o,b'],
    blobs: [Buffer.from([7])],
  });
});

test("a transaction commits as a whole and then runs its after-commit tasks, or leaves nothing and runs none", async () => {
  const calls: string[] = [];
  await database.db.tx(async tx => {
    tx.afterCommit(() => calls.push("first"));
    tx.afterCommit(() => {
      throw new Error("a listener's own trouble");
    });
    tx.afterCommit(() => calls.push("second"));
    await tx.query("UPDATE account SET micros = 6 WHERE name = 'bob'");
    expect(calls).toEqual([]);
  });
  expect(calls).toEqual(["first", "second"]);
  await expect(
    database.db.tx(async tx => {
      tx.afterCommit(() => calls.push("never"));
      await tx.query("UPDATE account SET micros = 7 WHERE name = 'bob'");
      throw new Error("changed our mind");
    }),
  ).rejects.toThrow("changed our mind");
  expect(await micros("bob")).toBe(6n);
  expect(calls).toEqual(["first", "second"]);
});

test("a transaction whose failed statement was swallowed is not reported as committed", async () => {
  await expect(
    database.db.tx(async tx => {
      await tx.query("UPDATE account SET micros = 8 WHERE name = 'bob'");
      await tx.query("SELECT 1 / 0").catch(() => undefined);
    }),
  ).rejects.toThrow("rolled back");
  expect(await micros("bob")).toBe(6n);
});

test("inside a transaction the pool refuses the same async flow, and accepts it afterwards", async () => {
  await database.db.tx(async tx => {
    expect(() => database.db.query("SELECT 1")).toThrow("pass the tx");
    await expect(database.db.tx(async () => 1)).rejects.toThrow("pass the tx");
    await tx.query("SELECT 1");
  });
  expect((await database.db.query("SELECT 1")).rowCount).toBe(1);
});

test("a finished transaction accepts no statement", async () => {
  const late = await database.db.tx(async tx => tx);
  expect(() => late.query("SELECT 1")).toThrow("has ended");
  expect(() => late.afterCommit(() => undefined)).toThrow("has ended");
});

test("concurrent statements of one transaction keep their order", async () => {
  const answers = await database.db.tx(tx =>
    Promise.all([1, 2, 3].map(n => tx.query<{ n: number }>(`SELECT ${n} AS n, pg_sleep(${0.03 / n})`))),
  );
  expect(answers.map(answer => answer.rows[0]?.n)).toEqual([1, 2, 3]);
});

test("two conflicting serializable transfers both commit, one of them after a retry", async () => {
  let runs = 0;
  let bothHaveRead = () => {};
  const meet = new Promise<void>(resolve => {
    bothHaveRead = resolve;
  });
  const transfer = (from: string, to: string) =>
    database.db.tx(
      async tx => {
        await tx.query("SELECT sum(micros) FROM account");
        if (++runs === 2) bothHaveRead();
        await meet;
        await tx.query("UPDATE account SET micros = micros - 1 WHERE name = $1", [from]);
        await tx.query("UPDATE account SET micros = micros + 1 WHERE name = $1", [to]);
      },
      { isolation: "serializable" },
    );
  const before = await micros("bob");
  await Promise.all([transfer("alice", "bob"), transfer("alice", "bob")]);
  expect(await micros("bob")).toBe((before ?? 0n) + 2n);
  expect(runs).toBeGreaterThan(2);
});

test("a connection lost at COMMIT leaves the outcome unknown, and the pool still works", async () => {
  await database.db.query(`CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NULL; END $$`);
  await database.db.query("CREATE TABLE doomed (id int)");
  await database.db.query(`CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON doomed
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cut_off()`);
  let runs = 0;
  const doomed = database.db.tx(async tx => {
    runs += 1;
    await tx.query("INSERT INTO doomed VALUES (1)");
  });
  await expect(doomed).rejects.toBeInstanceOf(CommitUnknown);
  expect(runs).toBe(1);
  expect((await database.db.query("SELECT 1")).rowCount).toBe(1);
});

test("constraints are identified by name", async () => {
  const twice = await database.db.query("INSERT INTO account VALUES ('alice', 1)").catch((error: unknown) => error);
  expect([
    isUniqueViolation(twice),
    isUniqueViolation(twice, "account_pkey"),
    isUniqueViolation(twice, "other"),
  ]).toEqual([true, true, false]);
  const debt = await database.db.query("UPDATE account SET micros = -1").catch((error: unknown) => error);
  expect([isCheckViolation(debt, "not_negative"), isUniqueViolation(debt)]).toEqual([true, false]);
});

test("statements and lock waits time out", async () => {
  const hasty = createDb(database.url, { pool: 1, statementTimeoutMs: 100 });
  await expect(hasty.query("SELECT pg_sleep(60)")).rejects.toThrow("statement timeout");
  await hasty.end();
  const impatient = createDb(database.url, { pool: 1, statementTimeoutMs: 60_000, lockTimeoutMs: 50 });
  await database.db.tx(async tx => {
    await tx.query("SELECT 1 FROM account WHERE name = 'bob' FOR UPDATE");
    await expect(impatient.query("UPDATE account SET micros = 0 WHERE name = 'bob'")).rejects.toThrow("lock timeout");
  });
  await impatient.end();
});

test("a dedicated connection receives notifications, and reports that it was lost", async () => {
  const connection = await database.db.connect();
  const received = new Promise(resolve => connection.onNotification((channel, payload) => resolve([channel, payload])));
  await connection.query("LISTEN news");
  await database.db.query("SELECT pg_notify('news', 'alice won')");
  expect(await received).toEqual(["news", "alice won"]);
  const lost = new Promise(resolve => connection.onLost(resolve));
  const { rows } = await connection.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  await database.db.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid ?? 0]);
  expect(await lost).toBeInstanceOf(Error);
});

test("a cached table that is due for a reload is reloaded when a transaction reads it", async () => {
  const clock = manualClock();
  const signals = { on: () => () => {}, send: async () => {} };
  const read = async (on: Queryable) => (await on.query<{ name: string }>("SELECT name FROM cached")).rows;
  await database.db.query("CREATE TABLE cached (name text)");
  const cached = cachedTable({ db: database.db, signals, clock, log: quietLog }, "cached", read);
  await cached.start();
  await database.db.query("INSERT INTO cached VALUES ('carol')");
  await clock.advance(31_000);
  await database.db.tx(async () => expect(cached.all).toEqual([]));
  await expect.poll(() => cached.all).toEqual([{ name: "carol" }]);
  cached.stop();
});
