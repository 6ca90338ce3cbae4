import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";

/** Every SQL statement about the versions of the prizes. */

export interface VersionRow {
  readonly number: number;
  readonly version: string;
  /** Days since 1970, UTC. */
  readonly fromDay: number;
  /** Canonical JSON, as it was hashed. */
  readonly configuration: string;
  readonly configHash: Uint8Array;
  readonly requestId: Uuid | null;
  readonly askedBy: string | null;
  readonly approvedBy: string | null;
  readonly publishedAt: Date | null;
}

const columns = `number, version, from_day AS "fromDay", configuration, config_hash AS "configHash", request_id AS "requestId",
    asked_by AS "askedBy", approved_by AS "approvedBy", published_at AS "publishedAt"`;

/** Spins take it shared, publications exclusively: no spin misses a version that is in force on its day. */
const versionLock = 7_311_230;

/** For a spin. Held until the transaction ends. */
export async function shareVersions(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock_shared($1)", [versionLock]);
}

/** For a publication. Held until the transaction ends. */
export async function lockVersions(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [versionLock]);
}

/** Newest first. */
export async function allVersions(db: Queryable): Promise<readonly VersionRow[]> {
  const { rows } = await db.query<VersionRow>(`SELECT ${columns} FROM wheel.versions ORDER BY number DESC`);
  return rows;
}

export async function newestVersion(db: Queryable): Promise<VersionRow> {
  const { rows } = await db.query<VersionRow>(`SELECT ${columns} FROM wheel.versions ORDER BY number DESC LIMIT 1`);
  return required(rows[0], "the first version exists");
}

/** The version of a day: the newest that has taken effect by then. */
export async function versionOn(db: Queryable, day: number): Promise<VersionRow> {
  const { rows } = await db.query<VersionRow>(
    `SELECT ${columns} FROM wheel.versions WHERE from_day <= $1 ORDER BY number DESC LIMIT 1`,
    [day],
  );
  return required(rows[0], "the first version is in force from the first day");
}

export async function insertVersion(tx: Tx, row: VersionRow): Promise<void> {
  await tx.query(
    `INSERT INTO wheel.versions (number, version, from_day, configuration, config_hash, request_id, asked_by, approved_by, published_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.number,
      row.version,
      row.fromDay,
      row.configuration,
      row.configHash,
      row.requestId,
      row.askedBy,
      row.approvedBy,
      row.publishedAt,
    ],
  );
}
