import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { toHex } from "#kit/std/bytes.ts";
import type { Kind, Placement } from "../shared/kinds.ts";

/** Every SQL statement about documents and their versions. */

export interface DocumentName {
  readonly kind: Kind;
  readonly key: string;
}

/** Markdown by language: every language of the site, except in version 1 of a policy. */
export type Bodies = Readonly<Partial<Record<Locale, string>>>;

export interface VersionRow extends DocumentName {
  readonly version: number;
  readonly bodies: Bodies;
  readonly placement: Placement | null;
  readonly endsAt: Date | null;
  readonly hash: Uint8Array;
  readonly material: boolean;
  readonly summary: string;
  readonly author: string;
  readonly createdAt: Date;
  readonly state: "draft" | "scheduled" | "published" | "withdrawn";
  readonly publishAt: Date | null;
  readonly publishedAt: Date | null;
  readonly releasedBy: string | null;
}

export interface DocumentRow extends DocumentName {
  readonly live: number | null;
  readonly required: number | null;
  readonly liveSince: Date | null;
}

export interface MoveRow {
  readonly number: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly how: "published" | "scheduled" | "rolled_back" | "taken_down";
  readonly by: string;
  readonly at: Date;
}

const columns = `v.kind, v.key, v.version, v.bodies, v.placement, v.ends_at AS "endsAt", v.hash, v.material, v.summary, v.author,
  v.created_at AS "createdAt", v.state, v.publish_at AS "publishAt", v.published_at AS "publishedAt", v.released_by AS "releasedBy"`;
const documentColumns = `kind, key, live, required, live_since AS "liveSince"`;

/** What the site shows now. */
export async function liveVersions(db: Queryable): Promise<readonly VersionRow[]> {
  const { rows } = await db.query<VersionRow>(
    `SELECT ${columns} FROM content.documents d JOIN content.versions v ON v.kind = d.kind AND v.key = d.key AND v.version = d.live
     ORDER BY v.kind, v.key`,
  );
  return rows;
}

export async function allDocuments(db: Queryable): Promise<readonly DocumentRow[]> {
  return (await db.query<DocumentRow>(`SELECT ${documentColumns} FROM content.documents ORDER BY kind, key`)).rows;
}

export async function documentNamed(db: Queryable, { kind, key }: DocumentName): Promise<DocumentRow | undefined> {
  const { rows } = await db.query<DocumentRow>(
    `SELECT ${documentColumns} FROM content.documents WHERE kind = $1 AND key = $2`,
    [kind, key],
  );
  return rows[0];
}

/** Locked until the transaction ends: changes of one document happen one after the other. */
export async function lockDocument(tx: Tx, { kind, key }: DocumentName): Promise<DocumentRow | undefined> {
  const { rows } = await tx.query<DocumentRow>(
    `SELECT ${documentColumns} FROM content.documents WHERE kind = $1 AND key = $2 FOR UPDATE`,
    [kind, key],
  );
  return rows[0];
}

/** Without effect if it exists. */
export async function insertDocument(tx: Tx, { kind, key }: DocumentName): Promise<void> {
  await tx.query("INSERT INTO content.documents (kind, key) VALUES ($1, $2) ON CONFLICT DO NOTHING", [kind, key]);
}

/** Newest first. */
export async function versionsOf(db: Queryable, { kind, key }: DocumentName): Promise<readonly VersionRow[]> {
  const { rows } = await db.query<VersionRow>(
    `SELECT ${columns} FROM content.versions v WHERE kind = $1 AND key = $2 ORDER BY version DESC`,
    [kind, key],
  );
  return rows;
}

export async function versionNumbered(
  db: Queryable,
  { kind, key }: DocumentName,
  version: number,
): Promise<VersionRow | undefined> {
  const { rows } = await db.query<VersionRow>(
    `SELECT ${columns} FROM content.versions v WHERE kind = $1 AND key = $2 AND version = $3`,
    [kind, key, version],
  );
  return rows[0];
}

/** The newest version of each document, and the one that waits for its time. */
export async function ahead(
  db: Queryable,
): Promise<readonly (DocumentName & { readonly newest: number; readonly publishAt: Date | null })[]> {
  const { rows } = await db.query<DocumentName & { readonly newest: number; readonly publishAt: Date | null }>(
    `SELECT kind, key, max(version) AS newest, max(publish_at) FILTER (WHERE state = 'scheduled') AS "publishAt"
     FROM content.versions GROUP BY kind, key`,
  );
  return rows;
}

/** The first line of each document, of the version that is shown or else of the newest one, in this language. */
export async function firstLines(
  db: Queryable,
  locale: string,
): Promise<readonly (DocumentName & { readonly line: string })[]> {
  const { rows } = await db.query<DocumentName & { line: string }>(
    `SELECT DISTINCT ON (v.kind, v.key) v.kind, v.key,
       split_part(coalesce(v.bodies ->> $1, v.bodies ->> 'en', (SELECT min(value) FROM jsonb_each_text(v.bodies))), E'\n', 1) AS line
     FROM content.versions v LEFT JOIN content.documents d ON d.kind = v.kind AND d.key = v.key AND d.live = v.version
     ORDER BY v.kind, v.key, d.live IS NULL, v.version DESC`,
    [locale],
  );
  return rows;
}

export type NewVersion = Pick<
  VersionRow,
  | "kind"
  | "key"
  | "version"
  | "bodies"
  | "placement"
  | "endsAt"
  | "hash"
  | "material"
  | "summary"
  | "author"
  | "createdAt"
>;

