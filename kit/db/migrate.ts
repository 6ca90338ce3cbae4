import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { invariant } from "#kit/std/invariant.ts";
import type { Db, DbConnection, Queryable } from "./db.ts";
import { type MigrationHeader, type Phase, readHeader } from "./migration-header.ts";

/** A module's folder of numbered SQL files. The module owns the schema of its name (`free-spins` owns `free_spins`). */
export interface MigrationSource {
  readonly module: string;
  /** Absolute path of the folder with `001-name.sql`, `002-name.sql` ... */
  readonly folder: string;
}

/** A file as read from disk. */
export interface Migration extends MigrationHeader {
  readonly module: string;
  readonly number: number;
  readonly file: string;
  readonly sql: string;
  /** SHA-256 of the text with line feeds, in hex. */
  readonly checksum: string;
}

interface MigrationRecord {
  readonly number: number;
  readonly file: string;
  readonly checksum: string;
  readonly phase: Phase | null;
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
 * neither change nor disappear: each stops the start with a sentence, except that a missing file of phase `expand` shows older code
 * on newer data that it can work with. Numbers may have gaps, because parallel branches use
 * separate ranges; a file that arrives later with a lower number is applied when it arrives.
 * @param phase `expand` leaves files of phase `contract` for later
 * @returns the files applied now.
 */
export async function migrate(
  db: Db,
  sources: readonly MigrationSource[],
  phase: Phase = "contract",
): Promise<readonly Migration[]> {
  const files = await Promise.all(sources.map(readMigrations));
  const connection = await db.connect();
  try {
    await connection.query("SET statement_timeout = 0");
    await lockMigrations(connection);
    await connection.query(recordTable);
    const done: Migration[] = [];
    for (const [index, source] of sources.entries()) {
      const pending = await pendingOf(connection, source.module, files[index] ?? []);
      const chosen = pending.filter(file => phase === "contract" || file.phase !== "contract");
      for (const file of chosen) await applyFile(connection, file);
      done.push(...chosen);
    }
    return done;
  } finally {
    await connection.end();
  }
}

/** The files of every source that are not applied, without applying them. Throws as `migrate` does. */
export async function pendingMigrations(
  db: Queryable,
  sources: readonly MigrationSource[],
): Promise<readonly Migration[]> {
  const { rows } = await db.query<{ exists: boolean }>(
    `SELECT EXISTS (SELECT FROM information_schema.columns WHERE table_schema = 'kit' AND table_name = 'migrations' AND column_name = 'phase') AS "exists"`,
  );
  const pending: Migration[] = [];
  for (const source of sources) {
    const files = await readMigrations(source);
    pending.push(...(rows[0]?.exists ? await pendingOf(db, source.module, files) : files));
  }
  return pending;
}

/** Asks for the lock repeatedly: a statement that waits for it would keep a snapshot, and CREATE INDEX CONCURRENTLY would wait for that. */
async function lockMigrations(connection: DbConnection): Promise<void> {
  for (;;) {
    const { rows } = await connection.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [
      migrationLock,
    ]);
    if (rows[0]?.locked) return;
    await connection.query("SELECT pg_sleep(0.1)");
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
  );
  ALTER TABLE kit.migrations ADD COLUMN IF NOT EXISTS phase text CHECK (phase IN ('expand', 'contract'))`;

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
  const header = readHeader(`${source.module}: ${file}`, sql);
  return { module: source.module, number: Number(match[1]), file, sql, checksum, ...header };
}

async function pendingOf(db: Queryable, module: string, files: readonly Migration[]): Promise<readonly Migration[]> {
  const applied = await db.query<MigrationRecord>(
    "SELECT number, file, checksum, phase FROM kit.migrations WHERE module = $1 ORDER BY number",
    [module],
  );
  const byNumber = new Map(files.map(file => [file.number, file]));
  for (const record of applied.rows) checkApplied(module, record, byNumber.get(record.number));
  const done = new Set(applied.rows.map(({ number }) => number));
  return files.filter(({ number }) => !done.has(number));
}

function checkApplied(module: string, record: MigrationRecord, file: Migration | undefined): void {
  if (!file) {
    if (record.phase === "expand") return;
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

const lockAttempts = 10;
/** lock_not_available */
const lockNotAvailable = "55P03";

/**
 * A file with a phase runs while players play: its locks time out after 2 s, so that statements that queue behind it wait no longer, and it is
 * tried again.
 */
async function applyFile(connection: DbConnection, file: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return file.isTransactional ? await applyInTransaction(connection, file) : await applyOutside(connection, file);
    } catch (error) {
      const isLocked = error instanceof Error && "code" in error && error.code === lockNotAvailable;
      if (file.phase !== undefined && isLocked && attempt < lockAttempts) {
        await connection.query("SELECT pg_sleep(0.5)");
        continue;
      }
      throw new Error(`${file.module}: ${file.file} failed: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }
}

async function applyInTransaction(connection: DbConnection, file: Migration): Promise<void> {
  const schema = schemaOf(file.module);
  await connection.query("BEGIN");
  try {
    await connection.query(`SET LOCAL lock_timeout = '${file.phase === undefined ? 30 : 2}s'`);
    await connection.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await connection.query(`SET LOCAL search_path = ${schema}, pg_temp`);
    await connection.query(file.sql);
    await record(connection, file);
    await connection.query("COMMIT");
  } catch (error) {
    await connection.query("ROLLBACK");
    throw error;
  }
}

/** CREATE INDEX CONCURRENTLY: an attempt that was cut off leaves an invalid index, which is dropped; a valid one needs its record only. */
async function applyOutside(connection: DbConnection, file: Migration): Promise<void> {
  const index = `${schemaOf(file.module)}.${file.concurrentIndex}`;
  const { rows } = await connection.query<{ valid: boolean }>(
    "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)",
    [index],
  );
  await connection.query("SET lock_timeout = '2s'");
  if (rows[0]?.valid === false) await connection.query(`DROP INDEX CONCURRENTLY ${index}`);
  if (rows[0]?.valid !== true) await connection.query(file.sql);
  await record(connection, file);
}

async function record(connection: DbConnection, file: Migration): Promise<void> {
  await connection.query(
    "INSERT INTO kit.migrations (module, number, file, checksum, phase) VALUES ($1, $2, $3, $4, $5)",
    [file.module, file.number, file.file, file.checksum, file.phase ?? null],
  );
}
