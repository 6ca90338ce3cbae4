import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { InvoiceStatus } from "../shared/invoice.ts";
import type { ProviderInvoice } from "./provider.ts";

/** The SQL of invoices and of events of providers. */

export interface InvoiceRow {
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly requestHash: Uint8Array;
  readonly answer: string | null;
  readonly provider: string;
  readonly method: string;
  readonly providerHash: string | null;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly credited: Micros;
  readonly held: Micros;
  /** The part of the held amount that has gone back. */
  readonly returned: Micros;
  readonly sumWasChanged: boolean;
  readonly status: InvoiceStatus;
  readonly cardNumber: string | null;
  readonly cardPhone: string | null;
  readonly url: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  /** The bonus chosen with it. */
  readonly bonusId: Uuid | null;
}

const columns = `id, player_id AS "playerId", request_hash AS "requestHash", answer, provider, method,
  provider_hash AS "providerHash", currency, amount, credited, held, returned,
  sum_was_changed AS "sumWasChanged", status, card_number AS "cardNumber", card_phone AS "cardPhone", url,
  created_at AS "createdAt", expires_at AS "expiresAt", ended_at AS "endedAt", bonus_id AS "bonusId"`;

export interface NewInvoice {
  readonly bonus: Uuid | null;
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly requestHash: Uint8Array;
  readonly provider: string;
  readonly method: string;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Nothing happens when the key has an invoice already; waits for one that is being created under it. */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<void> {
  await tx.query(
    `INSERT INTO payments.invoices
       (id, player_id, idempotency_key, request_hash, provider, method, currency, amount, status, created_at, expires_at, bonus_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10, $11)
     ON CONFLICT (player_id, idempotency_key) DO NOTHING`,
    [
      invoice.id,
      invoice.player,
      invoice.key,
      invoice.requestHash,
      invoice.provider,
      invoice.method,
      invoice.currency,
      invoice.amount,
      invoice.now,
      invoice.expiresAt,
      invoice.bonus,
    ],
  );
}

export async function invoiceOfKey(db: Queryable, player: PlayerId, key: Uuid): Promise<InvoiceRow | undefined> {
  const { rows } = await db.query<InvoiceRow>(
    `SELECT ${columns} FROM payments.invoices WHERE player_id = $1 AND idempotency_key = $2`,
    [player, key],
  );
  return rows[0];
}

/** The player's own invoice; another player's is not found. */
/** An invoice of any player: for operators. */
export async function invoiceById(db: Queryable, id: Uuid): Promise<InvoiceRow | undefined> {
  const { rows } = await db.query<InvoiceRow>(`SELECT ${columns} FROM payments.invoices WHERE id = $1`, [id]);
  return rows[0];
}

export async function invoiceOf(db: Queryable, player: PlayerId, id: Uuid): Promise<InvoiceRow | undefined> {
  const { rows } = await db.query<InvoiceRow>(
    `SELECT ${columns} FROM payments.invoices WHERE id = $1 AND player_id = $2`,
    [id, player],
  );
  return rows[0];
}

/** Locks the row until the transaction ends: ends and payments of an invoice are serialized by it. */
export async function lockInvoice(tx: Tx, id: Uuid): Promise<InvoiceRow | undefined> {
  const { rows } = await tx.query<InvoiceRow>(`SELECT ${columns} FROM payments.invoices WHERE id = $1 FOR UPDATE`, [
    id,
  ]);
  return rows[0];
}

/** Stores the provider's result for a new invoice. If the payment arrived first, the state is unchanged. */
export async function noteProviderInvoice(tx: Tx, id: Uuid, invoice: ProviderInvoice): Promise<void> {
  await tx.query(
    `UPDATE payments.invoices SET provider_hash = $2, amount = $3, url = $4, card_number = $5, card_phone = $6,
       status = CASE WHEN status = 1 THEN 2 ELSE status END
     WHERE id = $1`,
    [
      id,
      invoice.hash,
      invoice.amount,
      invoice.url,
      invoice.card?.card_number ?? null,
      invoice.card?.phone_number ?? null,
    ],
  );
}

/** Stores the rail's name of the payment that this invoice was opened for. */
export async function noteRailInvoice(tx: Tx, id: Uuid, paymentId: string): Promise<void> {
  await tx.query("UPDATE payments.invoices SET provider_hash = $2, status = 2 WHERE id = $1", [id, paymentId]);
}

/** Moves an invoice that is not open anywhere yet to another provider; returns its current provider. */
export async function moveToProvider(db: Queryable, id: Uuid, from: string, to: string): Promise<string> {
  await db.query(
    "UPDATE payments.invoices SET provider = $3 WHERE id = $1 AND provider = $2 AND provider_hash IS NULL",
    [id, from, to],
  );
  const { rows } = await db.query<{ provider: string }>("SELECT provider FROM payments.invoices WHERE id = $1", [id]);
  return required(rows[0], "the invoice exists").provider;
}

export async function storeAnswer(tx: Tx, id: Uuid, answer: string): Promise<void> {
  await tx.query("UPDATE payments.invoices SET answer = $2 WHERE id = $1 AND answer IS NULL", [id, answer]);
}

/** Ends an open invoice; false when it is not open. */
export async function endInvoice(
  tx: Tx,
  id: Uuid,
  status: InvoiceStatus,
  now: Date,
  declineCode?: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE payments.invoices SET status = $2, ended_at = $3, decline_code = $4 WHERE id = $1 AND status IN (1, 2)",
    [id, status, now, declineCode ?? null],
  );
  return rowCount > 0;
}

