import type { Queryable } from "#kit/db/db.ts";

/** A process of the cluster, as it describes itself. */
export interface NodeRow {
  readonly name: string;
  /** Id of this start of the process. */
  readonly run: string;
  /** Address of its internal listener; null without one. */
  readonly address: string | null;
  readonly roles: readonly string[];
  readonly services: readonly string[];
  readonly version: string;
  /** Version of the messages between nodes. */
  readonly contract: number;
  /** The fingerprint of its secrets. */
  readonly secrets: string;
  readonly bus: string;
}

export interface SeenNode extends NodeRow {
  readonly clockOffsetMs: number;
  readonly lagMs: number;
  readonly startedAt: Date;
  readonly beatAgoMs: number;
}

/** The rounds that a node leads. */
export interface LedRounds {
  readonly name: string;
  readonly epoch: bigint;
}

export interface LeaderRow extends LedRounds {
  readonly timeline: number;
  readonly node: string;
  readonly address: string | null;
  readonly beatAgoMs: number;
}

/** A node whose clock is further than this from the database's may neither start nor lead. */
export const mostClockOffsetMs = 1_000;

/** A node or a leader that sent no beat for this long counts as gone. */
export const silentAfterMs = 5_000;

const timelineSql = "('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int";

const beatSql = `
  WITH node AS (
    INSERT INTO cluster.nodes AS n
      (name, run, address, roles, services, version, contract, secrets, bus, clock_offset_ms, lag_ms, started_at, beat)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp(), clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET
      run = EXCLUDED.run, address = EXCLUDED.address, roles = EXCLUDED.roles, services = EXCLUDED.services,
      version = EXCLUDED.version, contract = EXCLUDED.contract, secrets = EXCLUDED.secrets, bus = EXCLUDED.bus,
      clock_offset_ms = EXCLUDED.clock_offset_ms, lag_ms = EXCLUDED.lag_ms, beat = EXCLUDED.beat,
      started_at = CASE WHEN n.run = EXCLUDED.run THEN n.started_at ELSE EXCLUDED.started_at END
  ), led AS (
    INSERT INTO cluster.leaders AS l (name, epoch, timeline, node, address, beat)
    SELECT name, epoch, ${timelineSql}, $1, $3, clock_timestamp() FROM unnest($12::text[], $13::bigint[]) AS led(name, epoch)
    ON CONFLICT (name) DO UPDATE SET
      epoch = EXCLUDED.epoch, timeline = EXCLUDED.timeline, node = EXCLUDED.node, address = EXCLUDED.address, beat = EXCLUDED.beat
    WHERE (l.timeline, l.epoch) <= (EXCLUDED.timeline, EXCLUDED.epoch)
  )
  SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs",
    (SELECT count(*) FROM cluster.nodes WHERE address IS NOT NULL AND beat > clock_timestamp() - interval '${silentAfterMs} milliseconds')::int AS "nodes",
    (SELECT min((SELECT count(*) FROM cluster.leaders l WHERE l.node = n.name AND l.beat > clock_timestamp() - interval '${silentAfterMs} milliseconds'))
     FROM cluster.nodes n
     WHERE n.name <> $1 AND n.address IS NOT NULL AND 'tables' = ANY (n.roles) AND n.services @> $5
       AND n.beat > clock_timestamp() - interval '${silentAfterMs} milliseconds' AND n.started_at < clock_timestamp() - $14 * interval '1 millisecond'
       AND abs(n.clock_offset_ms) <= ${mostClockOffsetMs})::int AS "leastLed",
    ${timelineSql} AS "timeline",
    (SELECT coalesce(jsonb_object_agg(name, epoch::text), '{}') FROM cluster.leaders) AS "epochs"`;

export interface Beat {
  readonly node: NodeRow;
  readonly leads: readonly LedRounds[];
  readonly clockOffsetMs: number;
  readonly lagMs: number;
  /** How long a node runs before it counts as one that can take rounds: milliseconds. */
  readonly balanceAfterMs: number;
}

