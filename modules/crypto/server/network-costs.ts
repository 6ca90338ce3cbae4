import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { CoinName } from "../shared/coins.ts";

/** Network fees for operators. They are paid in ether, whichever coin is moved. */

export interface NetworkCost {
  /** The coin that was moved. */
  readonly coin: CoinName;
  /** The currency it was booked in, and the sum booked in it. */
  readonly currency: Currency;
  readonly amount: Micros;
  readonly wei: string;
  readonly transactions: number;
}

/** Fees booked from `from` on and before `to`, by coin and currency. */
export async function costsBetween(on: Queryable, from: Date, to: Date): Promise<readonly NetworkCost[]> {
  const { rows } = await on.query<NetworkCost>(
    `SELECT o.coin, f.currency, sum(f.amount)::bigint AS amount, sum(f.wei)::text AS wei, count(*)::int AS transactions
     FROM crypto.network_fees f JOIN crypto.orders o ON o.payout_id = f.order_id
     WHERE f.booked_at >= $1 AND f.booked_at < $2 GROUP BY o.coin, f.currency`,
    [from, to],
  );
  return rows;
}

/** The mined transaction of an order. */
export interface MinedOrder {
  readonly txHash: string;
  readonly wei: string;
}

export async function minedOrdersOf(on: Queryable, payouts: readonly Uuid[]): Promise<ReadonlyMap<Uuid, MinedOrder>> {
  const { rows } = await on.query<MinedOrder & { readonly payoutId: Uuid }>(
    `SELECT payout_id AS "payoutId", tx_hash AS "txHash", fee_wei::text AS wei FROM crypto.orders
     WHERE payout_id = ANY($1::uuid[]) AND tx_hash IS NOT NULL AND fee_wei IS NOT NULL`,
    [payouts],
  );
  return new Map(rows.map(({ payoutId, ...mined }) => [payoutId, mined]));
}
