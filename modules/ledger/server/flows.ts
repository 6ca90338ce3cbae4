import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Account } from "../shared/chart.ts";
import { kindOf, type TransferKind } from "../shared/kinds.ts";

/** The total moved between two accounts in one hour. */
export interface Flow {
  /** Start of the hour, UTC. */
  readonly hour: Date;
  readonly currency: Currency;
  readonly kind: TransferKind;
  readonly debit: Account;
  readonly credit: Account;
  /** Micro-units. */
  readonly amount: Micros;
  readonly count: number;
}

/**
 * All movements of a period, by the hour, except those of some owners. Scans the whole ledger, because an index by
 * time would cost every bet: for reports, a few times a minute at most.
 */
export async function flowsBetween(
  on: Queryable,
  from: Date,
  to: Date,
  except: readonly PlayerId[],
): Promise<readonly Flow[]> {
  const { rows } = await on.query<Omit<Flow, "kind" | "count"> & { kind: number; count: bigint }>(
    `SELECT date_trunc('hour', at, 'UTC') AS hour, currency, kind, debit, credit, sum(amount)::bigint AS amount, count(*) AS count
     FROM ledger.transfers WHERE at >= $1 AND at < $2 AND NOT player_id = ANY($3::uuid[])
     GROUP BY 1, currency, kind, debit, credit`,
    [from, to, except],
  );
  return rows.map(row => ({ ...row, kind: kindOf(row.kind), count: Number(row.count) }));
}