interface BeatRow {
  readonly nowMs: bigint;
  readonly nodes: number;
  readonly leastLed: number | null;
  readonly timeline: number;
  readonly epochs: Readonly<Record<string, string>>;
}

/** What the database answers to a beat. */
export interface Beaten {
  /** The database's clock, milliseconds since 1970. */
  readonly nowMs: number;
  /** How many nodes with an internal listener were alive before this beat. */
  readonly nodes: number;
  /** How many rounds the least busy other node leads that could take more; null when there is none. */
  readonly leastLed: number | null;
  /** The database's timeline: it rises with each promotion and each restore to a moment. */
  readonly timeline: number;
  /** The epochs of the leaders before this beat, by the name of their rounds. */
  readonly epochs: ReadonlyMap<string, bigint>;
}

/** Records that the node and what it leads are alive. */
export async function sendBeat(
  db: Queryable,
  { node, leads, clockOffsetMs, lagMs, balanceAfterMs }: Beat,
): Promise<Beaten> {
  const { rows } = await db.query<BeatRow>(
    beatSql,
    [
      node.name,
      node.run,
      node.address,
      node.roles,
      node.services,
      node.version,
      node.contract,
      node.secrets,
      node.bus,
      clockOffsetMs,
      lagMs,
      leads.map(({ name }) => name),
      leads.map(({ epoch }) => epoch),
      // Half an hour is as long as never.
      Math.min(balanceAfterMs, 1_800_000),
    ],
    "cluster-beat",
  );
  const [row] = rows;
  return {
    nowMs: Number(row?.nowMs ?? 0n),
    nodes: row?.nodes ?? 1,
    leastLed: row?.leastLed ?? null,
    timeline: row?.timeline ?? 0,
    epochs: new Map(Object.entries(row?.epochs ?? {}).map(([name, epoch]) => [name, BigInt(epoch)])),
  };
}

/** The database's clock, milliseconds since 1970. */
export async function databaseNow(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ nowMs: bigint }>(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"`,
  );
  return Number(rows[0]?.nowMs ?? 0n);
}

/** Those that sent a beat within `silentMs`. */
export async function readNodes(db: Queryable, silentMs = silentAfterMs): Promise<readonly SeenNode[]> {
  const { rows } = await db.query<SeenNode>(
    `SELECT name, run, address, roles, services, version, contract, secrets, bus, clock_offset_ms AS "clockOffsetMs", lag_ms AS "lagMs",
       started_at AS "startedAt", (extract(epoch FROM clock_timestamp() - beat) * 1000)::int AS "beatAgoMs"
     FROM cluster.nodes WHERE beat > clock_timestamp() - $1 * interval '1 millisecond' ORDER BY name`,
    [silentMs],
  );
  return rows;
}

export async function readLeaders(db: Queryable, silentMs = silentAfterMs): Promise<readonly LeaderRow[]> {
  const { rows } = await db.query<LeaderRow>(
    `SELECT name, epoch, timeline, node, address, (extract(epoch FROM clock_timestamp() - beat) * 1000)::int AS "beatAgoMs"
     FROM cluster.leaders WHERE beat > clock_timestamp() - $1 * interval '1 millisecond' ORDER BY name`,
    [silentMs],
  );
  return rows;
}

/**
 * The row of a leader that ended stays, without a beat: it holds the highest epoch, so that a heartbeat of an earlier leader, which does not know yet
 * that it is one, lists nothing older.
 */
const endedSql = "UPDATE cluster.leaders l SET beat = '-infinity'";

/** The node ends in order. */
export async function removeNode(db: Queryable, { name, run }: Pick<NodeRow, "name" | "run">): Promise<void> {
  await db.query(
    `WITH gone AS (DELETE FROM cluster.nodes WHERE name = $1 AND run = $2 RETURNING name)
     ${endedSql} FROM gone WHERE l.node = gone.name`,
    [name, run],
  );
}

/** The node no longer leads these rounds. */
export async function removeLeader(db: Queryable, node: string, led: LedRounds): Promise<void> {
  await db.query(`${endedSql} WHERE l.name = $1 AND l.node = $2 AND l.epoch = $3`, [led.name, node, led.epoch]);
}
