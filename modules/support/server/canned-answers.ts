import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { cannedChanged, cannedExists, variableMissing } from "../shared/errors.ts";

/** Prepared answers, one row for each language. */
export interface CannedRow {
  readonly id: Uuid;
  readonly version: number;
  readonly shortcut: string;
  readonly locale: Locale;
  readonly title: string;
  readonly text: string;
}

const pattern = /\{([a-z][a-z_.]*)\}/g;

/** The variables in a text, each once. */
export function variablesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(found => found[1] ?? ""))];
}

/** Fills the variables in. Fails with `variable_missing` if one has no value: half a sentence is never sent. */
export function fillCanned(text: string, values: Readonly<Record<string, string | undefined>>): string {
  const variables = variablesIn(text).filter(name => !values[name]);
  if (variables.length > 0) fail(variableMissing, { data: { variables } });
  return text.replace(pattern, (_all, name: string) => values[name] ?? "");
}

const columns = "id, version, shortcut, locale, title, text";

export async function cannedAnswers(db: Queryable, locale?: Locale): Promise<readonly CannedRow[]> {
  const { rows } = await db.query<CannedRow>(
    `SELECT ${columns} FROM support.canned WHERE $1::text IS NULL OR locale = $1 ORDER BY shortcut, locale LIMIT 500`,
    [locale ?? null],
  );
  return rows;
}

export async function cannedById(db: Queryable, id: Uuid): Promise<CannedRow> {
  const { rows } = await db.query<CannedRow>(`SELECT ${columns} FROM support.canned WHERE id = $1`, [id]);
  return rows[0] ?? fail(notFound);
}

/** The author of a change. */
export interface CannedChange {
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
}

export interface CannedVersionRow extends Omit<CannedRow, "id"> {
  readonly removed: boolean;
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
}

/** Newest first; also of a deleted answer. */
export async function cannedVersions(db: Queryable, id: Uuid): Promise<readonly CannedVersionRow[]> {
  const { rows } = await db.query<CannedVersionRow>(
    `SELECT version, shortcut, locale, title, text, removed, by_name AS by, at, reason FROM support.canned_versions
     WHERE canned_id = $1 ORDER BY version DESC LIMIT 200`,
    [id],
  );
  return rows;
}

/** Adds an answer as version 1. Fails with `canned_exists`. */
export async function addCanned(tx: Tx, row: Omit<CannedRow, "version">, change: CannedChange): Promise<CannedRow> {
  const added = { ...row, version: 1 };
  await refuseTaken(tx, added);
  const { id, version, shortcut, locale, title, text } = added;
  await tx.query(`INSERT INTO support.canned (${columns}) VALUES ($1, $2, $3, $4, $5, $6)`, [
    id,
    version,
    shortcut,
    locale,
    title,
    text,
  ]);
  await insertVersion(tx, added, change, false);
  return added;
}

/** Replaces `row.version` by the next one. Fails with `not_found`, `canned_changed`, `canned_exists`. */
export async function changeCanned(
  tx: Tx,
  row: CannedRow,
  change: CannedChange,
): Promise<{ readonly before: CannedRow; readonly after: CannedRow }> {
  const before = await lockCanned(tx, row.id);
  if (before.version !== row.version) fail(cannedChanged, { data: { version: before.version } });
  const after = { ...row, version: before.version + 1 };
  await refuseTaken(tx, after);
  const { id, version, shortcut, locale, title, text } = after;
  await tx.query(
    "UPDATE support.canned SET version = $2, shortcut = $3, locale = $4, title = $5, text = $6 WHERE id = $1",
    [id, version, shortcut, locale, title, text],
  );
  await insertVersion(tx, after, change, false);
  return { before, after };
}

/** Removes an answer; its versions stay. Fails with `not_found`. */
export async function removeCanned(tx: Tx, id: Uuid, change: CannedChange): Promise<CannedRow> {
  const before = await lockCanned(tx, id);
  await tx.query("DELETE FROM support.canned WHERE id = $1", [id]);
  await insertVersion(tx, { ...before, version: before.version + 1 }, change, true);
  return before;
}

async function lockCanned(tx: Tx, id: Uuid): Promise<CannedRow> {
  const { rows } = await tx.query<CannedRow>(`SELECT ${columns} FROM support.canned WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0] ?? fail(notFound);
}

async function refuseTaken(tx: Tx, { id, shortcut, locale }: CannedRow): Promise<void> {
  const { rowCount } = await tx.query("SELECT 1 FROM support.canned WHERE shortcut = $1 AND locale = $2 AND id <> $3", [
    shortcut,
    locale,
    id,
  ]);
  if (rowCount > 0) fail(cannedExists);
}

async function insertVersion(
  tx: Tx,
  row: CannedRow,
  { by, at, reason }: CannedChange,
  removed: boolean,
): Promise<void> {
  const { id, version, shortcut, locale, title, text } = row;
  await tx.query(
    `INSERT INTO support.canned_versions (canned_id, version, shortcut, locale, title, text, removed, by_name, at, reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, version, shortcut, locale, title, text, removed, by, at, reason],
  );
}
