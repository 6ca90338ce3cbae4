import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { cannedExists, variableMissing } from "../shared/errors.ts";

/** Prepared answers, one row for each language. */
export interface CannedRow {
  readonly id: Uuid;
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

export async function cannedAnswers(db: Queryable, locale?: Locale): Promise<readonly CannedRow[]> {
  const { rows } = await db.query<CannedRow>(
    "SELECT id, shortcut, locale, title, text FROM support.canned WHERE $1::text IS NULL OR locale = $1 ORDER BY shortcut, locale LIMIT 500",
    [locale ?? null],
  );
  return rows;
}

export async function cannedById(db: Queryable, id: Uuid): Promise<CannedRow> {
  const { rows } = await db.query<CannedRow>(
    "SELECT id, shortcut, locale, title, text FROM support.canned WHERE id = $1",
    [id],
  );
  return rows[0] ?? fail(notFound);
}

/** Adds an answer, or replaces the one with this id. Fails with `canned_exists`. */
export async function saveCanned(tx: Tx, { id, shortcut, locale, title, text }: CannedRow): Promise<void> {
  const { rows } = await tx.query("SELECT 1 FROM support.canned WHERE shortcut = $1 AND locale = $2 AND id <> $3", [
    shortcut,
    locale,
    id,
  ]);
  if (rows.length > 0) fail(cannedExists);
  await tx.query(
    `INSERT INTO support.canned (id, shortcut, locale, title, text) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET shortcut = $2, locale = $3, title = $4, text = $5`,
    [id, shortcut, locale, title, text],
  );
}

export async function deleteCanned(tx: Tx, id: Uuid): Promise<CannedRow> {
  const { rows } = await tx.query<CannedRow>(
    "DELETE FROM support.canned WHERE id = $1 RETURNING id, shortcut, locale, title, text",
    [id],
  );
  return rows[0] ?? fail(notFound);
}
