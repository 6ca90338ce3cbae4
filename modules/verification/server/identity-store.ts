import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** Every SQL statement about players' statements of identity. */

export type Standing = "stated" | "minor" | "disputed" | "proved";

export interface IdentityRow {
  readonly standing: Standing;
  readonly sealed: Uint8Array;
  readonly secondSealed: Uint8Array | null;
  readonly provedSealed: Uint8Array | null;
}

export async function identityRow(db: Queryable, player: PlayerId): Promise<IdentityRow | undefined> {
  const { rows } = await db.query<IdentityRow>(
    `SELECT standing, sealed, second_sealed AS "secondSealed", proved_sealed AS "provedSealed" FROM verification.identities
    WHERE player_id = $1`,
    [player],
  );
  return rows[0];
}

export async function insertIdentity(
  tx: Tx,
  player: PlayerId,
  identity: { readonly sealed: Uint8Array; readonly standing: Standing; readonly now: Date },
): Promise<void> {
  await tx.query(
    "INSERT INTO verification.identities (player_id, sealed, standing, given_at) VALUES ($1, $2, $3, $4)",
    [player, identity.sealed, identity.standing, identity.now],
  );
}

export async function putSecond(tx: Tx, player: PlayerId, sealed: Uint8Array, now: Date): Promise<void> {
  await tx.query(
    `UPDATE verification.identities SET second_sealed = $2, second_given_at = $3, standing = 'disputed' WHERE player_id = $1`,
    [player, sealed, now],
  );
}

/** An operator has read it in a document. Earlier statements are kept. */
export async function putProved(tx: Tx, player: PlayerId, sealed: Uint8Array): Promise<void> {
  await tx.query("UPDATE verification.identities SET proved_sealed = $2, standing = 'proved' WHERE player_id = $1", [
    player,
    sealed,
  ]);
}

/** The document that proved the age is no longer accepted. */
export async function putDoubted(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query(
    `UPDATE verification.identities SET standing = CASE WHEN second_sealed IS NULL THEN 'minor' ELSE 'disputed' END,
       proved_sealed = NULL
     WHERE player_id = $1 AND standing = 'proved'`,
    [player],
  );
}

/** Players who were under age and have come of age since. */
export async function acceptStated(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query("UPDATE verification.identities SET standing = 'stated' WHERE player_id = $1", [player]);
}
