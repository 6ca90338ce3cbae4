import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { cannedExists } from "../shared/errors.ts";

/** A canned reply, and what is done with the conversation after it. */
export interface MacroRow {
  readonly id: Uuid;
  readonly name: string;
  readonly shortcut: string;
  readonly action: "none" | "resolve" | "snooze";
  readonly snoozeMinutes: number | null;
}

const columns = `id, name, shortcut, action, snooze_minutes AS "snoozeMinutes"`;

export async function macros(db: Queryable): Promise<readonly MacroRow[]> {
  return (await db.query<MacroRow>(`SELECT ${columns} FROM support.macros ORDER BY name LIMIT 100`)).rows;
}

export async function macroById(db: Queryable, id: Uuid): Promise<MacroRow> {
  const { rows } = await db.query<MacroRow>(`SELECT ${columns} FROM support.macros WHERE id = $1`, [id]);
  return rows[0] ?? fail(notFound);
}

/** Fails with `canned_exists` if a macro has this name. */
export async function addMacro(tx: Tx, { id, name, shortcut, action, snoozeMinutes }: MacroRow): Promise<void> {
  const { rowCount } = await tx.query(
    `INSERT INTO support.macros (id, name, shortcut, action, snooze_minutes) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (name) DO NOTHING`,
    [id, name, shortcut, action, snoozeMinutes],
  );
  if (rowCount === 0) fail(cannedExists);
}

export async function removeMacro(tx: Tx, id: Uuid): Promise<MacroRow> {
  const { rows } = await tx.query<MacroRow>(`DELETE FROM support.macros WHERE id = $1 RETURNING ${columns}`, [id]);
  return rows[0] ?? fail(notFound);
}

/** The text of a macro's canned reply in this language. Fails with `not_found`. */
export async function macroText(db: Queryable, { shortcut }: MacroRow, locale: Locale): Promise<string> {
  const { rows } = await db.query<{ text: string }>(
    "SELECT text FROM support.canned WHERE shortcut = $1 AND locale = $2",
    [shortcut, locale],
  );
  return rows[0]?.text ?? fail(notFound);
}
