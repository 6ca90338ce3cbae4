import type { Db } from "#kit/db/db.ts";
import type { Random } from "./host.ts";
import { createSecretSeal, type SealKeys } from "./secret-seal.ts";

/** A column of sealed secrets. */
export interface SealedColumn {
  /** The purpose given to {@link createSecretSeal}. */
  readonly purpose: string;
  /** With its schema. */
  readonly table: string;
  readonly column: string;
  /** SQL over the row: the label that the secret is sealed under. */
  readonly label: string;
}

export interface ResealCount {
  readonly resealed: number;
  /** Under the current key before. */
  readonly current: number;
  /** Opened by neither key: left as they are. */
  readonly unreadable: number;
}

interface SealedRow {
  readonly place: string;
  readonly sealed: Uint8Array;
  readonly label: string;
}

interface Needs {
  readonly db: Db;
  readonly random: Random;
  readonly config: SealKeys;
}

const rowsAtOnce = 200;

/**
 * Seals every secret of a column again that is not under the current key, one row and one statement at a time: nothing waits for it, and it can be killed
 * at any moment and run again. A row that the server moves meanwhile is found by another pass; the last one finds none.
 * @param isCheck counts only; `resealed` is then what would be
 */
export async function reseal(
  { db, random, config }: Needs,
  column: SealedColumn,
  { isCheck = false, onBatch }: { readonly isCheck?: boolean; readonly onBatch?: (done: number) => void } = {},
): Promise<ResealCount> {
  const { SEAL_KEY_OLD, ...current } = config;
  const both = createSecretSeal({ config, random }, column.purpose);
  const own = createSecretSeal({ config: current, random }, column.purpose);
  let resealed = 0;

  async function pass(): Promise<ResealCount> {
    const counts = { resealed: 0, current: 0, unreadable: 0 };
    for (let after = "(0,0)"; ; ) {
      const { rows } = await db.query<SealedRow>(
        `SELECT ctid::text AS place, ${column.column} AS sealed, ${column.label} AS label FROM ${column.table}
         WHERE ctid > $1::tid AND ${column.column} IS NOT NULL ORDER BY ctid LIMIT ${rowsAtOnce}`,
        [after],
      );
      for (const row of rows) counts[await resealRow(row)] += 1;
      onBatch?.(resealed + counts.resealed);
      const last = rows.at(-1);
      if (!last) return counts;
      after = last.place;
    }
  }

  async function resealRow({ place, sealed, label }: SealedRow): Promise<keyof ResealCount> {
    if (opens(own, sealed, label)) return "current";
    if (!opens(both, sealed, label)) return "unreadable";
    if (isCheck) return "resealed";
    await db.query(`UPDATE ${column.table} SET ${column.column} = $1 WHERE ctid = $2::tid AND ${column.column} = $3`, [
      own.seal(both.open(sealed, label), label),
      place,
      sealed,
    ]);
    return "resealed";
  }

  for (;;) {
    const counts = await pass();
    if (isCheck) return counts;
    if (counts.resealed === 0) return { ...counts, current: counts.current - resealed, resealed };
    resealed += counts.resealed;
  }
}

function opens(seal: ReturnType<typeof createSecretSeal>, sealed: Uint8Array, label: string): boolean {
  try {
    seal.open(sealed, label);
    return true;
  } catch {
    return false;
  }
}
