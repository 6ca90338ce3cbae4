import { textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";

/** Every SQL statement of receipts. `number` is 0 for the slip itself, else that of the revision. */

export interface ReceiptName {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly number: number;
}

export interface NewReceipt extends ReceiptName {
  readonly text: string;
  readonly hash: Uint8Array;
  readonly signature: Uint8Array;
}

export type ReceiptSource = "slips" | "revisions";

/** One process at a time collects and publishes. */
export async function lockReceipts(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(7311482)");
}

export async function readReceiptCursor(db: Queryable, source: ReceiptSource): Promise<Date> {
  const { rows } = await db.query<{ at: Date }>("SELECT at FROM betting.receipt_cursors WHERE source = $1", [source]);
  return required(rows[0], "each source has a cursor").at;
}

export async function moveReceiptCursor(tx: Tx, source: ReceiptSource, at: Date): Promise<void> {
  await tx.query("UPDATE betting.receipt_cursors SET at = greatest(at, $2) WHERE source = $1", [source, at]);
}

const columns = (names: readonly ReceiptName[]) => [
  uuidArray(names.map(({ player }) => player)),
  uuidArray(names.map(({ key }) => key)),
  names.map(({ number }) => number),
];

/** Which of these have no receipt yet, as indices. */
export async function findUnreceipted(tx: Tx, names: readonly ReceiptName[]): Promise<readonly number[]> {
  const { rows } = await tx.query<{ place: number }>(
    `SELECT (place - 1)::int AS place FROM unnest($1::uuid[], $2::uuid[], $3::int4[]) WITH ORDINALITY AS w (player_id, key, number, place)
     WHERE NOT EXISTS (SELECT FROM betting.receipts r WHERE r.player_id = w.player_id AND r.key = w.key AND r.number = w.number)
     ORDER BY place`,
    columns(names),
    "betting.unreceipted",
  );
  return rows.map(({ place }) => place);
}

/** Adds receipts to a day, or to the first one that is not published. */
export async function insertReceipts(tx: Tx, day: string, receipts: readonly NewReceipt[]): Promise<void> {
  await tx.query(
    `WITH open_day AS (SELECT greatest($4::date, max(day) + 1) AS day FROM betting.receipt_days)
     INSERT INTO betting.receipts (player_id, key, number, day, index, text, hash, signature)
     SELECT w.player_id, w.key, w.number, d.day,
       (SELECT coalesce(max(index) + 1, 0) FROM betting.receipts r WHERE r.day = d.day) + w.place - 1, w.text, decode(w.hash, 'hex'), decode(w.signature, 'hex')
     FROM unnest($1::uuid[], $2::uuid[], $3::int4[], $5::text[], $6::text[], $7::text[]) WITH ORDINALITY
       AS w (player_id, key, number, text, hash, signature, place), open_day d`,
    [
      ...columns(receipts),
      day,
      textArray(receipts.map(({ text }) => text)),
      textArray(receipts.map(({ hash }) => Buffer.from(hash).toString("hex"))),
      textArray(receipts.map(({ signature }) => Buffer.from(signature).toString("hex"))),
    ],
    "betting.insert-receipts",
  );
}

export interface DayRow {
  readonly day: string;
  readonly number: number;
  readonly receipts: number;
  readonly root: string;
  readonly chain: string;
  readonly publishedAt: Date;
}

const dayColumns = `to_char(day, 'YYYY-MM-DD') AS day, number, receipts, encode(root, 'hex') AS root, encode(chain, 'hex') AS chain,
  published_at AS "publishedAt"`;

export async function latestDay(db: Queryable): Promise<DayRow | undefined> {
  const { rows } = await db.query<DayRow>(
    `SELECT ${dayColumns} FROM betting.receipt_days ORDER BY number DESC LIMIT 1`,
  );
  return rows[0];
}

/** Newest first, those before a number. */
export async function readDays(db: Queryable, before: number | null, limit: number): Promise<readonly DayRow[]> {
  const { rows } = await db.query<DayRow>(
    `SELECT ${dayColumns} FROM betting.receipt_days WHERE $1::int IS NULL OR number < $1 ORDER BY number DESC LIMIT $2`,
    [before, limit],
  );
  return rows;
}

/** The oldest day before this one that has receipts and no root. */
export async function unpublishedDay(tx: Tx, today: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ day: string | null }>(
    `SELECT to_char(min(day), 'YYYY-MM-DD') AS day FROM betting.receipts
     WHERE day < $1::date AND day > coalesce((SELECT max(day) FROM betting.receipt_days), '-infinity')`,
    [today],
  );
  return rows[0]?.day ?? undefined;
}

