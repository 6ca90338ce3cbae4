import { randomBytes } from "node:crypto";
import { mkdtemp, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { isAlive } from "#kit/db/embedded/postmaster.ts";
import { type EmbeddedServer, startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { archivingTo, makeArchive } from "./archive.ts";
import { takeBaseBackup } from "./base-backup.ts";
import { type RestoreTarget, restoreTo } from "./restore-to.ts";

/** A database is backed up while rows are written, dies with its disk, and comes back at each of three moments. */

const running: EmbeddedServer[] = [];
const password = randomBytes(12).toString("hex");
const small = { min_wal_size: "64MB", shared_buffers: "32MB", max_connections: "20" };
const patience = { timeout: 30_000, interval: 20 };

let folder: string;
let archive: string;
let backup: string;
let secondBefore: { time: string; count: number };
let named: number;
/** Rows that were confirmed before the disk was lost. */
let confirmed = 0;

const countOf = async (db: Db) =>
  Number((await db.query<{ count: bigint }>("SELECT count(*) AS count FROM kept")).rows[0]?.count);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fairhouse-restore-test-"));
  archive = await makeArchive(folder);
  const data = join(folder, "postgres");
  const server = await startEmbedded({ folder: data, password, settings: { ...small, ...archivingTo(archive, 60) } });
  running.push(server);
  const db = createDb(server.url, { pool: 2 });
  await db.query("CREATE TABLE kept (number int PRIMARY KEY, filler text)");
  let isOver = false;
  const write = async () => {
    for (let number = 1; !isOver; number++) {
      await db.query("INSERT INTO kept VALUES ($1, repeat('x', 500))", [number]);
      confirmed = number;
    }
  };
  const writing = write();
  const untilMore = async () => {
    const from = confirmed;
    await vi.waitFor(() => expect(confirmed).toBeGreaterThan(from + 50), patience);
  };
  await untilMore();
  backup = join(folder, "backup");
  await takeBaseBackup(server.url, data, backup);
  await untilMore();
  isOver = true;
  await writing;
  // The moments lie between two rows, so that the number of rows at each is known.
  const { rows } = await db.query<{ now: string }>("SELECT clock_timestamp()::text AS now");
  secondBefore = { time: rows[0]?.now ?? "", count: confirmed };
  for (let i = 0; i < 40; i++) await db.query("INSERT INTO kept VALUES ($1, '')", [++confirmed]);
  await db.query("SELECT pg_create_restore_point('before-the-mistake')");
  named = confirmed;
  await db.query("INSERT INTO kept SELECT -n, '' FROM generate_series(1, 1000) AS n");
  confirmed += 1000;
  const segment = (await db.query<{ name: string }>("SELECT pg_walfile_name(pg_switch_wal()) AS name")).rows[0]?.name;
  await vi.waitFor(async () => expect(await readdir(archive)).toContain(segment), patience);
  await db.end();
  process.kill(server.pid, "SIGKILL");
  await vi.waitFor(() => expect(isAlive(server.pid)).toBe(false), patience);
  await rm(data, { recursive: true });
}, 120_000);
afterAll(async () => {
  for (const server of running) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function restore(name: string, target: RestoreTarget) {
  const server = await restoreTo({ backup, archive, folder: join(folder, name), password, target });
  running.push(server);
  return createDb(server.url, { pool: 1 });
}

test("to the latest: every confirmed row whose log was archived is there, and the database takes writes", async () => {
  const db = await restore("latest", { kind: "latest" });
  expect(await countOf(db)).toBe(confirmed);
  await db.query("INSERT INTO kept VALUES (0, '')");
  await db.end();
});

test("to a second: exactly what was confirmed until then", async () => {
  const db = await restore("second", { kind: "time", time: secondBefore.time });
  expect(await countOf(db)).toBe(secondBefore.count);
  await db.end();
});

test("to a named moment: the mistake after it is gone", async () => {
  const db = await restore("named", { kind: "name", name: "before-the-mistake" });
  expect(await countOf(db)).toBe(named);
  await db.end();
});

test("a moment that the archive does not have is one sentence", async () => {
  await expect(restore("never", { kind: "name", name: "never" })).rejects.toThrow(
    /recovery ended before configured recovery target was reached/,
  );
});

test("a damaged backup is refused by the name of the file", async () => {
  const [database] = (await readdir(join(backup, "base"))).sort();
  const [file] = (await readdir(join(backup, "base", `${database}`))).filter(name => /^\d+$/.test(name)).sort();
  const handle = await open(join(backup, "base", `${database}`, `${file}`), "r+");
  await handle.write(Buffer.from([1, 2, 3]), 0, 3, 100);
  await handle.close();
  await expect(restore("damaged", { kind: "latest" })).rejects.toThrow(
    `is damaged: base/${database}/${file} differs from the manifest`,
  );
});
