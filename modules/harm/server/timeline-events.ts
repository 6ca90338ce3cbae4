import { timelineOf } from "#kit/db/timeline.ts";

interface CaseEventRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly closedBy: string | null;
  readonly until: Date | null;
}

export const harmCaseTimeline = timelineOf<CaseEventRow>(
  "harm-cases",
  "uuid",
  `SELECT id, opened_at AS at, kind, closed_by AS "closedBy", closed_at AS until FROM harm.cases
   WHERE player_id = $1 AND (opened_at, id) < ($2, $3::uuid) ORDER BY opened_at DESC, id DESC LIMIT $4`,
  ({ kind, closedBy, until }) => ({ event: kind, by: closedBy, state: until ? "closed" : "open", until }),
);

interface InteractionRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly byName: string | null;
}

/** What was done: that there was a call, not what was said in it. */
export const interactionTimeline = timelineOf<InteractionRow>(
  "interactions",
  "uuid",
  `SELECT id, at, kind, by_name AS "byName" FROM harm.interactions
   WHERE player_id = $1 AND (at, id) < ($2, $3::uuid) ORDER BY at DESC, id DESC LIMIT $4`,
  ({ kind, byName }) => ({ event: `contact_${kind}`, by: byName }),
);
