import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Db } from "#kit/db/db.ts";
import type { MigrationSource } from "#kit/db/migrate.ts";
import { required } from "#kit/std/invariant.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";

/** The rows of a database as text: `schema.table<tab>{row as JSON}` and `sequence schema.name<tab>last value`, one a line. */
export interface Dump {
  readonly rows: ReadonlyMap<string, readonly string[]>;
  readonly sequences: ReadonlyMap<string, string>;
}

export async function readDump(file: string): Promise<Dump> {
  const rows = new Map<string, string[]>();
  const sequences = new Map<string, string>();
  for (const line of gunzipSync(await readFile(file))
    .toString("utf8")
    .trimEnd()
    .split("\n")) {
    const tab = line.indexOf("\t");
    const [name, value] = [line.slice(0, tab), line.slice(tab + 1)];
    if (name.startsWith("sequence ")) sequences.set(name.slice("sequence ".length), value);
    else rows.set(name, [...(rows.get(name) ?? []), value]);
  }
  return { rows, sequences };
}

/** A database as an earlier version of the code left it: the migrations that were applied then, and its rows. */
export async function restoreDatabase(dump: Dump): Promise<TestDatabase> {
  const applied = required(dump.rows.get("kit.migrations"), "the dump has no migrations").map(
    row => JSON.parse(row) as { readonly module: string; readonly file: string },
  );
  const folder = await ownFolder("fairhouse-migrations-");
  try {
    const sources = await sourcesOf(applied, folder);
    const database = await testDatabase({ sources });
    await fill(database.db, dump);
    return database;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A folder per module that holds only what was applied then. */
async function sourcesOf(
  applied: readonly { readonly module: string; readonly file: string }[],
  folder: string,
): Promise<readonly MigrationSource[]> {
  const sources: MigrationSource[] = [];
  for (const source of await migrationsOf("all")) {
    const files = applied.filter(({ module }) => module === source.module);
    if (files.length === 0) continue;
    const copy = join(folder, source.module);
    await mkdir(copy);
    for (const { file } of files) await symlink(join(source.folder, file), join(copy, file));
    sources.push({ module: source.module, folder: copy });
  }
  return sources;
}

/** Replaces what the migrations put into the tables by the rows of the dump; triggers and references rest meanwhile. */
async function fill(db: Db, { rows, sequences }: Dump): Promise<void> {
  await db.tx(async tx => {
    await tx.query("SET LOCAL session_replication_role = replica");
    const { rows: tables } = await tx.query<{ name: string }>(tablesSql);
    for (const { name } of tables) await tx.query(`DELETE FROM ${name}`);
    for (const [table, lines] of rows) {
      const { rows: columns } = await tx.query<{ name: string }>(columnsSql, [table]);
      const list = columns.map(({ name }) => name).join(", ");
      await tx.query(
        `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE
         SELECT ${list} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
        [`[${lines.join(",")}]`],
      );
    }
    for (const [name, value] of sequences) await tx.query("SELECT setval($1::regclass, $2::bigint)", [name, value]);
  });
}

const tablesSql = `
  SELECT n.nspname || '.' || quote_ident(c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema')`;

const columnsSql = `
  SELECT quote_ident(attname) AS name FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`;
