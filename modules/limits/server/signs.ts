import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** What limits and breaks say about a player's play, for their protection. */

/** When breaks of these players ended, of those that ended between two times. */
export async function endedBreaks(
  on: Queryable,
  players: readonly PlayerId[],
  since: Date,
  until: Date,
): Promise<ReadonlyMap<PlayerId, Date>> {
  const { rows } = await on.query<{ playerId: PlayerId; endedAt: Date }>(
    `SELECT player_id AS "playerId", blocked_until AS "endedAt" FROM limits.players
     WHERE player_id = ANY ($1::uuid[]) AND kind = 'time_out' AND blocked_until >= $2 AND blocked_until <= $3`,
    [uuidArray(players), since, until],
  );
  return new Map(rows.map(({ playerId, endedAt }) => [playerId, endedAt]));
}

/** When limits that the player has raised take effect; raised limits wait for a day, lowered ones do not wait. */
export async function raisedLimits(on: Queryable, player: PlayerId, now: Date): Promise<readonly Date[]> {
  const { rows } = await on.query<{ from: Date }>(
    `SELECT next_from AS "from" FROM limits.daily WHERE player_id = $1 AND next_from > $2
     UNION SELECT next_from FROM limits.play WHERE player_id = $1 AND next_from > $2`,
    [player, now],
  );
  return rows.map(({ from }) => from);
}
