import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** Every statement about seeds and pairs but the wallet's (see pair-sql.ts). */

export interface PairRow {
  readonly seedNumber: number;
  readonly clientSeed: string | null;
  readonly nonce: number;
}

export interface SeedRow {
  readonly number: number;
  readonly encryptedSeed: Uint8Array;
  readonly hash: Uint8Array;
  readonly revealedAt: Date | null;
}

const pairColumns = `seed_number AS "seedNumber", client_seed AS "clientSeed", nonce`;

export async function readPair(db: Queryable, player: PlayerId): Promise<PairRow | undefined> {
  const { rows } = await db.query<PairRow>(`SELECT ${pairColumns} FROM fairness.pairs WHERE player_id = $1`, [player]);
  return rows[0];
}

export async function lockPair(tx: Tx, player: PlayerId): Promise<PairRow | undefined> {
  const { rows } = await tx.query<PairRow>(
    `SELECT ${pairColumns} FROM fairness.pairs WHERE player_id = $1 FOR UPDATE`,
    [player],
  );
  return rows[0];
}

/** False when the player has a pair already. */
export async function insertPair(tx: Tx, player: PlayerId): Promise<boolean> {
  const { rowCount } = await tx.query(
    "INSERT INTO fairness.pairs (player_id, seed_number, nonce) VALUES ($1, 1, 0) ON CONFLICT DO NOTHING",
    [player],
  );
  return rowCount === 1;
}

export async function insertSeed(
  tx: Tx,
  player: PlayerId,
  seed: { number: number; encrypted: Uint8Array; hash: Uint8Array; createdAt: Date },
): Promise<void> {
  await tx.query(
    "INSERT INTO fairness.seeds (player_id, number, encrypted_seed, hash, created_at) VALUES ($1, $2, $3, $4, $5)",
    [player, seed.number, seed.encrypted, seed.hash, seed.createdAt],
  );
}

export async function readSeeds(db: Queryable, player: PlayerId, numbers: readonly number[]): Promise<SeedRow[]> {
  const { rows } = await db.query<SeedRow>(
    `SELECT number, encrypted_seed AS "encryptedSeed", hash, revealed_at AS "revealedAt" FROM fairness.seeds
     WHERE player_id = $1 AND number = ANY($2::int[]) ORDER BY number`,
    [player, numbers],
  );
  return rows;
}

export async function markRevealed(tx: Tx, player: PlayerId, number: number, at: Date): Promise<void> {
  await tx.query("UPDATE fairness.seeds SET revealed_at = $3 WHERE player_id = $1 AND number = $2", [
    player,
    number,
    at,
  ]);
}

/** The next seed becomes live with nonce 0. */
export async function moveToSeed(tx: Tx, player: PlayerId, number: number, clientSeed: string | null): Promise<void> {
  await tx.query("UPDATE fairness.pairs SET seed_number = $2, client_seed = $3, nonce = 0 WHERE player_id = $1", [
    player,
    number,
    clientSeed,
  ]);
}

/** False when the player has no pair. The nonce stays as it is. */
export async function writeClientSeed(tx: Tx, player: PlayerId, clientSeed: string): Promise<boolean> {
  const { rowCount } = await tx.query("UPDATE fairness.pairs SET client_seed = $2 WHERE player_id = $1", [
    player,
    clientSeed,
  ]);
  return rowCount === 1;
}

/** How many server seeds a player has had revealed from a day (UTC) on: with each, every bet under it can be checked. */
export async function revealedSince(on: Queryable, player: PlayerId, from: string): Promise<number> {
  const { rows } = await on.query<{ seeds: number }>(
    "SELECT count(*)::int AS seeds FROM fairness.seeds WHERE player_id = $1 AND revealed_at >= $2::date::timestamp AT TIME ZONE 'UTC'",
    [player, from],
  );
  return rows[0]?.seeds ?? 0;
}
