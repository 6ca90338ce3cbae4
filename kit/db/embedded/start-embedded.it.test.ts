import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createDb } from "../create-db.ts";
import { freePort } from "./free-port.ts";
import { findPostmaster } from "./postmaster.ts";
import { type EmbeddedServer, startEmbedded } from "./start-embedded.ts";

const password = "of alice and bob";
let home: string;
/** A complete data folder that every test copies. */
let pristine: string;
let folder: string;
let count = 0;
const running: EmbeddedServer[] = [];

async function start(options: { password?: string; port?: number } = {}): Promise<EmbeddedServer> {
  const server = await startEmbedded({ folder, password, settings: { min_wal_size: "64MB" }, ...options });
  running.push(server);
  return server;
}

async function ask<Row>(server: EmbeddedServer, text: string): Promise<Row[]> {
  const db = createDb(server.url, { pool: 1 });
  try {
    return (await db.query<Row>(text)).rows;
  } finally {
    await db.end();
  }
}

/** A copy with the owners of the original: the folder belongs to the user PostgreSQL runs as. */
function copyPristine(): void {
  folder = join(home, `copy-${++count}`);
  spawnSync("cp", ["-a", pristine, folder]);
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "embedded-"));
  // Like a home that other users may not enter.
  chmodSync(home, 0o700);
  pristine = join(home, "pristine");
  folder = pristine;
  await (await start()).stop();
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("data is durable: checksums, fsync and full pages are on, below a folder that its user cannot enter", async () => {
  copyPristine();
  const server = await start();
  const rows = await ask<{ name: string; setting: string }>(
    server,
    `SELECT name, setting FROM pg_settings WHERE name IN
     ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'wal_compression', 'TimeZone') ORDER BY name`,
  );
  expect(Object.fromEntries(rows.map(row => [row.name, row.setting]))).toEqual({
    TimeZone: "UTC",
    data_checksums: "on",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    wal_compression: "pglz",
  });
});

test("data survives a restart and a kill", async () => {
  copyPristine();
  const first = await start();
  await ask(first, "CREATE TABLE kept AS SELECT 7 AS n");
  await first.stop();
  const second = await start();
  expect(await ask(second, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  await ask(second, "INSERT INTO kept VALUES (8)");
  process.kill(second.pid, "SIGKILL");
  const third = await start();
  expect(third.pid).not.toBe(second.pid);
  expect(await ask(third, "SELECT n FROM kept ORDER BY n")).toEqual([{ n: 7 }, { n: 8 }]);
});

test("a PostgreSQL that a killed parent left behind is adopted, and stopped by its new owner", async () => {
  copyPristine();
  const first = await start();
  const second = await start();
  expect([second.adopted, second.pid, second.port]).toEqual([true, first.pid, first.port]);
  expect(await ask(second, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
  await second.stop();
  expect(findPostmaster(folder)).toBeUndefined();
});

test("an interrupted first start begins again", async () => {
  folder = join(home, `copy-${++count}`);
  cpSync(join(pristine, "PG_VERSION"), join(`${folder}.new`, "PG_VERSION"));
  const server = await start();
  expect(await ask(server, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
});

test("a wrong password is refused with a sentence, and nothing keeps running", async () => {
  copyPristine();
  await expect(start({ password: "guessed" })).rejects.toThrow(/does not let us in.*not the ones it was made with/);
  expect(findPostmaster(folder)).toBeUndefined();
});

test("a port in use is named", async () => {
  copyPristine();
  const port = await freePort();
  const other = createServer();
  await new Promise<void>(resolve => other.listen(port, "127.0.0.1", resolve));
  await expect(start({ port })).rejects.toThrow(`Port ${port} of this machine is in use`);
  await new Promise(resolve => other.close(resolve));
});

test("data of another version is not touched", async () => {
  copyPristine();
  writeFileSync(join(folder, "PG_VERSION"), "17\n");
  await expect(start()).rejects.toThrow(/was made by PostgreSQL 17, and this installation runs 18/);
});

test("an incomplete folder is not treated as a database", async () => {
  copyPristine();
  rmSync(join(folder, "global/pg_control"));
  await expect(start()).rejects.toThrow(`${folder} is not a whole PostgreSQL data folder`);
});

test("corruption is reported as such", async () => {
  copyPristine();
  const control = readFileSync(join(folder, "global/pg_control"));
  control.fill(7, 0, 64);
  writeFileSync(join(folder, "global/pg_control"), control);
  await expect(start()).rejects.toThrow(/is damaged .*restore it from a backup/);
});
