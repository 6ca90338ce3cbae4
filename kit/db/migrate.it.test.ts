import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { createDb } from "./create-db.ts";
import { migrate, pendingMigrations } from "./migrate.ts";

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await testDatabase({ sources: [] });
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await database.close();
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const run = () => migrate(database.db, [{ module: "free-spins", folder }]);
const columns = async () => {
  const { rows } = await database.db.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'free_spins' ORDER BY ordinal_position",
  );
  return rows.map(row => row.name);
};

test("each file is applied once, in order, in the schema of its module", async () => {
  await write("001-first.sql", "CREATE TABLE spins (id int); INSERT INTO spins VALUES (1);");
  expect((await run()).map(file => file.file)).toEqual(["001-first.sql"]);
  await write("002-second.sql", "ALTER TABLE free_spins.spins ADD COLUMN player uuid");
  expect((await run()).map(file => file.file)).toEqual(["002-second.sql"]);
  expect(await run()).toEqual([]);
  expect(await columns()).toEqual(["id", "player"]);
  expect((await database.db.query("SELECT 1 FROM free_spins.spins")).rowCount).toBe(1);
});

test("a failed file is rolled back and earlier files stay applied", async () => {
  await write("001-good.sql", "CREATE TABLE spins (id int)");
  await write("002-bad.sql", "ALTER TABLE spins ADD COLUMN half int; SELECT 1 / 0;");
  await expect(run()).rejects.toThrow("free-spins: 002-bad.sql failed: division by zero");
  expect(await columns()).toEqual(["id"]);
  await write("002-bad.sql", "ALTER TABLE spins ADD COLUMN whole int");
  await run();
  expect(await columns()).toEqual(["id", "whole"]);
});

test("an applied file cannot be changed", async () => {
  await write("001-first.sql", "CREATE TABLE spins (id int)");
  await run();
  await write("001-first.sql", "CREATE TABLE spins (id int)\r\n");
  await expect(run()).rejects.toThrow("001-first.sql was changed after it was applied");
  await rm(join(folder, "001-first.sql"));
  await expect(run()).rejects.toThrow("001-first.sql was applied to this database but is missing");
});

test("code older than the data does not start", async () => {
  await write("001-first.sql", "SELECT 1");
  await write("002-second.sql", "SELECT 2");
  await run();
  await rm(join(folder, "002-second.sql"));
  await expect(run()).rejects.toThrow("002-second.sql was applied to this database but is missing");
});

test("code older than the data starts when all it lacks is of phase expand", async () => {
  await write("001-first.sql", "CREATE TABLE spins (id int)");
  await write("002-wider.sql", "-- phase: expand\nALTER TABLE spins ADD COLUMN wider int");
  await write("003-narrower.sql", "-- phase: contract\nALTER TABLE spins DROP COLUMN id");
  expect((await migrate(database.db, [{ module: "free-spins", folder }], "expand")).map(({ file }) => file)).toEqual([
    "001-first.sql",
    "002-wider.sql",
  ]);
  const pending = await pendingMigrations(database.db, [{ module: "free-spins", folder }]);
  expect(pending.map(({ file, phase }) => [file, phase])).toEqual([["003-narrower.sql", "contract"]]);
  for (const file of ["002-wider.sql", "003-narrower.sql"]) await rm(join(folder, file));
  expect(await run()).toEqual([]);
  await write("003-narrower.sql", "-- phase: contract\nALTER TABLE spins DROP COLUMN id");
  await run();
  await rm(join(folder, "003-narrower.sql"));
  await expect(run()).rejects.toThrow("003-narrower.sql was applied to this database but is missing");
});

test("an index is made outside a transaction, and again if an attempt was cut off", async () => {
  await write("001-first.sql", "CREATE TABLE spins (id int); INSERT INTO spins VALUES (1), (1)");
  await run();
  const file =
    "-- phase: expand\n-- transaction: none\nCREATE UNIQUE INDEX CONCURRENTLY spins_id ON free_spins.spins (id);\n";
  await write("002-index.sql", file);
  await expect(run()).rejects.toThrow("002-index.sql failed: could not create unique index");
  await database.db.query("DELETE FROM free_spins.spins");
  await run();
  const { rows } = await database.db.query(
    "SELECT indisvalid FROM pg_index WHERE indexrelid = 'free_spins.spins_id'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test("a header with an unknown value is refused", async () => {
  await write("001-first.sql", "-- phase: grow\nSELECT 1");
  await expect(run()).rejects.toThrow('001-first.sql has the phase "grow"');
  await write("001-first.sql", "-- phase: expand\n-- transaction: none\nSELECT 1");
  await expect(run()).rejects.toThrow("holds one CREATE INDEX CONCURRENTLY");
});

test("a lower number that arrives later is applied then", async () => {
  await write("001-first.sql", "CREATE TABLE spins (id int)");
  await write("020-later.sql", "ALTER TABLE spins ADD COLUMN later int");
  await run();
  await write("010-earlier.sql", "ALTER TABLE spins ADD COLUMN earlier int");
  expect((await run()).map(({ file }) => file)).toEqual(["010-earlier.sql"]);
  expect(await columns()).toEqual(["id", "later", "earlier"]);
});

test("numbers are unique and names follow the pattern", async () => {
  await write("002-second.sql", "SELECT 2");
  await write("002-third.sql", "SELECT 3");
  await expect(run()).rejects.toThrow("002-third.sql has the number of 002-second.sql");
  await write("first.sql", "SELECT 1");
  await expect(run()).rejects.toThrow("first.sql is not named like 001-name.sql");
});

test("two processes that start at once apply each file once", async () => {
  await write("001-slow.sql", "SELECT pg_sleep(0.3); CREATE TABLE spins (id int)");
  const other = createDb(database.url);
  const results = await Promise.all([run(), migrate(other, [{ module: "free-spins", folder }])]);
  expect(results.map(files => files.length).sort()).toEqual([0, 1]);
  await other.end();
});
