import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import type { FactSource } from "#modules/conditions/server/index.ts";
import english from "../locale/facts/en.json" with { type: "json" };

/** A deposit from three quarters of this sum on and below it: payments that were split to stay under the line at which a casino checks its customer (EUR). */
const lineMicros = 2_000_000_000;

/** How players paid in and took out, to the moment. For rules about fraud and money laundering. */
export const paymentFacts = {
  name: "payments",
  words: readLocale(english, join(import.meta.dirname, "../locale/facts")),
  facts: [
    { name: "deposits_24h", type: "number", missing: 0 },
    { name: "deposited_24h", type: "money", missing: 0 },
    { name: "deposited_7d", type: "money", missing: 0 },
    { name: "deposited_90d", type: "money", missing: 0 },
    { name: "deposits_below_line_7d", type: "number", missing: 0 },
    { name: "declined_deposits_24h", type: "number", missing: 0 },
    { name: "withdrawals_24h", type: "number", missing: 0 },
    { name: "withdrawn_24h", type: "money", missing: 0 },
    { name: "withdrawn_7d", type: "money", missing: 0 },
    { name: "paid_with_7d", type: "number", missing: 0 },
    { name: "paid_out_to_30d", type: "number", missing: 0 },
    { name: "minutes_to_withdrawal", type: "number" },
    { name: "days_without_deposit", type: "number" },
    { name: "recalled_deposits_90d", type: "number", missing: 0 },
  ],
  // Payments in a currency without a price count, and add nothing to sums.
  sql: ({ now, price }) => `
    SELECT player_id,
      count(*) FILTER (WHERE what = 'in' AND at > ${now} - interval '1 day')::int AS deposits_24h,
      coalesce(sum(dollars) FILTER (WHERE what = 'in' AND at > ${now} - interval '1 day'), 0) AS deposited_24h,
      coalesce(sum(dollars) FILTER (WHERE what = 'in' AND at > ${now} - interval '7 days'), 0) AS deposited_7d,
      coalesce(sum(dollars) FILTER (WHERE what = 'in' AND at > ${now} - interval '90 days'), 0) AS deposited_90d,
      count(*) FILTER (WHERE what = 'in' AND at > ${now} - interval '7 days'
        AND dollars >= ${lineMicros} * 0.75 * ${price("'EUR'")} AND dollars < ${lineMicros} * ${price("'EUR'")})::int AS deposits_below_line_7d,
      count(*) FILTER (WHERE what = 'declined' AND at > ${now} - interval '1 day')::int AS declined_deposits_24h,
      count(*) FILTER (WHERE what = 'out' AND at > ${now} - interval '1 day')::int AS withdrawals_24h,
      coalesce(sum(dollars) FILTER (WHERE what = 'out' AND at > ${now} - interval '1 day'), 0) AS withdrawn_24h,
      coalesce(sum(dollars) FILTER (WHERE what = 'out' AND at > ${now} - interval '7 days'), 0) AS withdrawn_7d,
      count(*) FILTER (WHERE what = 'instrument' AND at > ${now} - interval '7 days')::int AS paid_with_7d,
      count(DISTINCT token) FILTER (WHERE what = 'out' AND at > ${now} - interval '30 days')::int AS paid_out_to_30d,
      CASE WHEN max(at) FILTER (WHERE what = 'out') >= min(at) FILTER (WHERE what = 'in' AND at > ${now} - interval '1 day')
        THEN floor(extract(epoch FROM max(at) FILTER (WHERE what = 'out')
          - min(at) FILTER (WHERE what = 'in' AND at > ${now} - interval '1 day')) / 60)::int END AS minutes_to_withdrawal,
      floor(extract(epoch FROM max(at) FILTER (WHERE what = 'in')
        - max(at) FILTER (WHERE what = 'in' AND at <= ${now} - interval '1 day')) / 86400)::int AS days_without_deposit,
      count(*) FILTER (WHERE what = 'recalled' AND at > ${now} - interval '90 days')::int AS recalled_deposits_90d
    FROM (
      SELECT player_id, 'in' AS what, received_at AS at, amount * ${price("currency")} AS dollars, NULL::uuid AS token
      FROM payments.receipts WHERE player_id IS NOT NULL AND disposition = 'credited'
      UNION ALL SELECT player_id, 'out', created_at, amount * ${price("currency")}, instrument_id FROM payments.payouts WHERE status IN (1, 2, 3)
      UNION ALL SELECT player_id, 'declined', created_at, NULL, NULL FROM payments.invoices WHERE status = 5
      UNION ALL SELECT player_id, 'instrument', first_paid_at, NULL, NULL FROM payments.instruments
      UNION ALL SELECT player_id, 'recalled', recalled_at, NULL, NULL FROM payments.chargebacks
    ) e WHERE at <= ${now} GROUP BY player_id`,
} as const satisfies FactSource;