/** Ends overdue invoices; with an id only that one. */
export async function expireInvoices(db: Queryable, now: Date, id: Uuid | null): Promise<void> {
  await db.query(
    `UPDATE payments.invoices SET status = 4, ended_at = $1
     WHERE status IN (1, 2) AND expires_at <= $1 AND ($2::uuid IS NULL OR id = $2)`,
    [now, id],
  );
}

/** Players with an open invoice; with a player only that one. */
export async function withOpenInvoices(db: Queryable, player: PlayerId | null): Promise<PlayerId[]> {
  const { rows } = await db.query<{ player: PlayerId }>(
    `SELECT DISTINCT player_id AS player FROM payments.invoices
     WHERE status IN (1, 2) AND ($1::uuid IS NULL OR player_id = $1)`,
    [player],
  );
  return rows.map(({ player: found }) => found);
}

/** Cancels the open invoices of these players and returns them. */
export async function cancelInvoicesOf(
  tx: Tx,
  players: readonly PlayerId[],
  now: Date,
): Promise<{ readonly id: Uuid; readonly player: PlayerId }[]> {
  const { rows } = await tx.query<{ id: Uuid; player: PlayerId }>(
    `UPDATE payments.invoices SET status = 6, ended_at = $2
     WHERE status IN (1, 2) AND player_id = ANY ($1::uuid[]) RETURNING id, player_id AS player`,
    [uuidArray(players), now],
  );
  return rows;
}

/** Money for a locked invoice was credited: it is paid, whatever its state was. */
export async function addCredited(tx: Tx, id: Uuid, amount: Micros, now: Date): Promise<void> {
  await tx.query(
    `UPDATE payments.invoices SET credited = credited + $2, status = 3, sum_was_changed = credited + $2 + held <> amount,
       ended_at = CASE WHEN status = 3 THEN ended_at ELSE $3 END
     WHERE id = $1`,
    [id, amount, now],
  );
}

/** Money for a locked invoice arrived and may not be credited: an open one ends as declined. */
export async function addHeld(tx: Tx, id: Uuid, amount: Micros, now: Date): Promise<void> {
  await tx.query(
    `UPDATE payments.invoices SET held = held + $2, status = CASE WHEN status IN (1, 2) THEN 5 ELSE status END,
       ended_at = coalesce(ended_at, $3)
     WHERE id = $1`,
    [id, amount, now],
  );
}

/** False when this message was received before; waits for the same one in another transaction. */
export async function insertEvent(tx: Tx, provider: string, id: Uuid, body: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "INSERT INTO payments.events (provider, event_id, body, received_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [provider, id, body, now],
  );
  return rowCount > 0;
}

/** Deposits of one currency, micro-units. */
export interface DepositsOfCurrency {
  readonly currency: Currency;
  readonly credited: Micros;
  readonly reserved: Micros;
}

/**
 * What was credited on the day of `now` (UTC), and the most that invoices other than `except` may still bring, in each currency that
 * has any.
 */
export async function depositSums(
  db: Queryable,
  day: { player: PlayerId; now: Date; except: Uuid | null },
): Promise<readonly DepositsOfCurrency[]> {
  const { rows } = await db.query<DepositsOfCurrency>(
    `SELECT currency, sum(credited)::bigint AS credited, sum(reserved)::bigint AS reserved FROM (
       SELECT currency, amount - held AS credited, 0 AS reserved FROM payments.receipts
       WHERE player_id = $1 AND disposition = 'credited' AND received_at >= date_trunc('day', $2::timestamptz, 'UTC')
       UNION ALL
       SELECT currency, 0, amount FROM payments.invoices
       WHERE player_id = $1 AND status IN (1, 2) AND expires_at > $2 AND id IS DISTINCT FROM $3) d
     GROUP BY currency ORDER BY currency`,
    [day.player, day.now, day.except],
  );
  return rows;
}

/**
 * Invoices to request from the provider: open ones every minute, those that ended without money every ten for another day.
 * They are marked as polled.
 */
export async function takeInvoicesToAsk(db: Queryable, provider: string, now: Date, most: number): Promise<Uuid[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await db.query<{ id: Uuid }>(
    `UPDATE payments.invoices SET asked_at = $2 WHERE id IN (
       SELECT id FROM payments.invoices WHERE provider = $1 AND (
         (status IN (1, 2) AND created_at < $3 AND (asked_at IS NULL OR asked_at < $3))
         OR (status IN (4, 5, 6) AND ended_at > $4 AND (asked_at IS NULL OR asked_at < $5)))
       ORDER BY asked_at NULLS FIRST, id LIMIT $6 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [provider, now, before(45_000), before(86_400_000), before(600_000), most],
  );
  return rows.map(row => row.id);
}
