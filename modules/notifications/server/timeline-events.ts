import { timelineOf } from "#kit/db/timeline.ts";

interface EntryRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly until: Date | null;
}

/** The notices in the player's inbox; `until` is when they read it. */
export const noticeTimeline = timelineOf<EntryRow>(
  "notices",
  "uuid",
  `SELECT id, created_at AS at, kind, read_at AS until FROM notifications.entries
   WHERE player_id = $1 AND created_at <= $2 AND (created_at, id) < ($2, $3::uuid) ORDER BY created_at DESC, id DESC LIMIT $4`,
  ({ kind, until }) => ({ event: kind, until }),
);
