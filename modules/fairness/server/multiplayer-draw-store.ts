import { byteaArray, int8Array, textArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";

/** Every statement about rounds between players. */

export interface MultiplayerDrawRow {
  readonly round: bigint;
  readonly commitment: Uint8Array;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly entries: string | null;
  readonly entriesHash: Uint8Array | null;
  readonly beaconRound: bigint | null;
  readonly beaconDueAt: Date | null;
  readonly testBeacon: boolean | null;
  readonly beaconChain: string | null;
  readonly beaconPublicKey: string | null;
  readonly publishedAt: Date | null;
  readonly secret: Uint8Array | null;
  readonly beaconValue: Uint8Array | null;
  readonly beaconSignature: Uint8Array | null;
}

const columns = `round, commitment, opened_at AS "openedAt", closed_at AS "closedAt", entries, entries_hash AS "entriesHash",
  beacon_round AS "beaconRound", beacon_due_at AS "beaconDueAt", test_beacon AS "testBeacon",
  beacon_chain AS "beaconChain", beacon_public_key AS "beaconPublicKey", told_at AS "publishedAt", secret,
  beacon_value AS "beaconValue", beacon_signature AS "beaconSignature"`;

export async function insertRounds(
  on: Queryable,
  game: string,
  at: Date,
  rounds: readonly { round: bigint; sealed: Uint8Array; commitment: Uint8Array }[],
): Promise<void> {
  await on.query(
    `INSERT INTO fairness.between_rounds (game, round, encrypted_secret, commitment, opened_at)
     SELECT $1, round, sealed, commitment, $2 FROM unnest($3::int8[], $4::bytea[], $5::bytea[]) AS i(round, sealed, commitment)`,
    [
      game,
      at,
      int8Array(rounds.map(each => each.round)),
      byteaArray(rounds.map(each => each.sealed)),
      byteaArray(rounds.map(each => each.commitment)),
    ],
  );
}

export interface CloseRow {
  readonly round: bigint;
  readonly entries: string;
  readonly hash: Uint8Array;
}

/** How many were closed: a round closes once. */
export async function writeClose(
  tx: Tx,
  game: string,
  at: Date,
  beacon: { round: number; dueAt: Date; chain: string; publicKey: string; test: boolean },
  closes: readonly CloseRow[],
): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE fairness.between_rounds b SET closed_at = $2, entries = i.entries, entries_hash = i.hash, beacon_round = $3,
       beacon_due_at = $4, test_beacon = $5, beacon_chain = $6, beacon_public_key = $7
     FROM unnest($8::int8[], $9::text[], $10::bytea[]) AS i(round, entries, hash)
     WHERE b.game = $1 AND b.round = i.round AND b.closed_at IS NULL AND b.secret IS NULL`,
    [
      game,
      at,
      beacon.round,
      beacon.dueAt,
      beacon.test,
      beacon.chain,
      beacon.publicKey,
      int8Array(closes.map(each => each.round)),
      textArray(closes.map(each => each.entries)),
      byteaArray(closes.map(each => each.hash)),
    ],
  );
  return rowCount;
}

/** The rounds whose close record counts as published before the value was due, by this call or an earlier one. */
export async function writeConfirmed(
  on: Queryable,
  game: string,
  at: Date,
  rounds: readonly bigint[],
): Promise<bigint[]> {
  const { rows } = await on.query<{ round: bigint }>(
    `UPDATE fairness.between_rounds SET told_at = coalesce(told_at, $2)
     WHERE game = $1 AND round = ANY ($3::int8[]) AND (told_at IS NOT NULL OR $2 < beacon_due_at) RETURNING round`,
    [game, at, int8Array(rounds)],
  );
  return rows.map(row => row.round);
}

/** Locks the rounds and reads their sealed secrets, in order of round. */
export async function lockSecrets(
  tx: Tx,
  game: string,
  rounds: readonly bigint[],
): Promise<(MultiplayerDrawRow & { encryptedSecret: Uint8Array })[]> {
  const { rows } = await tx.query<MultiplayerDrawRow & { encryptedSecret: Uint8Array }>(
    `SELECT ${columns}, encrypted_secret AS "encryptedSecret" FROM fairness.between_rounds
    WHERE game = $1 AND round = ANY ($2::int8[])
     ORDER BY round FOR UPDATE`,
    [game, int8Array(rounds)],
  );
  return rows;
}

export async function writeReveal(
  tx: Tx,
  game: string,
  at: Date,
  value: { value: Uint8Array; signature: Uint8Array } | null,
  secrets: readonly { round: bigint; secret: Uint8Array }[],
): Promise<void> {
  await tx.query(
    `UPDATE fairness.between_rounds b SET secret = i.secret, revealed_at = $2, beacon_value = $3, beacon_signature = $4
     FROM unnest($5::int8[], $6::bytea[]) AS i(round, secret)
     WHERE b.game = $1 AND b.round = i.round AND b.secret IS NULL`,
    [
      game,
      at,
      value?.value ?? null,
      value?.signature ?? null,
      int8Array(secrets.map(each => each.round)),
      byteaArray(secrets.map(each => each.secret)),
    ],
  );
}

export async function readRounds(
  on: Queryable,
  game: string,
  rounds: readonly bigint[],
): Promise<MultiplayerDrawRow[]> {
  const { rows } = await on.query<MultiplayerDrawRow>(
    `SELECT ${columns} FROM fairness.between_rounds WHERE game = $1 AND round = ANY ($2::int8[]) ORDER BY round`,
    [game, int8Array(rounds)],
  );
  return rows;
}
