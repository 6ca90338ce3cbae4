import { timelineOf } from "#kit/db/timeline.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

interface CorrectionRow {
  readonly id: string;
  readonly at: Date;
  readonly amount: Micros;
  readonly currency: Currency;
  readonly reason: string;
  readonly status: string;
  readonly askedName: string;
  readonly until: Date | null;
}

export const correctionTimeline = timelineOf<CorrectionRow>(
  "corrections",
  "uuid",
  `SELECT id, asked_at AS at, amount, currency, reason, status, asked_name AS "askedName", decided_at AS until
   FROM corrections.corrections WHERE player_id = $1 AND asked_at <= $2 AND (asked_at, id) < ($2, $3::uuid)
   ORDER BY asked_at DESC, id DESC LIMIT $4`,
  ({ amount, currency, reason, status, askedName, until }) => ({
    event: "correction",
    state: status,
    by: askedName,
    text: reason,
    amount,
    currency,
    until,
  }),
);
