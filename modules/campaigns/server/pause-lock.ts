import type { Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";

/**
 * Grants take it shared and a pause takes it alone. An advisory lock, because its queue is fair: on the campaign's row, grants that follow one another
 * would let a pause wait until the last of them.
 */
const lockClass = 0x63616d70;

/** Delays a pause until `tx` ends. A separate statement, so that the next one sees the pause it waited for. */
export async function holdPause(tx: Tx, campaign: Uuid): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock_shared($1, hashtext($2::text))", [lockClass, campaign]);
}

/** Waits for the grants that have begun; those that come later wait until `tx` ends. */
export async function holdGrants(tx: Tx, campaign: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1, hashtext($2::text))", [lockClass, campaign]);
}
