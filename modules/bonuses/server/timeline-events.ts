import { timelineOf } from "#kit/db/timeline.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";

interface BonusEventRow {
  readonly id: string;
  readonly at: Date;
  readonly name: string;
  readonly status: string;
  readonly amount: Micros;
  readonly currency: Currency;
  readonly until: Date | null;
}

export const bonusTimeline = timelineOf<BonusEventRow>(
  "bonuses",
  "uuid",
  `SELECT id, created_at AS at, name ->> 'en' AS name, status, amount, currency, ended_at AS until FROM bonuses.bonuses
   WHERE player_id = $1 AND created_at <= $2 AND (created_at, id) < ($2, $3::uuid)
   ORDER BY created_at DESC, id DESC LIMIT $4`,
  ({ name, status, amount, currency, until }) => ({
    event: "bonus",
    state: status,
    text: name,
    amount,
    currency,
    until,
  }),
);
