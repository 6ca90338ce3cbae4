import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { accountLocked } from "../shared/errors.ts";

/**
 * Checked at the end of every login, once the credentials are right. Fails with `account_locked`. A concurrent lock either waits or comes
 * first.
 */
export async function refuseLocked(tx: Tx, player: PlayerId): Promise<void> {
  const { rows } = await tx.query<{ locked: boolean }>(
    "SELECT locked_at IS NOT NULL AS locked FROM accounts.players WHERE id = $1 FOR SHARE",
    [player],
  );
  if (rows[0]?.locked) fail(accountLocked);
}

/** @returns whether it was not locked before */
export async function lockRow(tx: Tx, player: PlayerId, reason: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE accounts.players SET locked_at = $2, lock_reason = $3 WHERE id = $1 AND locked_at IS NULL",
    [player, now, reason],
  );
  return rowCount === 1;
}

/** @returns whether it was locked */
export async function unlockRow(tx: Tx, player: PlayerId): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE accounts.players SET locked_at = NULL, lock_reason = NULL WHERE id = $1 AND locked_at IS NOT NULL",
    [player],
  );
  return rowCount === 1;
}
