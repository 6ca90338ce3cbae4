import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";

/**
 * States of a return, by the numbers of payouts. `assigned`: it belongs to a deposit after all, so nothing is sent. `recalled`: its bank
 * has taken it back.
 */
export const returnStatus = { pending: 1, processing: 2, returned: 3, assigned: 4, declined: 5, recalled: 6 } as const;
export type ReturnStatus = (typeof returnStatus)[keyof typeof returnStatus];

/** Money being given back to its payer. */
export interface Return {
  readonly id: Uuid;
  readonly receiptId: Uuid;
  readonly try: number;
  /** Null for a payment of an unknown invoice. */
  readonly playerId: PlayerId | null;
  readonly invoiceId: Uuid | null;
  readonly provider: string;
  readonly paymentId: string;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly status: ReturnStatus;
  readonly sendAt: Date;
}

export async function insertReturn(tx: Tx, row: Omit<Return, "status"> & { readonly now: Date }): Promise<void> {
  await tx.query(
    `INSERT INTO payments.returns (id, receipt_id, try, player_id, invoice_id, provider, payment_id, currency, amount, status, send_at,
       created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $11)`,
    [
      row.id,
      row.receiptId,
      row.try,
      row.playerId,
      row.invoiceId,
      row.provider,
      row.paymentId,
      row.currency,
      row.amount,
      row.sendAt,
      row.now,
    ],
  );
}

const columns = `id, receipt_id AS "receiptId", try, player_id AS "playerId", invoice_id AS "invoiceId", provider,
  payment_id AS "paymentId", currency, amount, status, send_at AS "sendAt"`;

/** Locks the row until the transaction ends. */
export async function lockReturn(tx: Tx, id: Uuid): Promise<Return | undefined> {
  const { rows } = await tx.query<Return>(`SELECT ${columns} FROM payments.returns WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0];
}

/** The returns of a receipt that have not ended, locked until the transaction ends. */
export async function lockOpenReturns(tx: Tx, receipt: Uuid): Promise<readonly Return[]> {
  const { rows } = await tx.query<Return>(
    `SELECT ${columns} FROM payments.returns WHERE receipt_id = $1 AND status IN (1, 2) ORDER BY try FOR UPDATE`,
    [receipt],
  );
  return rows;
}

/** Whether the bank has recalled the payment. */
export async function isRecalled(tx: Tx, receipt: Uuid): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM payments.receipts WHERE id = $1 AND recalled_at IS NOT NULL", [
    receipt,
  ]);
  return rowCount > 0;
}

export async function setReturnStatus(tx: Tx, id: Uuid, status: ReturnStatus, now: Date): Promise<void> {
  await tx.query(
    `UPDATE payments.returns SET status = $2::smallint, asked_at = $3::timestamptz,
       ended_at = CASE WHEN $2::smallint IN (1, 2) THEN NULL ELSE $3::timestamptz END WHERE id = $1`,
    [id, status, now],
  );
}

/** Adds to what has gone back of an invoice; its state is unchanged and returned. */
export async function addReturned(tx: Tx, invoice: Uuid, amount: Micros): Promise<number> {
  const { rows } = await tx.query<{ status: number }>(
    "UPDATE payments.invoices SET returned = returned + $2 WHERE id = $1 RETURNING status",
    [invoice, amount],
  );
  return required(rows[0], "a return of no invoice").status;
}

/** Returns that are due, and processing ones whose status was not requested for a while, those polled longest ago first. They are marked as polled. */
export async function takeReturnsToFollow(db: Queryable, now: Date, most: number): Promise<readonly Uuid[]> {
  const { rows } = await db.query<{ id: Uuid }>(
    `UPDATE payments.returns SET asked_at = $1 WHERE id IN (
       SELECT id FROM payments.returns
       WHERE status IN (1, 2) AND send_at <= $1 AND (asked_at IS NULL OR asked_at < $2)
       ORDER BY asked_at NULLS FIRST, send_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [now, new Date(now.getTime() - 45_000), most],
  );
  return rows.map(({ id }) => id);
}

/** How often giving back a receipt was tried. */
export async function countTries(tx: Tx, receipt: Uuid): Promise<number> {
  const { rows } = await tx.query<{ tries: number }>(
    "SELECT coalesce(max(try), 0)::int AS tries FROM payments.returns WHERE receipt_id = $1",
    [receipt],
  );
  return rows[0]?.tries ?? 0;
}

/** When a pending return is sent. */
export async function setSendAt(tx: Tx, id: Uuid, at: Date): Promise<void> {
  await tx.query("UPDATE payments.returns SET send_at = $2, asked_at = NULL WHERE id = $1 AND status = 1", [id, at]);
}

/** A return in the timeline of its deposit. */
export interface ReturnFacts {
  readonly id: Uuid;
  readonly amount: Micros;
  readonly status: ReturnStatus;
  readonly createdAt: Date;
  readonly sendAt: Date;
  readonly polledAt: Date | null;
  readonly endedAt: Date | null;
}

export async function returnsOfInvoice(db: Queryable, invoice: Uuid): Promise<readonly ReturnFacts[]> {
  const { rows } = await db.query<ReturnFacts>(
    `SELECT t.id, t.amount, t.status, t.created_at AS "createdAt", t.send_at AS "sendAt", t.asked_at AS "polledAt",
      t.ended_at AS "endedAt"
     FROM payments.returns t JOIN payments.receipts r ON r.id = t.receipt_id WHERE r.invoice_id = $1 AND t.status <> ${returnStatus.assigned} ORDER BY t.created_at, t.try`,
    [invoice],
  );
  return rows;
}
