import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { copyBlock, holdBreaks } from "./counters.ts";

/** Somebody who said he is under age: no stake and no deposit until he is of age, or has proved that he is. */

/** From the commit on. A break that the player chose stays as it is beside it. */
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

/** Until when the lock is in force at `now`. */
export async function ageLockOf(db: Queryable, player: PlayerId, now: Date): Promise<Date | null> {
  const { rows } = await db.query<{ until: Date }>(
    "SELECT age_until AS until FROM limits.players WHERE player_id = $1 AND age_until > $2",
    [player, now],
  );
  return rows[0]?.until ?? null;
}
