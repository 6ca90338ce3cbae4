import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { timeOfUuid7 } from "#kit/std/uuid7.ts";
import { isBet } from "../bet-row.ts";

const dayMs = 86_400_000;
/** For this long the key of a bet gets its first response again. */
export const keyLifeMs = 30 * dayMs;
/** No bet is archived earlier: a day more, for clocks that differ and statements that wait. */
export const archiveAfterMs = keyLifeMs + dayMs;

/** Whether a key was made so long ago, by its maker's clock, that its bet may be archived. */
export function isOldKey(key: Uuid, nowMs: number): boolean {
  const madeAt = timeOfUuid7(key);
  return madeAt !== undefined && madeAt < nowMs - keyLifeMs;
}

/**
 * Whether the bet of an old key is as old, in the archive or not yet there. One snapshot: a bet on its way to the archive is found in one place or the
 * other. A bet that a wrong clock gave an old key is younger, cannot be archived yet, and is answered by the lane.
 */
export async function isBetExpired(
  on: Queryable,
  { player, key }: { readonly player: PlayerId; readonly key: Uuid },
  nowMs: number,
): Promise<boolean> {
  const { rowCount } = await on.query(
    `SELECT FROM wallet.all_bets b WHERE ${isBet("$1", "$2::uuid")} AND b.placed_at < $3`,
    [player, key, new Date(nowMs - keyLifeMs)],
    "wallet.expired-bet",
  );
  return rowCount > 0;
}
