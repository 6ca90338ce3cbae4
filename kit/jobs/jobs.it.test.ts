import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { JobHandler } from "#kit/host/server-module.ts";
import { systemClock } from "#kit/host/system.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { enqueue } from "./enqueue.ts";
import { createJobs, type JobsOptions } from "./worker.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase([]);
});
beforeEach(async () => {
  await database.db.query("DELETE FROM graphile_worker._private_jobs");
});
afterAll(() => database.close());

const jobsWith = (handlers: readonly JobHandler[], options?: JobsOptions) =>
  createJobs({ db: database.db, clock: systemClock, log: quietLog }, database.url, handlers, options);
const waiting = async () => (await database.db.query("SELECT 1 FROM graphile_worker.jobs")).rowCount;
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

test("a job exists exactly when its transaction commits, and runs with its payload", async () => {
  const seen: unknown[] = [];
  const jobs = jobsWith([{ name: "greet", run: async payload => void seen.push(payload) }]);
  await jobs.start();
  const failed = database.db.tx(async tx => {
    await enqueue(tx, "greet", { player: "bob" });
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  await database.db.tx(tx => enqueue(tx, "greet", { player: "alice" }));
  await until(async () => expect(await waiting()).toBe(0));
  expect(seen).toEqual([{ player: "alice" }]);
  await jobs.stop();
});

test("a waiting job under the same key is replaced", async () => {
  await database.db.tx(async tx => {
    await enqueue(tx, "greet", 1, { key: "once", runAt: new Date("2999-01-01") });
    await enqueue(tx, "greet", 2, { key: "once", runAt: new Date("2999-01-01") });
  });
  expect(await waiting()).toBe(1);
});

test("a failed job stays queued with its error", async () => {
  const run = async () => {
    throw new Error("the mail server is away");
  };
  const jobs = jobsWith([{ name: "mail", run }]);
  await jobs.start();
  await database.db.tx(tx => enqueue(tx, "mail", {}));
  await until(async () => {
    const { rows } = await database.db.query("SELECT last_error FROM graphile_worker.jobs");
    expect(rows).toEqual([{ last_error: expect.stringContaining("the mail server is away") }]);
  });
  await jobs.stop();
});

test("a scheduled job with a second of its own is queued for it at the full minute, and runs once", async () => {
  const [past, future] = ["2026-01-01T10:00:00.000Z", "2999-01-01T10:00:00.000Z"];
  const ran: string[] = [];
  const jobs = jobsWith([
    { name: "early", cron: "0 0 1 1 *", second: 30, run: async () => void ran.push("early") },
    { name: "late", cron: "0 0 1 1 *", second: 30, run: async () => void ran.push("late") },
  ]);
  await jobs.start();
  await database.db.tx(async tx => {
    await enqueue(tx, "early", { _cron: { ts: past, backfilled: false } });
    await enqueue(tx, "late", { _cron: { ts: future, backfilled: false } });
  });
  await until(async () => {
    const { rows } = await database.db.query(
      `SELECT task_identifier AS task, run_at AS "runAt", max_attempts AS attempts FROM graphile_worker.jobs`,
    );
    expect(rows).toEqual([{ task: "late", runAt: new Date("2999-01-01T10:00:30.000Z"), attempts: 5 }]);
  });
  expect(ran).toEqual(["early"]);
  await jobs.stop();
});

test("stop waits for the running job", async () => {
  let finish = () => {};
  let isClaimed = false;
  const run = () =>
    new Promise<void>(resolve => {
      isClaimed = true;
      finish = resolve;
    });
  const jobs = jobsWith([{ name: "long", run }]);
  await jobs.start();
  await database.db.tx(tx => enqueue(tx, "long", {}));
  await until(() => expect(isClaimed).toBe(true));
  let stopped = false;
  const stopping = jobs.stop().then(() => {
    stopped = true;
  });
  await new Promise(resolve => setTimeout(resolve, 100));
  expect(stopped).toBe(false);
  finish();
  await stopping;
  expect(await waiting()).toBe(0);
  expect((await database.db.query("SELECT 1 FROM jobs.workers")).rowCount).toBe(0);
});

test("the job of a killed worker is run by another one", async () => {
  await database.db.tx(tx => enqueue(tx, "count", { round: 7 }));
  const victim = spawn(process.execPath, [join(import.meta.dirname, "../testing/hanging-worker.ts"), database.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(victim.stdout, "data");
  victim.kill("SIGKILL");
  await once(victim, "exit");

  const done: unknown[] = [];
  const jobs = jobsWith([{ name: "count", run: async payload => void done.push(payload) }], {
    silentMs: 600,
    beatMs: 100,
  });
  await jobs.start();
  await until(async () => expect(await waiting()).toBe(0));
  expect(done).toEqual([{ round: 7 }]);
  await jobs.stop();
});

test("a live worker keeps its job, however long it takes", async () => {
  let runs = 0;
  let finish = () => {};
  const run = () =>
    new Promise<void>(resolve => {
      runs += 1;
      finish = resolve;
    });
  const options = { beatMs: 20 };
  const workers = [jobsWith([{ name: "slow", run }], options), jobsWith([{ name: "slow", run }], options)];
  for (const worker of workers) await worker.start();
  await database.db.tx(tx => enqueue(tx, "slow", {}));
  await until(() => expect(runs).toBe(1));
  await database.db.query("UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 hour'");
  // Each worker checks for dead ones with every heartbeat.
  const heartbeats = async () =>
    (await database.db.query<{ heartbeat: Date }>("SELECT heartbeat FROM jobs.workers")).rows.map(
      row => +row.heartbeat,
    );
  for (let sendHeartbeat = 0; sendHeartbeat < 3; sendHeartbeat++) {
    const before = Math.max(...(await heartbeats()));
    await until(async () => expect(Math.min(...(await heartbeats()))).toBeGreaterThan(before));
  }
  expect(runs).toBe(1);
  finish();
  await until(async () => expect(await waiting()).toBe(0));
  for (const worker of workers) await worker.stop();
  expect(runs).toBe(1);
});

test("two handlers cannot have the same name", () => {
  const run = async () => undefined;
  expect(() =>
    jobsWith([
      { name: "same", run },
      { name: "same", run },
    ]),
  ).toThrow("two jobs are named same");
});
