import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type RefundStatus, refundStatus } from "../../shared/refunds.ts";

/** Every SQL statement of refunds. */

/** A payment of a deposit that was credited, whole or in part. */
export interface CreditedPayment {
  /** Id of the payment's receipt. */
  readonly id: Uuid;
  readonly invoiceId: Uuid;
  readonly playerId: PlayerId;
  readonly provider: string;
  readonly paymentId: string;
  readonly currency: Currency;
  /** What of the payment was credited. */
  readonly credited: Micros;
  /** What went back of that, is on its way, or was recalled meanwhile. */
  readonly refunded: Micros;
  readonly isRecalled: boolean;
}

/** States in which the money has left the player. */
const gone = `(${refundStatus.pending}, ${refundStatus.processing}, ${refundStatus.paid}, ${refundStatus.recalled})`;

const creditedPayment = `SELECT r.id, r.invoice_id AS "invoiceId", r.player_id AS "playerId", r.provider, r.payment_id AS "paymentId",
    r.currency, (r.amount - r.held)::bigint AS credited,
    (SELECT coalesce(sum(f.amount), 0)::bigint FROM payments.refunds f WHERE f.receipt_id = r.id AND f.status IN ${gone}) AS refunded,
    r.recalled_at IS NOT NULL OR EXISTS (SELECT FROM payments.chargebacks c WHERE c.receipt_id = r.id) AS "isRecalled"
  FROM payments.receipts r`;

/** Undefined if nothing of it was credited. */
export async function creditedPaymentOf(on: Queryable, receipt: Uuid): Promise<CreditedPayment | undefined> {
  const { rows } = await on.query<CreditedPayment>(
    `${creditedPayment} WHERE r.id = $1 AND r.disposition = 'credited'`,
    [receipt],
  );
  return rows[0];
}

export async function creditedPaymentsOf(on: Queryable, invoice: Uuid): Promise<readonly CreditedPayment[]> {
  const { rows } = await on.query<CreditedPayment>(
    `${creditedPayment} WHERE r.invoice_id = $1 AND r.disposition = 'credited' ORDER BY r.received_at, r.id`,
    [invoice],
  );
  return rows;
}

/** Locks the payment until the transaction ends: refunds and recalls of it are serialized by it. What is left is read after that. */
export async function lockPayment(tx: Tx, receipt: Uuid): Promise<void> {
  await tx.query("SELECT FROM payments.receipts WHERE id = $1 FOR UPDATE", [receipt]);
}

export interface Refund {
  readonly id: Uuid;
  readonly receiptId: Uuid;
  readonly invoiceId: Uuid;
  readonly playerId: PlayerId;
  readonly provider: string;
  readonly paymentId: string;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly status: RefundStatus;
}

export async function insertRefund(
  tx: Tx,
  row: {
    readonly id: Uuid;
    readonly payment: CreditedPayment;
    readonly amount: Micros;
    readonly request: Uuid;
    readonly now: Date;
  },
): Promise<void> {
  const { payment } = row;
  await tx.query(
    `INSERT INTO payments.refunds (id, receipt_id, invoice_id, player_id, provider, payment_id, currency, amount, status, request_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${refundStatus.pending}, $9, $10)`,
    [
      row.id,
      payment.id,
      payment.invoiceId,
      payment.playerId,
      payment.provider,
      payment.paymentId,
      payment.currency,
      row.amount,
      row.request,
      row.now,
    ],
  );
}

const columns = `id, receipt_id AS "receiptId", invoice_id AS "invoiceId", player_id AS "playerId", provider,
  payment_id AS "paymentId", currency, amount, status`;

/** Locks the row until the transaction ends. */
export async function lockRefund(tx: Tx, id: Uuid): Promise<Refund | undefined> {
  const { rows } = await tx.query<Refund>(`SELECT ${columns} FROM payments.refunds WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0];
}

/** Refunds of a payment whose money has left its player, locked until the transaction ends. */
export async function lockRefundsOf(tx: Tx, receipt: Uuid): Promise<readonly Refund[]> {
  const { rows } = await tx.query<Refund>(
    `SELECT ${columns} FROM payments.refunds WHERE receipt_id = $1 AND status IN ${gone} ORDER BY id FOR UPDATE`,
    [receipt],
  );
  return rows;
}

export async function setRefundStatus(tx: Tx, id: Uuid, status: RefundStatus, now: Date): Promise<void> {
  await tx.query(
    `UPDATE payments.refunds SET status = $2::smallint, asked_at = $3::timestamptz,
       ended_at = CASE WHEN $2::smallint IN (1, 2) THEN NULL ELSE $3::timestamptz END WHERE id = $1`,
    [id, status, now],
  );
}

/** Refunds to send, and those whose status was not requested for a while, those polled longest ago first. They are marked as polled. */
export async function takeRefundsToFollow(db: Queryable, now: Date, most: number): Promise<readonly Uuid[]> {
  const { rows } = await db.query<{ id: Uuid }>(
    `UPDATE payments.refunds SET asked_at = $1 WHERE id IN (
       SELECT id FROM payments.refunds WHERE status IN (1, 2) AND (asked_at IS NULL OR asked_at < $2)
       ORDER BY asked_at NULLS FIRST, created_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [now, new Date(now.getTime() - 45_000), most],
  );
  return rows.map(({ id }) => id);
}

/** A refund in the timeline of its deposit. */
export interface RefundFacts {
  readonly id: Uuid;
  readonly amount: Micros;
  readonly status: RefundStatus;
  readonly createdAt: Date;
  readonly polledAt: Date | null;
  readonly endedAt: Date | null;
}

export async function refundsOfInvoice(db: Queryable, invoice: Uuid): Promise<readonly RefundFacts[]> {
  const { rows } = await db.query<RefundFacts>(
    `SELECT id, amount, status, created_at AS "createdAt", asked_at AS "polledAt", ended_at AS "endedAt"
     FROM payments.refunds WHERE invoice_id = $1 ORDER BY created_at, id`,
    [invoice],
  );
  return rows;
}
