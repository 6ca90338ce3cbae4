import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { ReturnStatus } from "./returns/store.ts";

/** Every SQL statement about payments in quarantine, and those that were in it. */

export interface QuarantinedPayment {
  /** Id of the payment's receipt. */
  readonly id: Uuid;
  readonly provider: string;
  readonly paymentId: string;
  /** Text of the provider: one of ours, or any. */
  readonly currency: string;
  readonly amount: Micros;
  readonly receivedAt: Date;
  /** The deposit it named, or was assigned to. */
  readonly invoice: Uuid | null;
  /** The player it was assigned to. */
  readonly player: PlayerId | null;
  /** Null where nothing was booked, because the currency is none of ours. */
  readonly back: { readonly id: Uuid; readonly status: ReturnStatus; readonly sendAt: string } | null;
}

const columns = `r.id, r.provider, r.payment_id AS "paymentId", r.currency, r.amount,
  coalesce(r.quarantined_at, r.received_at) AS "receivedAt", r.invoice_id AS invoice, r.player_id AS player,
  (SELECT jsonb_build_object('id', t.id, 'status', t.status, 'sendAt', t.send_at) FROM payments.returns t
   WHERE t.receipt_id = r.id AND t.player_id IS NULL ORDER BY t.try DESC LIMIT 1) AS back`;

/** Newest first, before a receipt; only those that wait. */
export async function quarantinedPayments(
  on: Queryable,
  { isWaiting, before, limit }: { readonly isWaiting: boolean; readonly before: Uuid | null; readonly limit: number },
): Promise<readonly QuarantinedPayment[]> {
  const { rows } = await on.query<QuarantinedPayment>(
    `SELECT ${columns} FROM payments.receipts r
     WHERE (r.disposition = 'quarantined' OR r.quarantined_at IS NOT NULL) AND ($1::uuid IS NULL OR r.id < $1)
       AND (NOT $2 OR (r.disposition = 'quarantined'
         AND NOT EXISTS (SELECT FROM payments.returns t WHERE t.receipt_id = r.id AND t.status IN (3, 6))))
     ORDER BY r.id DESC LIMIT $3`,
    [before, isWaiting, limit],
  );
  return rows;
}

export async function quarantinedPayment(on: Queryable, id: Uuid): Promise<QuarantinedPayment | undefined> {
  const { rows } = await on.query<QuarantinedPayment>(
    `SELECT ${columns} FROM payments.receipts r WHERE r.id = $1 AND (r.disposition = 'quarantined' OR r.quarantined_at IS NOT NULL)`,
    [id],
  );
  return rows[0];
}

/** Locks the pending return of a payment in quarantine until the transaction ends. */
export async function lockWaiting(
  tx: Tx,
  receipt: Uuid,
): Promise<{ readonly id: Uuid; readonly sendAt: Date } | undefined> {
  const { rows } = await tx.query<{ id: Uuid; sendAt: Date }>(
    `SELECT id, send_at AS "sendAt" FROM payments.returns WHERE receipt_id = $1 AND player_id IS NULL AND status = 1 FOR UPDATE`,
    [receipt],
  );
  return rows[0];
}
