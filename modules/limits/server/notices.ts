import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** One-time notices about limits, until the player closes them. */
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
