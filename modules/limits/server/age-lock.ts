import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { copyBlock, holdBreaks } from "./counters.ts";

/** A player who stated to be under age: no stakes and deposits until they are of age, or have proved it. */

/** From the commit on. A break that the player chose is unchanged. */
export async function lockForAge(tx: Tx, player: PlayerId, until: Date): Promise<void> {
  await holdBreaks(tx, player);
  await tx.query(
    `INSERT INTO limits.players (player_id, blocked_until, kind, age_until) VALUES ($1, 'epoch', 'self_exclusion', $2)
     ON CONFLICT (player_id) DO UPDATE SET age_until = greatest(limits.players.age_until, excluded.age_until)`,
    [player, until],
  );
  await copyBlock(tx, player);
}

/** They have proved their age. */
export async function liftAgeLock(tx: Tx, player: PlayerId): Promise<void> {
  await holdBreaks(tx, player);
  const { rowCount } = await tx.query(
    "UPDATE limits.players SET age_until = NULL WHERE player_id = $1 AND age_until IS NOT NULL",
    [player],
  );
  if (rowCount > 0) await copyBlock(tx, player);
}

/** When the lock in force at `now` ends. */
export async function ageLockOf(db: Queryable, player: PlayerId, now: Date): Promise<Date | null> {
  const { rows } = await db.query<{ until: Date }>(
    "SELECT age_until AS until FROM limits.players WHERE player_id = $1 AND age_until > $2",
    [player, now],
  );
  return rows[0]?.until ?? null;
}