/** Hashes of a day's receipts in their order, joined. */
export async function hashesOfDay(tx: Tx, day: string): Promise<Buffer> {
  const { rows } = await tx.query<{ hashes: Buffer }>(
    "SELECT string_agg(hash, '' ORDER BY index) AS hashes FROM betting.receipts WHERE day = $1::date",
    [day],
  );
  return required(rows[0], "an aggregate has a row").hashes;
}

export async function insertDay(tx: Tx, row: DayRow, levels: readonly Uint8Array[]): Promise<void> {
  await tx.query(
    `INSERT INTO betting.receipt_days (day, number, receipts, root, chain, published_at)
     VALUES ($1::date, $2, $3, decode($4, 'hex'), decode($5, 'hex'), $6)`,
    [row.day, row.number, row.receipts, row.root, row.chain, row.publishedAt],
  );
  for (const [level, hashes] of levels.entries())
    await tx.query("INSERT INTO betting.receipt_levels (day, level, hashes) VALUES ($1::date, $2, $3)", [
      row.day,
      level,
      hashes,
    ]);
}

export interface ReceiptRow {
  readonly number: number;
  readonly index: number;
  readonly text: string;
  readonly hash: string;
  readonly signature: Buffer;
  /** Null until its day is published. */
  readonly published: (Omit<DayRow, "publishedAt"> & { readonly before: string | null }) | null;
}

/** The receipts of a slip by number. */
export async function readReceipts(
  db: Queryable,
  player: PlayerId,
  key: Uuid,
): Promise<ReadonlyMap<number, ReceiptRow>> {
  const { rows } = await db.query<ReceiptRow>(
    `SELECT r.number, r.index, r.text, encode(r.hash, 'hex') AS hash, r.signature,
       CASE WHEN d.day IS NOT NULL THEN jsonb_build_object('day', to_char(d.day, 'YYYY-MM-DD'), 'number', d.number, 'receipts', d.receipts,
         'root', encode(d.root, 'hex'), 'chain', encode(d.chain, 'hex'),
         'before', (SELECT encode(b.chain, 'hex') FROM betting.receipt_days b WHERE b.number = d.number - 1)) END AS published
     FROM betting.receipts r LEFT JOIN betting.receipt_days d ON d.day = r.day WHERE r.player_id = $1 AND r.key = $2`,
    [player, key],
  );
  return new Map(rows.map(row => [row.number, row]));
}

/** Hashes of a day's tree, in the order of what is wanted. */
export async function hashesAt(
  db: Queryable,
  day: string,
  wanted: readonly { readonly level: number; readonly index: number }[],
): Promise<readonly string[]> {
  const { rows } = await db.query<{ hash: string }>(
    `SELECT encode(substring(l.hashes FROM w.index * 32 + 1 FOR 32), 'hex') AS hash
     FROM unnest($2::int4[], $3::int4[]) WITH ORDINALITY AS w (level, index, place)
     JOIN betting.receipt_levels l ON l.day = $1::date AND l.level = w.level ORDER BY w.place`,
    [day, wanted.map(({ level }) => level), wanted.map(({ index }) => index)],
  );
  return rows.map(({ hash }) => hash);
}
