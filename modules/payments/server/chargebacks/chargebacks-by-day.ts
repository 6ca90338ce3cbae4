import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { debtSql } from "#modules/debts/server/index.ts";

export interface ChargebacksOfDay {
  /** When the bank recalled the deposits. */
  readonly day: string;
  readonly provider: string;
  readonly currency: Currency;
  readonly count: number;
  readonly players: number;
  readonly amount: Micros;
  /** What players still owe for these chargebacks. */
  readonly owed: Micros;
  /** What players were let off of them until now. */
  readonly waived: Micros;
}

/** Deposits that banks recalled in a span, by day of the zone, provider and currency, and what is left of the debts. */
export async function chargebacksByDay(
  on: Queryable,
  {
    span,
    zone,
    without,
  }: {
    readonly span: { readonly begins: Date; readonly ends: Date };
    readonly zone: string;
    /** Players whose chargebacks do not count. */
    readonly without: readonly PlayerId[];
  },
): Promise<readonly ChargebacksOfDay[]> {
  const { rows } = await on.query<ChargebacksOfDay>(
    `SELECT (recalled_at AT TIME ZONE $3)::date::text AS day, provider, currency, count(*)::int AS count,
       count(DISTINCT c.player_id)::int AS players, sum(amount)::bigint AS amount,
       coalesce(sum(owed), 0)::bigint AS owed, coalesce(sum(waived), 0)::bigint AS waived
     FROM payments.chargebacks c LEFT JOIN LATERAL (${debtSql.ofChargeback("c.player_id", "c.id")}) d ON true
     WHERE recalled_at >= $1 AND recalled_at < $2 AND c.player_id <> ALL($4::uuid[]) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [span.begins, span.ends, zone, without],
  );
  return rows;
}
