import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { InvoiceStatus } from "../shared/invoice.ts";

/** One row of a player's payments, in or out. */
export interface HistoryRow {
  readonly kind: "deposit" | "payout";
  readonly id: Uuid;
  readonly method: string;
  readonly currency: Currency;
  readonly amount: Micros;
  /** Amount credited, or paid out. */
  readonly moved: Micros;
  readonly held: Micros;
  readonly returned: Micros;
  /** What operators refunded of it, and of that what is on its way. */
  readonly refunded: Micros;
  readonly refunding: Micros;
  readonly sumWasChanged: boolean;
  readonly status: InvoiceStatus;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export interface HistoryFilter {
  readonly kind?: "deposit" | "payout" | undefined;
  /** Requested from this instant on, and before that one. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Newest first: ids grow with time. */
export async function historyOf(
  db: Queryable,
  player: PlayerId,
  before: Uuid | null,
  limit: number,
  { kind, from, to }: HistoryFilter = {},
): Promise<readonly HistoryRow[]> {
  const refundsIn = (states: string) =>
    `(SELECT coalesce(sum(f.amount), 0)::bigint FROM payments.refunds f WHERE f.invoice_id = invoices.id AND f.status IN (${states}))`;
  const page = (name: NonNullable<HistoryFilter["kind"]>) => `player_id = $1 AND ($2::uuid IS NULL OR id < $2)
    AND ($4::text IS NULL OR $4 = '${name}') AND ($5::timestamptz IS NULL OR created_at >= $5)
    AND ($6::timestamptz IS NULL OR created_at < $6) ORDER BY id DESC LIMIT $3`;
  const { rows } = await db.query<HistoryRow>(
    `SELECT * FROM (
       (SELECT 'deposit' AS kind, id, method, currency, amount, credited AS moved, held, returned, ${refundsIn("3")} AS refunded, ${refundsIn("1, 2")} AS refunding,
          sum_was_changed AS "sumWasChanged", status, created_at AS "createdAt", ended_at AS "endedAt" FROM payments.invoices WHERE ${page("deposit")})
       UNION ALL
       (SELECT 'payout', id, (SELECT method FROM payments.instruments i WHERE i.id = instrument_id), currency, amount,
          CASE status WHEN 3 THEN amount ELSE 0 END, 0, 0, 0, 0, false, status, created_at, ended_at
        FROM payments.payouts WHERE ${page("payout")})) h
     ORDER BY id DESC LIMIT $3`,
    [player, before, limit, kind ?? null, from ?? null, to ?? null],
  );
  return rows;
}
