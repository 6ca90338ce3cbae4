import { timelineOf } from "#kit/db/timeline.ts";

interface ActionRow {
  readonly id: bigint;
  readonly at: Date;
  readonly action: string;
  readonly operatorName: string;
  readonly reason: string | null;
}

/** What operators did to a player. Entries about something of theirs, such as a payout, are on its own page. */
export const staffTimeline = timelineOf<ActionRow>(
  "staff",
  "number",
  `SELECT number AS id, at, action, operator_name AS "operatorName", reason FROM audit.entries
   WHERE subject = 'player:' || $1 AND (at, number) < ($2, $3::bigint) ORDER BY at DESC, number DESC LIMIT $4`,
  ({ action, operatorName, reason }) => ({ event: action, by: operatorName, text: reason }),
);
