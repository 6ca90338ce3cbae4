import { createHash, randomBytes } from "node:crypto";
import { inject } from "vitest";
import { installCluster } from "#kit/cluster/install-cluster.ts";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { type MigrationSource, migrate, readMigrations } from "#kit/db/migrate.ts";
import { installJobs } from "#kit/jobs/install.ts";
import { required } from "#kit/std/invariant.ts";
import { migrationsOf } from "./module-migrations.ts";
import { preparedPlans } from "./prepared-plans.ts";

export interface TestDatabase {
  readonly db: Db;
  readonly url: string;
  /** Ends the pool and drops the database. */
  close(): Promise<void>;
}

/** Tests with hundreds of concurrent requests are about who wins, not about the speed of the machine: their waits do not time out. */
const patient = {
  statementTimeoutMs: 120_000,
  lockTimeoutMs: 120_000,
  idleInTransactionMs: 120_000,
  connectMs: 120_000,
};

/**
 * A fresh database with the tables of the named modules and their dependencies (and of the job queue), created as a
 * copy of a template; there is one template for each set of migrations, which begins as a copy of the one with the longest beginning.
 */
export async function testDatabase(
  modules: readonly string[] | "all" | { readonly sources: readonly MigrationSource[] },
): Promise<TestDatabase> {
  const sources = typeof modules === "object" && "sources" in modules ? modules.sources : await migrationsOf(modules);
  const server = serverUrl();
  const admin = createDb(server, { pool: 1, statementTimeoutMs: 0, lockTimeoutMs: 0 });
  try {
    const template = await ensureTemplate(admin, server, sources);
    const name = `test_${randomBytes(8).toString("hex")}`;
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${await strategyOf(admin)}`);
    const url = urlOf(server, name);
    const db = preparedPlans(createDb(url, patient));
    return { db, url, close: () => drop(db, server, name) };
  } finally {
    await admin.end();
  }
}

/** Copying files takes two checkpoints, which are cheap in memory only. */
async function strategyOf(admin: Db): Promise<"file_copy" | "wal_log"> {
  const { rows } = await admin.query<{ inMemory: string | null }>(
    `SELECT current_setting('fairhouse.in_memory', true) AS "inMemory"`,
  );
  return rows[0]?.inMemory === "on" ? "file_copy" : "wal_log";
}

/** The server that kit/testing/global-setup.ts or tools/test.ts started. */
function serverUrl(): string {
  return required(inject("testDatabaseServer"), "integration tests (*.it.test.ts) run in the project `integration`");
}

async function ensureTemplate(admin: Db, server: string, sources: readonly MigrationSource[]): Promise<string> {
  if (sources.length > 0) await ensureTemplate(admin, server, []);
  const names = await templatesOf(sources);
  const template = required(names.at(-1), "the job queue is in every template");
  // One connection, hence one at a time in this process; the lock blocks the other test files.
  const connection = await admin.connect();
  try {
    await connection.query("SELECT pg_advisory_lock(hashtext($1))", [template]);
    const { rows } = await connection.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE datname = ANY($1)",
      [names],
    );
    const found = new Set(rows.map(({ name }) => name));
    if (found.has(template)) return template;
    const half = `${template}_half`;
    await connection.query(`DROP DATABASE IF EXISTS ${half} WITH (FORCE)`);
    const beginning = names.findLast(name => found.has(name)) ?? "template1";
    await connection.query(`CREATE DATABASE ${half} TEMPLATE ${beginning} STRATEGY ${await strategyOf(admin)}`);
    await prepare(urlOf(server, half), sources);
    await connection.query(`ALTER DATABASE ${half} RENAME TO ${template}`);
    return template;
  } finally {
    await connection.end();
  }
}

/** The name of a template for each beginning of the sources, from none of them to all. */
async function templatesOf(sources: readonly MigrationSource[]): Promise<readonly string[]> {
  const files = await Promise.all(sources.map(readMigrations));
  const hash = createHash("sha256");
  return [[], ...files].map(ofSource => {
    for (const file of ofSource) hash.update(`${file.module}/${file.file}/${file.checksum}\n`);
    return `template_${hash.copy().digest("hex").slice(0, 16)}`;
  });
}

async function prepare(url: string, sources: readonly MigrationSource[]): Promise<void> {
  const db = createDb(url, { pool: 1 });
  try {
    await installJobs(db, url);
    await installCluster(db);
    await migrate(db, sources);
  } finally {
    await db.end();
  }
}

/** object_in_use */
const inUse = "55006";

async function drop(db: Db, server: string, name: string): Promise<void> {
  await db.end();
  const admin = createDb(server, { pool: 1, statementTimeoutMs: 0, lockTimeoutMs: 0 });
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } catch (error) {
    // Sessions that take longer than PostgreSQL's five seconds to end: the database is removed with the run's server.
    if (!(error instanceof Error && "code" in error && error.code === inUse)) throw error;
  } finally {
    await admin.end();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
