import type { Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of chargebacks. */

/** The payment as it was booked. */
export interface Recalled {
  readonly receiptId: Uuid;
  /** Null in quarantine. */
  readonly playerId: PlayerId | null;
  readonly currency: Currency;
  /** What of the payment was credited. */
  readonly credited: Micros;
  readonly amount: Micros;
}

export async function findReceipt(tx: Tx, provider: string, paymentId: string): Promise<Uuid | undefined> {
  const { rows } = await tx.query<{ id: Uuid }>(
    "SELECT id FROM payments.receipts WHERE provider = $1 AND payment_id = $2",
    [provider, paymentId],
  );
  return rows[0]?.id;
}

/** Locked until `tx` ends. */
export async function lockReceipt(tx: Tx, id: Uuid): Promise<Recalled | undefined> {
  const { rows } = await tx.query<Recalled>(
    `SELECT id AS "receiptId", player_id AS "playerId", currency, amount,
       (CASE disposition WHEN 'credited' THEN amount - held ELSE 0 END)::bigint AS credited
     FROM payments.receipts WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

/** False when this payment was recalled before. */
export async function noteRecalled(tx: Tx, receipt: Uuid, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE payments.receipts SET recalled_at = $2 WHERE id = $1 AND recalled_at IS NULL",
    [receipt, now],
  );
  return rowCount > 0;
}

/** False when this payment was recalled before. */
export async function insertChargeback(
  tx: Tx,
  row: { id: Uuid; provider: string; player: PlayerId; recalled: Recalled; now: Date },
): Promise<boolean> {
  const { receiptId, currency, credited } = row.recalled;
  const { rowCount } = await tx.query(
    `INSERT INTO payments.chargebacks (id, receipt_id, player_id, provider, currency, amount, recalled_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (receipt_id) DO NOTHING`,
    [row.id, receiptId, row.player, row.provider, currency, credited, row.now],
  );
  return rowCount > 0;
}
