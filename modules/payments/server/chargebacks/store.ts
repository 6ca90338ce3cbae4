import type { Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of chargebacks. */

export interface Recalled {
  readonly receiptId: Uuid;
  readonly playerId: PlayerId;
  readonly currency: Currency;
  /** What of the payment was credited. */
  readonly credited: Micros;
  readonly amount: Micros;
}

/** The payment as it was booked, locked until `tx` ends; undefined when it is unknown or was never credited. */
export async function lockCredited(tx: Tx, provider: string, paymentId: string): Promise<Recalled | undefined> {
  const { rows } = await tx.query<Recalled>(
    `SELECT id AS "receiptId", player_id AS "playerId", currency, (amount - held)::bigint AS credited, amount FROM payments.receipts
     WHERE provider = $1 AND payment_id = $2 AND disposition = 'credited' FOR UPDATE`,
    [provider, paymentId],
  );
  return rows[0];
}

/** False when this payment was recalled before. */
export async function insertChargeback(
  tx: Tx,
  row: { id: Uuid; provider: string; recalled: Recalled; now: Date },
): Promise<boolean> {
  const { receiptId, playerId, currency, credited } = row.recalled;
  const { rowCount } = await tx.query(
    `INSERT INTO payments.chargebacks (id, receipt_id, player_id, provider, currency, amount, recalled_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (receipt_id) DO NOTHING`,
    [row.id, receiptId, playerId, row.provider, currency, credited, row.now],
  );
  return rowCount > 0;
}
