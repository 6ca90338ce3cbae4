import type { Queryable, Tx } from "#kit/db/db.ts";

/** Every statement about chains and revealed links. */

export interface ChainRow {
  readonly number: number;
  readonly firstRound: bigint;
  readonly length: number;
  readonly checkpointInterval: number;
  readonly head: Uint8Array;
  readonly beaconRound: bigint;
  readonly salt: Uint8Array | null;
  readonly testBeacon: boolean;
  readonly publishedAt: Date;
}

export type NewChain = Omit<ChainRow, "salt"> & { readonly encryptedCheckpoints: Uint8Array };

const columns = `number, first_round AS "firstRound", length, checkpoint_interval AS "checkpointInterval", head,
  beacon_round AS "beaconRound", salt, test_beacon AS "testBeacon", published_at AS "publishedAt"`;

/** Newest first. */
export async function readChains(db: Queryable, sequence: string): Promise<ChainRow[]> {
  const { rows } = await db.query<ChainRow>(
    `SELECT ${columns} FROM fairness.chains WHERE sequence = $1 ORDER BY number DESC`,
    [sequence],
  );
  return rows;
}

/** The chain that round `round` belongs to. */
export async function readChainOf(db: Queryable, sequence: string, round: number): Promise<ChainRow | undefined> {
  const { rows } = await db.query<ChainRow>(
    `SELECT ${columns} FROM fairness.chains
     WHERE sequence = $1 AND first_round <= $2 AND $2 < first_round + length ORDER BY number LIMIT 1`,
    [sequence, round],
  );
  return rows[0];
}

export async function readCheckpoints(
  db: Queryable,
  sequence: string,
  number: number,
): Promise<Uint8Array | undefined> {
  const { rows } = await db.query<{ encryptedCheckpoints: Uint8Array }>(
    `SELECT encrypted_checkpoints AS "encryptedCheckpoints" FROM fairness.chains WHERE sequence = $1 AND number = $2`,
    [sequence, number],
  );
  return rows[0]?.encryptedCheckpoints;
}

/** Does nothing when another process has published this chain. */
export async function insertChain(db: Queryable, sequence: string, chain: NewChain): Promise<void> {
  await db.query(
    `INSERT INTO fairness.chains (sequence, number, first_round, length, checkpoint_interval, encrypted_checkpoints, head,
       beacon_round, test_beacon, published_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
    [
      sequence,
      chain.number,
      chain.firstRound,
      chain.length,
      chain.checkpointInterval,
      chain.encryptedCheckpoints,
      chain.head,
      chain.beaconRound,
      chain.testBeacon,
      chain.publishedAt,
    ],
  );
}

/** A salt is written once. */
export async function writeSalt(db: Queryable, sequence: string, number: number, salt: Uint8Array): Promise<void> {
  await db.query("UPDATE fairness.chains SET salt = $3 WHERE sequence = $1 AND number = $2 AND salt IS NULL", [
    sequence,
    number,
    salt,
  ]);
}

export interface LinkRow {
  readonly round: bigint;
  readonly link: Uint8Array;
}

export async function readLastLink(db: Queryable, sequence: string): Promise<LinkRow | undefined> {
  const { rows } = await db.query<LinkRow>(
    "SELECT round, link FROM fairness.revealed_links WHERE sequence = $1 ORDER BY round DESC LIMIT 1",
    [sequence],
  );
  return rows[0];
}

export async function readLinks(db: Queryable, sequence: string, rounds: readonly number[]): Promise<LinkRow[]> {
  const { rows } = await db.query<LinkRow>(
    "SELECT round, link FROM fairness.revealed_links WHERE sequence = $1 AND round = ANY($2::bigint[])",
    [sequence, rounds],
  );
  return rows;
}

/** False when the round before it is not revealed yet, or this one is. */
export async function insertLink(
  tx: Tx,
  sequence: string,
  round: number,
  link: Uint8Array,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO fairness.revealed_links (sequence, round, link, revealed_at)
     SELECT $1, $2::bigint, $3, $4
     WHERE $2::bigint = 1 OR EXISTS (SELECT FROM fairness.revealed_links WHERE sequence = $1 AND round = $2::bigint - 1)
     ON CONFLICT DO NOTHING`,
    [sequence, round, link, at],
  );
  return rowCount === 1;
}
