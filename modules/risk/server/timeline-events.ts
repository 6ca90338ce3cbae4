import { timelineOf } from "#kit/db/timeline.ts";

interface CaseEventRow {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly closedBy: string | null;
  readonly outcome: string | null;
  readonly until: Date | null;
}

export const riskCaseTimeline = timelineOf<CaseEventRow>(
  "risk-cases",
  "uuid",
  `SELECT id, opened_at AS at, kind, closed_by AS "closedBy", outcome, closed_at AS until FROM risk.cases
   WHERE player_id = $1 AND (opened_at, id) < ($2, $3::uuid) ORDER BY opened_at DESC, id DESC LIMIT $4`,
  ({ kind, closedBy, outcome, until }) => ({ event: kind, by: closedBy, state: outcome ?? "open", until }),
);