export async function insertVersion(tx: Tx, row: NewVersion): Promise<void> {
  await tx.query(
    `INSERT INTO content.versions (kind, key, version, bodies, placement, ends_at, hash, material, summary, author, created_at, state)
     VALUES ($1, $2, $3, $4::jsonb, $5::jsonb, $6, $7, $8, $9, $10, $11, 'draft')`,
    [
      row.kind,
      row.key,
      row.version,
      JSON.stringify(row.bodies),
      row.placement && JSON.stringify(row.placement),
      row.endsAt,
      row.hash,
      row.material,
      row.summary,
      row.author,
      row.createdAt,
    ],
  );
}

export async function writeVersionState(
  tx: Tx,
  { kind, key, version }: DocumentName & { readonly version: number },
  to: Pick<VersionRow, "state" | "publishAt" | "publishedAt" | "releasedBy">,
): Promise<void> {
  await tx.query(
    `UPDATE content.versions SET state = $4, publish_at = $5, published_at = $6, released_by = $7
     WHERE kind = $1 AND key = $2 AND version = $3`,
    [kind, key, version, to.state, to.publishAt, to.publishedAt, to.releasedBy],
  );
}

/** SHA-256 of every version of the templates and redirects that has been written, with its author. */
export async function releasedTexts(
  db: Queryable,
): Promise<readonly (DocumentName & Pick<VersionRow, "version" | "hash" | "author">)[]> {
  const { rows } = await db.query<DocumentName & Pick<VersionRow, "version" | "hash" | "author">>(
    "SELECT kind, key, version, hash, author FROM content.versions WHERE kind IN ('template', 'redirects') ORDER BY version",
  );
  return rows;
}

export interface ReleasedText extends DocumentName {
  readonly version: number;
  readonly bodies: Bodies;
  readonly hash: Uint8Array;
  /** Else it is a draft. */
  readonly isShown: boolean;
}

/** Writes the texts of a release, all at once. */
export async function insertReleasedTexts(
  tx: Tx,
  texts: readonly ReleasedText[],
  { author, at }: { readonly author: string; readonly at: Date },
): Promise<void> {
  const rows = JSON.stringify(texts.map(({ hash, ...text }) => ({ ...text, hash: toHex(hash) })));
  const given = `jsonb_to_recordset($1::jsonb) AS t(kind text, key text, version int, bodies jsonb, hash text, "isShown" boolean)`;
  await tx.query(`INSERT INTO content.documents (kind, key) SELECT kind, key FROM ${given} ON CONFLICT DO NOTHING`, [
    rows,
  ]);
  await tx.query(
    `INSERT INTO content.versions (kind, key, version, bodies, hash, material, summary, author, created_at, state, published_at)
     SELECT kind, key, version, bodies, decode(hash, 'hex'), false, 'Text of the release', $2, $3,
       CASE WHEN "isShown" THEN 'published' ELSE 'draft' END, CASE WHEN "isShown" THEN $3::timestamptz END FROM ${given}`,
    [rows, author, at],
  );
  await tx.query(
    `INSERT INTO content.moves (kind, key, number, from_version, to_version, how, by_name, at)
     SELECT d.kind, d.key, (SELECT coalesce(max(number), 0) + 1 FROM content.moves m WHERE m.kind = d.kind AND m.key = d.key),
       d.live, t.version, 'published', $2, $3
     FROM ${given} JOIN content.documents d ON d.kind = t.kind AND d.key = t.key WHERE t."isShown"`,
    [rows, author, at],
  );
  await tx.query(
    `UPDATE content.documents d SET live = t.version, live_since = $2 FROM ${given}
     WHERE d.kind = t.kind AND d.key = t.key AND t."isShown"`,
    [rows, at],
  );
}

/** One process at a time writes the texts of its release. */
export async function lockReleasedTexts(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('content.released_texts'))");
}

/** Moves the pointer, and returns what players have to accept of the document from now on. */
export async function writeLive(
  tx: Tx,
  { kind, key }: DocumentName,
  move: Pick<MoveRow, "to" | "how" | "by" | "at">,
): Promise<number | null> {
  await tx.query(
    `INSERT INTO content.moves (kind, key, number, from_version, to_version, how, by_name, at)
     SELECT d.kind, d.key, (SELECT coalesce(max(number), 0) + 1 FROM content.moves m WHERE m.kind = d.kind AND m.key = d.key),
       d.live, $3, $4, $5, $6 FROM content.documents d WHERE d.kind = $1 AND d.key = $2`,
    [kind, key, move.to, move.how, move.by, move.at],
  );
  const { rows } = await tx.query<{ required: number | null }>(
    `UPDATE content.documents d SET live = $3, live_since = CASE WHEN $3::int IS NOT NULL THEN $4::timestamptz END,
       required = (SELECT max(version) FROM content.versions v
         WHERE v.kind = d.kind AND v.key = d.key AND v.version <= $3 AND v.state = 'published' AND v.material)
     WHERE kind = $1 AND key = $2 RETURNING required`,
    [kind, key, move.to, move.at],
  );
  return rows[0]?.required ?? null;
}

/** Newest first. */
export async function movesOf(db: Queryable, { kind, key }: DocumentName): Promise<readonly MoveRow[]> {
  const { rows } = await db.query<MoveRow>(
    `SELECT number, from_version AS "from", to_version AS "to", how, by_name AS "by", at FROM content.moves
     WHERE kind = $1 AND key = $2 ORDER BY number DESC`,
    [kind, key],
  );
  return rows;
}

/** Documents with a version whose time has come. */
export async function dueDocuments(db: Queryable, now: Date): Promise<readonly DocumentName[]> {
  const { rows } = await db.query<DocumentName>(
    "SELECT kind, key FROM content.versions WHERE state = 'scheduled' AND publish_at <= $1 ORDER BY publish_at",
    [now],
  );
  return rows;
}
