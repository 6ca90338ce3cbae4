import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { CoinName, Units } from "../shared/coins.ts";
import type { Receipt } from "./chain.ts";

/** Every SQL statement of outgoing coin orders. */

export type OrderState = "ordered" | "signed" | "final" | "failed" | "given_up";

/** A payout or a return (`payment`), coins of a player's address moved to the hot wallet (`sweep`), ether for moving them (`gas`). */
export interface OrderRow {
  readonly payoutId: Uuid;
  readonly kind: "payment" | "sweep" | "gas";
  readonly coin: CoinName;
  readonly recipient: string;
  /** Null for orders that are no payment. */
  readonly currency: Currency | null;
  readonly amount: Micros | null;
  /** The number of the source address; null: the hot wallet. */
  readonly source: number | null;
  readonly units: string;
  readonly state: OrderState;
  readonly txHash: string | null;
  readonly blockNumber: bigint | null;
  readonly orderedAt: Date;
}

const columns = `payout_id AS "payoutId", kind, coin, recipient, currency, amount, source, units, state, tx_hash AS "txHash",
  block_number AS "blockNumber", ordered_at AS "orderedAt"`;

export interface NewOrder {
  readonly payout: Uuid;
  readonly coin: CoinName;
  readonly recipient: string;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly rate: string;
  readonly units: Units;
  readonly now: Date;
}

/** The first insert counts: a payout is converted to coins once. */
export async function insertOrder(on: Queryable, order: NewOrder): Promise<void> {
  await on.query(
    `INSERT INTO crypto.orders (payout_id, coin, recipient, currency, amount, rate, units, state, ordered_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'ordered', $8) ON CONFLICT DO NOTHING`,
    [order.payout, order.coin, order.recipient, order.currency, order.amount, order.rate, `${order.units}`, order.now],
  );
}

export interface OwnOrder {
  readonly id: Uuid;
  readonly kind: "sweep" | "gas";
  readonly coin: CoinName;
  readonly recipient: string;
  readonly units: Units;
  readonly source: number | null;
  /** The sweep that gas is for. */
  readonly serves: Uuid | null;
  readonly now: Date;
}

/** False when the address is being swept already, or gas is being sent to it. */
export async function insertOwnOrder(tx: Tx, order: OwnOrder): Promise<boolean> {
  const { id, kind, coin, recipient, units, source, serves, now } = order;
  const { rowCount } = await tx.query(
    `INSERT INTO crypto.orders (payout_id, kind, coin, recipient, units, source, serves, state, ordered_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'ordered', $8) ON CONFLICT DO NOTHING`,
    [id, kind, coin, recipient, `${units}`, source, serves, now],
  );
  return rowCount > 0;
}

export async function gasOrdersFor(on: Queryable, sweep: Uuid): Promise<readonly OrderRow[]> {
  const { rows } = await on.query<OrderRow>(`SELECT ${columns} FROM crypto.orders WHERE serves = $1`, [sweep]);
  return rows;
}

/** Deletes a sweep that was never signed. */
export async function giveUpSweep(tx: Tx, id: Uuid, now: Date): Promise<void> {
  await tx.query(
    "UPDATE crypto.orders SET state = 'given_up', ended_at = $2 WHERE payout_id = $1 AND kind = 'sweep' AND state = 'ordered'",
    [id, now],
  );
}

export async function orderOf(on: Queryable, payout: Uuid): Promise<OrderRow | undefined> {
  const { rows } = await on.query<OrderRow>(`SELECT ${columns} FROM crypto.orders WHERE payout_id = $1`, [payout]);
  return rows[0];
}

/** Open orders, the oldest first; only those later than `after` where it is given. */
export async function openOrders(
  on: Queryable,
  most: number,
  after?: Pick<OrderRow, "orderedAt" | "payoutId">,
): Promise<readonly OrderRow[]> {
  const { rows } = await on.query<OrderRow>(
    `SELECT ${columns} FROM crypto.orders WHERE state IN ('ordered', 'signed')
       AND ($2::timestamptz IS NULL OR (ordered_at, payout_id) > ($2::timestamptz, $3::uuid))
     ORDER BY ordered_at, payout_id LIMIT $1`,
    [most, after?.orderedAt ?? null, after?.payoutId ?? null],
  );
  return rows;
}

export interface Signature {
  readonly nonce: number;
  readonly hash: string;
  readonly raw: string;
  readonly maxFee: bigint;
}

/** Adds a signed transaction of the order; the order has its nonce from the first one on. */
export async function noteSignature(
  tx: Tx,
  payout: Uuid,
  { nonce, hash, raw, maxFee }: Signature,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO crypto.signatures (tx_hash, payout_id, raw, max_fee, signed_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [hash, payout, raw, `${maxFee}`, now],
  );
  await tx.query("UPDATE crypto.orders SET state = 'signed', nonce = $2 WHERE payout_id = $1 AND state = 'ordered'", [
    payout,
    nonce,
  ]);
}

export interface SignatureRow {
  readonly txHash: string;
  readonly raw: string;
  readonly maxFee: string;
  readonly signedAt: Date;
}

/** The newest first. */
export async function signaturesOf(on: Queryable, payout: Uuid): Promise<readonly SignatureRow[]> {
  const { rows } = await on.query<SignatureRow>(
    `SELECT tx_hash AS "txHash", raw, max_fee AS "maxFee", signed_at AS "signedAt" FROM crypto.signatures
    WHERE payout_id = $1 ORDER BY signed_at DESC, max_fee DESC`,
    [payout],
  );
  return rows;
}

/** Sets the block of an order and which of its transactions was mined. Ends it when it is deep enough. */
export async function noteMined(
  on: Queryable,
  payout: Uuid,
  mined: Receipt & { readonly txHash: string; readonly ended: "final" | "failed" | null; readonly now: Date },
): Promise<void> {
  await on.query(
    `UPDATE crypto.orders SET tx_hash = $2, block_number = $3, block_hash = $4, fee_wei = $5,
       state = coalesce($6, state), ended_at = CASE WHEN $6::text IS NULL THEN ended_at ELSE $7::timestamptz END
     WHERE payout_id = $1 AND state = 'signed'`,
    [payout, mined.txHash, mined.blockNumber, mined.blockHash, `${mined.feeWei}`, mined.ended, mined.now],
  );
}

/**
 * After a reorganization: orders in later blocks are sent again until they are mined. A failed order stays
 * failed, because its player was refunded. Returns those that are already booked.
 */
export async function loseOrdersAfter(tx: Tx, ancestor: bigint): Promise<readonly Uuid[]> {
  const { rows: ended } = await tx.query<{ payoutId: Uuid }>(
    `SELECT payout_id AS "payoutId" FROM crypto.orders WHERE block_number > $1 AND ended_at IS NOT NULL AND kind = 'payment'`,
    [ancestor],
  );
  await tx.query(
    `UPDATE crypto.orders SET block_number = NULL, block_hash = NULL, fee_wei = NULL, tx_hash = NULL, ended_at = NULL, state = 'signed'
     WHERE block_number > $1 AND state <> 'failed'`,
    [ancestor],
  );
  return ended.map(row => row.payoutId);
}
