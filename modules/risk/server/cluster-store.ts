import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Signal } from "../shared/signals.ts";

/** Every SQL statement of clusters. */

const clusterLock = 7_311_860;

/** Two accounts that are scored at once may belong together. */
export async function lockClusters(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1)", [clusterLock]);
}

export async function clustersOf(on: Queryable, players: readonly PlayerId[]): Promise<readonly Uuid[]> {
  const { rows } = await on.query<{ id: Uuid }>(
    "SELECT DISTINCT cluster_id AS id FROM risk.cluster_members WHERE player_id = ANY ($1::uuid[])",
    [uuidArray(players)],
  );
  return rows.map(({ id }) => id);
}

/** How many accounts these clusters and players are. */
export async function combinedSize(
  on: Queryable,
  clusters: readonly Uuid[],
  players: readonly PlayerId[],
): Promise<number> {
  const { rows } = await on.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT player_id FROM risk.cluster_members WHERE cluster_id = ANY ($1::uuid[])
       UNION SELECT unnest($2::uuid[])) m`,
    [uuidArray(clusters), uuidArray(players)],
  );
  return rows[0]?.n ?? 0;
}

interface Joined {
  readonly clusters: readonly Uuid[];
  readonly players: readonly PlayerId[];
  readonly since: Date;
}

export async function join(tx: Tx, cluster: Uuid, { clusters, players, since }: Joined): Promise<void> {
  await tx.query(
    "UPDATE risk.cluster_members SET cluster_id = $1 WHERE cluster_id = ANY ($2::uuid[]) AND cluster_id <> $1",
    [cluster, uuidArray(clusters)],
  );
  await tx.query(
    `INSERT INTO risk.cluster_members (player_id, cluster_id, since) SELECT p, $1, $3 FROM unnest($2::uuid[]) AS p
     ON CONFLICT (player_id) DO UPDATE SET cluster_id = $1 WHERE cluster_members.cluster_id <> $1`,
    [cluster, uuidArray(players), since],
  );
}

/** These accounts are in no cluster. A cluster of one is none. */
export async function leaveClusters(tx: Tx, players: readonly PlayerId[]): Promise<void> {
  const { rows } = await tx.query<{ id: Uuid }>(
    "DELETE FROM risk.cluster_members WHERE player_id = ANY ($1::uuid[]) RETURNING cluster_id AS id",
    [uuidArray(players)],
  );
  for (const left of new Set(rows.map(({ id }) => id)))
    if ((await membersOf(tx, left)).length < 2) await dissolve(tx, left);
}

export async function dissolve(tx: Tx, cluster: Uuid): Promise<void> {
  await tx.query("DELETE FROM risk.cluster_members WHERE cluster_id = $1", [cluster]);
}

export async function allClusters(on: Queryable): Promise<readonly Uuid[]> {
  const { rows } = await on.query<{ id: Uuid }>(
    "SELECT DISTINCT cluster_id AS id FROM risk.cluster_members ORDER BY cluster_id",
  );
  return rows.map(({ id }) => id);
}

export interface MemberRow {
  readonly playerId: PlayerId;
  readonly since: Date;
  readonly score: number;
  readonly signals: readonly Signal[];
  readonly openCases: number;
}

/** The highest score first. */
export async function membersOf(on: Queryable, cluster: Uuid): Promise<readonly MemberRow[]> {
  const { rows } = await on.query<MemberRow>(
    `SELECT m.player_id AS "playerId", m.since, coalesce(s.score, 0)::int AS score, coalesce(s.signals, '[]') AS signals,
       (SELECT count(*)::int FROM risk.cases c WHERE c.player_id = m.player_id AND c.closed_at IS NULL) AS "openCases"
     FROM risk.cluster_members m LEFT JOIN risk.scores s ON s.player_id = m.player_id
     WHERE m.cluster_id = $1 ORDER BY 3 DESC, 1`,
    [cluster],
  );
  return rows;
}

export interface ClusterRow {
  readonly id: Uuid;
  readonly size: number;
  /** The highest of its members'. */
  readonly score: number;
  readonly openCases: number;
  /** The first few, the highest score first. */
  readonly members: readonly PlayerId[];
  readonly since: Date;
}

export interface ClusterPosition {
  readonly score: number;
  readonly id: string;
}

/** The highest score first. */
export async function readClusters(
  on: Queryable,
  after: ClusterPosition | null,
  limit: number,
): Promise<readonly ClusterRow[]> {
  const { rows } = await on.query<ClusterRow>(
    `SELECT * FROM (
       SELECT m.cluster_id AS id, count(*)::int AS size, coalesce(max(s.score), 0)::int AS score, min(m.since) AS since,
         (array_agg(m.player_id ORDER BY s.score DESC NULLS LAST, m.player_id))[1:5] AS members,
         (SELECT count(*)::int FROM risk.cases c JOIN risk.cluster_members o ON o.player_id = c.player_id
          WHERE o.cluster_id = m.cluster_id AND c.closed_at IS NULL) AS "openCases"
       FROM risk.cluster_members m LEFT JOIN risk.scores s ON s.player_id = m.player_id GROUP BY m.cluster_id
     ) c WHERE $1::int IS NULL OR score < $1 OR (score = $1 AND id > $2::uuid)
     ORDER BY score DESC, id LIMIT $3`,
    [after?.score ?? null, after?.id ?? null, limit],
  );
  return rows;
}
