import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { invariant } from "#kit/std/invariant.ts";
import type { Db, DbConnection } from "./db.ts";

/** A module's folder of numbered SQL files. The module owns the schema of its name (`free-spins` owns `free_spins`). */
export interface MigrationSource {
  readonly module: string;
  /** Absolute path of the folder with `001-name.sql`, `002-name.sql` ... */
  readonly folder: string;
}

/** A file as read from disk. */
export interface Migration {
  readonly module: string;
  readonly number: number;
  readonly file: string;
  readonly sql: string;
  /** SHA-256 of the text with line feeds, in hex. */
  readonly checksum: string;
}

/** The key of the advisory lock under which one process at a time migrates. */
const migrationLock = 7_311_201n;

/** The schema that belongs to a module. */
export function schemaOf(module: string): string {
  invariant(/^[a-z][a-z0-9-]*$/.test(module), `not a module name: ${module}`);
  return module.replaceAll("-", "_");
}

/**
 * Applies the pending files of every source, in the given order: under an advisory lock, each file in one transaction
 * with its record. Inside a file the search path is the schema of the module. An applied file must
 * neither change nor disappear: each stops the start with a sentence. Numbers may have gaps, because parallel branches use
 * separate ranges; a file that arrives later with a lower number is applied when it arrives.
 * @returns the files applied now.
 */
export async function migrate(db: Db, sources: readonly MigrationSource[]): Promise<readonly Migration[]> {
  const files = await Promise.all(sources.map(readMigrations));
  const connection = await db.connect();
  try {
    await connection.query("SET statement_timeout = 0");
    await connection.query("SET lock_timeout = 0");
    await connection.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    await connection.query("SET lock_timeout = '30s'");
    await connection.query(recordTable);
    const done: Migration[] = [];
    for (const [index, source] of sources.entries()) {
      done.push(...(await applyModule(connection, source.module, files[index] ?? [])));
    }
    return done;
  } finally {
    await connection.end();
  }
}

const recordTable = `
  CREATE SCHEMA IF NOT EXISTS kit;
  CREATE TABLE IF NOT EXISTS kit.migrations (
    module text NOT NULL,
    number int NOT NULL CHECK (number > 0),
    file text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (module, number)
  )`;

/** The files of a source in order. Throws on an invalid name or number. */
export async function readMigrations(source: MigrationSource): Promise<readonly Migration[]> {
  const names = (await readdir(source.folder)).filter(name => name.endsWith(".sql")).sort();
  const files = await Promise.all(names.map(name => readMigration(source, name)));
  for (const [index, file] of files.entries()) {
    if (file.number === files[index - 1]?.number)
      throw new Error(`${source.module}: ${file.file} has the number of ${files[index - 1]?.file}.`);
  }
  return files;
}

async function readMigration(source: MigrationSource, file: string): Promise<Migration> {
  const match = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(file);
  if (!match) throw new Error(`${source.module}: ${file} is not named like 001-name.sql.`);
  const sql = (await readFile(join(source.folder, file), "utf8")).replaceAll("\r\n", "\n");
  const checksum = createHash("sha256").update(sql).digest("hex");
  return { module: source.module, number: Number(match[1]), file, sql, checksum };
}

async function applyModule(
  connection: DbConnection,
  module: string,
  files: readonly Migration[],
): Promise<readonly Migration[]> {
  const applied = await connection.query<{ number: number; file: string; checksum: string }>(
    "SELECT number, file, checksum FROM kit.migrations WHERE module = $1 ORDER BY number",
    [module],
  );
  const byNumber = new Map(files.map(file => [file.number, file]));
  for (const record of applied.rows) checkApplied(module, record, byNumber.get(record.number));
  const done = new Set(applied.rows.map(({ number }) => number));
  const open = files.filter(({ number }) => !done.has(number));
  for (const file of open) await applyFile(connection, file);
  return open;
}

function checkApplied(module: string, record: { file: string; checksum: string }, file: Migration | undefined): void {
  if (!file) {
    throw new Error(
      `${module}: ${record.file} was applied to this database but is missing; the code is older than the data.`,
    );
  }
  if (file.checksum !== record.checksum) {
    throw new Error(
      `${module}: ${file.file} was changed after it was applied to this database; add a new file instead.`,
    );
  }
}

async function applyFile(connection: DbConnection, file: Migration): Promise<void> {
  const schema = schemaOf(file.module);
  await connection.query("BEGIN");
  try {
    await connection.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await connection.query(`SET LOCAL search_path = ${schema}, pg_temp`);
    await connection.query(file.sql);
    await connection.query("INSERT INTO kit.migrations (module, number, file, checksum) VALUES ($1, $2, $3, $4)", [
      file.module,
      file.number,
      file.file,
      file.checksum,
    ]);
    await connection.query("COMMIT");
  } catch (error) {
    await connection.query("ROLLBACK");
    throw new Error(`${file.module}: ${file.file} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
