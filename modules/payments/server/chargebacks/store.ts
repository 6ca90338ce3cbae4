import type { Queryable, Tx } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Every SQL statement of chargebacks and of the resulting debts. */

export interface Recalled {
  readonly receipt_id: Uuid;
  readonly player_id: PlayerId;
  readonly currency: Currency;
  /** What of the payment was credited. */
  readonly credited: Micros;
  readonly amount: Micros;
}

/** The payment as it was booked, locked until `tx` ends; undefined when it is unknown or was never credited. */
export async function lockCredited(tx: Tx, provider: string, paymentId: string): Promise<Recalled | undefined> {
  const { rows } = await tx.query<Recalled>(
    `SELECT id AS receipt_id, player_id, currency, (amount - held)::bigint AS credited, amount FROM payments.receipts
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
  const { receipt_id, player_id, currency, credited } = row.recalled;
  const { rowCount } = await tx.query(
    `INSERT INTO payments.chargebacks (id, receipt_id, player_id, provider, currency, amount, recalled_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (receipt_id) DO NOTHING`,
    [row.id, receipt_id, player_id, row.provider, currency, credited, row.now],
  );
  return rowCount > 0;
}

export async function addDebt(tx: Tx, player: PlayerId, currency: Currency, amount: Micros): Promise<void> {
  await tx.query(
    `INSERT INTO payments.debts AS d (player_id, currency, owed) VALUES ($1, $2, $3)
     ON CONFLICT (player_id, currency) DO UPDATE SET owed = d.owed + excluded.owed`,
    [player, currency, amount],
  );
}

/** Whether there is a debt: read before anything is locked for it. */
export async function hasDebt(on: Queryable, player: PlayerId, currency: Currency): Promise<boolean> {
  const { rowCount } = await on.query(
    "SELECT FROM payments.debts WHERE player_id = $1 AND currency = $2 AND owed > 0",
    [player, currency],
  );
  return rowCount > 0;
}

/** The debt: in this currency where there is one, else in another one. */
export async function debtOf(
  on: Queryable,
  player: PlayerId,
  currency: Currency,
): Promise<{ readonly currency: Currency; readonly owed: Micros } | undefined> {
  const { rows } = await on.query<{ currency: Currency; owed: Micros }>(
    `SELECT currency, owed FROM payments.debts WHERE player_id = $1 AND owed > 0
     ORDER BY currency = $2 DESC, currency LIMIT 1`,
    [player, currency],
  );
  return rows[0];
}

/** The debt, locked until `tx` ends. */
export async function lockDebt(tx: Tx, player: PlayerId, currency: Currency): Promise<Micros> {
  const { rows } = await tx.query<{ owed: bigint }>(
    "SELECT owed FROM payments.debts WHERE player_id = $1 AND currency = $2 FOR UPDATE",
    [player, currency],
  );
  return micros(rows[0]?.owed ?? 0n);
}

export async function lessenDebt(tx: Tx, player: PlayerId, currency: Currency, by: Micros): Promise<void> {
  await tx.query("UPDATE payments.debts SET owed = owed - $3 WHERE player_id = $1 AND currency = $2", [
    player,
    currency,
    by,
  ]);
}
