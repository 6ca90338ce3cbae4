import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** What the player is told once about his limits, until he has closed it. */
export async function noticeOf(on: Queryable, player: PlayerId): Promise<"one_limit" | null> {
  const { rows } = await on.query<{ kind: "one_limit" }>(
    "SELECT kind FROM limits.notices WHERE player_id = $1 AND dismissed_at IS NULL",
    [player],
  );
  return rows[0]?.kind ?? null;
}

export async function dismissNotices(on: Queryable, player: PlayerId, now: Date): Promise<void> {
  await on.query("UPDATE limits.notices SET dismissed_at = $2 WHERE player_id = $1 AND dismissed_at IS NULL", [
    player,
    now,
  ]);
}
