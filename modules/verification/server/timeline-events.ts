import { timelineOf } from "#kit/db/timeline.ts";

interface DocumentRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
}

/** Documents as they are now: a later one of the same kind replaces the earlier. */
export const documentTimeline = timelineOf<DocumentRow>(
  "documents",
  "uuid",
  `SELECT id, added_at AS at, kind FROM verification.documents
   WHERE player_id = $1 AND (added_at, id) < ($2, $3::uuid) ORDER BY added_at DESC, id DESC LIMIT $4`,
  ({ kind }) => ({ event: kind }),
);
