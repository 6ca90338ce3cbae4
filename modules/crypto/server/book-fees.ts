import type { Queryable, Tx } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { houseOwner } from "#modules/ledger/server/index.ts";
import { account, depositsClearing } from "#modules/ledger/shared/chart.ts";
import type { Rates } from "#modules/rates/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { coins, coinValue } from "../shared/coins.ts";
import type { ReadNeeds } from "./read-chain.ts";

export interface FeeNeeds extends ReadNeeds {
  readonly rates: Pick<Rates, "rate">;
  readonly wallet: Pick<Wallet, "move">;
}

const batchLimit = 50;
/** Sweeps and gas belong to no payout: their cost is valued in this currency. */
const withoutPlayer = "USD";

interface Cost {
  readonly order: Uuid;
  /** Currency of its payout; null for sweeps and gas. */
  readonly currency: Currency | null;
  readonly wei: string;
}

/**
 * Books the network fees of orders that have ended, paid or failed, as our cost (`fees` to `deposits:eth`), in the currency
 * of the payout, at the current rate, which is stored. Once for each order; an order whose rate is unknown is retried later.
 */
export async function bookFees(needs: FeeNeeds): Promise<void> {
  for (const cost of await unbooked(needs.host.db)) {
    await bookFee(needs, cost).catch((error: unknown) => {
      needs.host.log.warn(
        { err: error, order: cost.order },
        "the cost of a transaction could not be booked; it is tried again",
      );
    });
  }
}

async function bookFee({ host, rates, wallet }: FeeNeeds, cost: Cost): Promise<void> {
  const currency = cost.currency ?? withoutPlayer;
  const rate = await rates.rate(coins.eth.code, currency);
  const value = coinValue(coins.eth, BigInt(cost.wei), rate);
  // Less than a micro-unit is not booked.
  const amount = value > 0n ? value : micros(1n);
  await host.db.tx(async tx => {
    if (!(await noteFee(tx, cost, { currency, rate: rate.text, amount, now: new Date(host.clock.now()) }))) return;
    await wallet.move(tx, {
      owner: houseOwner,
      currency,
      amount,
      kind: "commission",
      reference: cost.order,
      from: account("fees"),
      to: depositsClearing("eth"),
    });
  });
}

async function unbooked(on: Queryable): Promise<readonly Cost[]> {
  const { rows } = await on.query<Cost>(
    `SELECT payout_id AS order, currency, fee_wei AS wei FROM crypto.orders
     WHERE state IN ('final', 'failed') AND NOT fee_booked AND fee_wei IS NOT NULL ORDER BY ended_at LIMIT $1`,
    [batchLimit],
  );
  return rows;
}

/** False when another process has booked it. */
async function noteFee(
  tx: Tx,
  { order, wei }: Cost,
  fee: { readonly currency: Currency; readonly rate: string; readonly amount: Micros; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "INSERT INTO crypto.network_fees VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
    [order, wei, fee.currency, fee.rate, fee.amount, fee.now],
  );
  await tx.query("UPDATE crypto.orders SET fee_booked = true WHERE payout_id = $1", [order]);
  return rowCount > 0;
}
