import type { Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

export type Disposition = "credited" | "to_be_returned" | "quarantined";

export interface NewReceipt {
  readonly id: Uuid;
  readonly provider: string;
  readonly paymentId: string;
  readonly invoice: Uuid | null;
  readonly player: PlayerId | null;
  readonly currency: string;
  readonly amount: Micros;
  readonly disposition: Disposition;
  /** The part of a credited payment that goes back. */
  readonly held: Micros;
  readonly now: Date;
}

/** False when this payment was booked before, by any message. */
export async function insertReceipt(tx: Tx, receipt: NewReceipt): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO payments.receipts
       (id, provider, payment_id, invoice_id, player_id, currency, amount, disposition, held, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (provider, payment_id) DO NOTHING`,
    [
      receipt.id,
      receipt.provider,
      receipt.paymentId,
      receipt.invoice,
      receipt.player,
      receipt.currency,
      receipt.amount,
      receipt.disposition,
      receipt.held,
      receipt.now,
    ],
  );
  return rowCount > 0;
}

/** A payment in quarantine becomes one of a deposit; it counts from now on. False when it is in quarantine no more. */
export async function assignReceipt(tx: Tx, receipt: NewReceipt): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE payments.receipts SET invoice_id = $2, player_id = $3, disposition = $4, held = $5, quarantined_at = received_at,
       received_at = $6 WHERE id = $1 AND disposition = 'quarantined'`,
    [receipt.id, receipt.invoice, receipt.player, receipt.disposition, receipt.held, receipt.now],
  );
  return rowCount > 0;
}
