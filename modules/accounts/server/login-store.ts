import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { StepName } from "../shared/contract.ts";
import type { ContactKind } from "./contact.ts";

/** Every SQL statement about challenges and links. */

export async function insertChallenge(
  tx: Tx,
  challenge: {
    hash: Uint8Array;
    player: PlayerId;
    methods: readonly StepName[];
    identifier: Uint8Array | null;
    expiresAt: Date;
  },
): Promise<void> {
  const { hash, player, methods, identifier, expiresAt } = challenge;
  await tx.query(
    "INSERT INTO accounts.challenges (hash, player_id, methods, identifier, expires_at) VALUES ($1, $2, $3, $4, $5)",
    [hash, player, methods, identifier, expiresAt],
  );
}

export interface ChallengeRow {
  readonly playerId: PlayerId;
  readonly methods: readonly StepName[];
  readonly identifier: Uint8Array | null;
}

/** Counts a try and locks the challenge until the transaction ends. Undefined: it is not valid. */
export async function tryChallenge(
  tx: Tx,
  hash: Uint8Array,
  mostTries: number,
  now: Date,
): Promise<ChallengeRow | undefined> {
  const { rows } = await tx.query<ChallengeRow>(
    `UPDATE accounts.challenges SET tries = tries + 1 WHERE hash = $1 AND tries < $2 AND expires_at > $3
     RETURNING player_id AS "playerId", methods, identifier`,
    [hash, mostTries, now],
  );
  return rows[0];
}

export async function deleteChallenge(tx: Tx, hash: Uint8Array): Promise<void> {
  await tx.query("DELETE FROM accounts.challenges WHERE hash = $1", [hash]);
}

/** The player of a challenge, without counting a try. */
export async function challengedPlayer(db: Queryable, hash: Uint8Array, now: Date): Promise<PlayerId | undefined> {
  const { rows } = await db.query<{ playerId: PlayerId }>(
    `SELECT player_id AS "playerId" FROM accounts.challenges WHERE hash = $1 AND expires_at > $2`,
    [hash, now],
  );
  return rows[0]?.playerId;
}

export type LinkPurpose = "login" | "restore";

export interface Link {
  readonly player: PlayerId;
  readonly purpose: LinkPurpose;
  readonly kind: ContactKind;
  readonly contactKey: string;
}

export async function insertLink(tx: Tx, hash: Uint8Array, link: Link, expiresAt: Date): Promise<void> {
  await tx.query(
    `INSERT INTO accounts.links (hash, player_id, purpose, kind, contact_key, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [hash, link.player, link.purpose, link.kind, link.contactKey, expiresAt],
  );
}

const living = `hash = $1 AND purpose = $2 AND expires_at > $3`;
const fields = `player_id AS player, purpose, kind, contact_key AS "contactKey"`;

export async function readLink(
  db: Queryable,
  hash: Uint8Array,
  purpose: LinkPurpose,
  now: Date,
): Promise<Link | undefined> {
  const { rows } = await db.query<Link>(`SELECT ${fields} FROM accounts.links WHERE ${living}`, [hash, purpose, now]);
  return rows[0];
}

/** Uses up a link: of many concurrent uses one succeeds. */
export async function takeLink(tx: Tx, hash: Uint8Array, purpose: LinkPurpose, now: Date): Promise<Link | undefined> {
  const { rows } = await tx.query<Link>(`DELETE FROM accounts.links WHERE ${living} RETURNING ${fields}`, [
    hash,
    purpose,
    now,
  ]);
  return rows[0];
}

/** Invalidates everything pending: after a new password, and when an account changes hands. */
export async function forgetLogins(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM accounts.links WHERE player_id = $1", [player]);
  await tx.query("DELETE FROM accounts.challenges WHERE player_id = $1", [player]);
}

export async function sweepLogins(db: Queryable, now: Date): Promise<void> {
  await db.query("DELETE FROM accounts.challenges WHERE expires_at <= $1", [now]);
  await db.query("DELETE FROM accounts.links WHERE expires_at <= $1", [now]);
}
