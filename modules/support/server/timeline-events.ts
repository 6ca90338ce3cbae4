import { timelineOf } from "#kit/db/timeline.ts";

interface ConversationEventRow {
  readonly id: string;
  readonly at: Date;
  readonly topic: string;
  readonly state: string;
  readonly assignee: string | null;
  readonly until: Date | null;
}

export const conversationTimeline = timelineOf<ConversationEventRow>(
  "conversations",
  "uuid",
  `SELECT id, opened_at AS at, topic, state, assignee_name AS assignee, resolved_at AS until FROM support.conversations
   WHERE player_id = $1 AND opened_at <= $2 AND (opened_at, id) < ($2, $3::uuid)
   ORDER BY opened_at DESC, id DESC LIMIT $4`,
  ({ topic, state, assignee, until }) => ({ event: topic, state, by: assignee, until }),
);
