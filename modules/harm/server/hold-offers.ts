import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { holdBreaks, holdOffers, releaseOffers } from "#modules/limits/server/index.ts";
import { grades } from "../shared/score.ts";

/** From the grade of a warning on, or with an open case, nothing is offered to a player. */
export async function isHeld(on: Queryable, player: PlayerId): Promise<boolean> {
  const { rows } = await on.query<{ held: boolean }>(
    `SELECT coalesce((SELECT score >= ${grades.warning} FROM harm.scores s WHERE s.player_id = $1), false)
       OR EXISTS (SELECT FROM harm.cases c WHERE c.player_id = $1 AND c.closed_at IS NULL) AS held`,
    [player],
  );
  return rows[0]?.held === true;
}

/**
 * Holds or releases the player's offers as score and cases are now: part of each transaction that changes either. The lock comes first, so that of
 * two such transactions the second one reads what the first has committed.
 */
export async function updateHold(tx: Tx, player: PlayerId, now: Date): Promise<void> {
  await holdBreaks(tx, player);
  if (await isHeld(tx, player)) await holdOffers(tx, player, "harm", now);
  else await releaseOffers(tx, player, "harm");
}
