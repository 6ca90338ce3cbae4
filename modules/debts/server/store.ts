import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Why a player owes: a corrected slip or a voided round of a provider, or a recalled deposit. */
export type DebtCause = "settlement" | "chargeback";

export interface Debt {
  readonly cause: DebtCause;
  /** The slip, the round, or the chargeback. */
  readonly reference: Uuid;
  readonly currency: Currency;
  /** What is left of the debt. */
  readonly owed: Micros;
  readonly since: Date;
}

const left = "amount - repaid - waived";

/** Writes a debt, or adds to it. The caller holds the lock of the player's wallet and has booked it. */
export async function addDebt(
  tx: Tx,
  player: PlayerId,
  { cause, reference, currency, owed, since }: Debt,
): Promise<void> {
  await tx.query(
    `INSERT INTO debts.debts AS d (player_id, cause, reference, currency, amount, since) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (player_id, cause, reference) DO UPDATE SET amount = d.amount + excluded.amount`,
    [player, cause, reference, currency, owed, since],
  );
}

/** Open debts, oldest first. */
export async function openDebts(on: Queryable, player: PlayerId): Promise<readonly Debt[]> {
  const { rows } = await on.query<Debt>(
    `SELECT cause, reference, currency, ${left} AS owed, since FROM debts.debts
     WHERE player_id = $1 AND repaid + waived < amount ORDER BY since, reference`,
    [player],
  );
  return rows;
}

/** Debts, locked until `tx` ends: after the wallet, as the statement that corrects slips locks them. */
export async function lockDebts(
  tx: Tx,
  player: PlayerId,
  currency: Currency,
  causes: readonly DebtCause[],
): Promise<readonly Debt[]> {
  const { rows } = await tx.query<Debt>(
    `SELECT cause, reference, currency, ${left} AS owed, since FROM debts.debts
     WHERE player_id = $1 AND currency = $2 AND cause = ANY($3::text[]) AND repaid + waived < amount
     ORDER BY since, reference FOR UPDATE`,
    [player, currency, causes],
  );
  return rows;
}

export async function lessenDebt(
  tx: Tx,
  player: PlayerId,
  { cause, reference }: Pick<Debt, "cause" | "reference">,
  by: Micros,
  column: "repaid" | "waived",
): Promise<void> {
  await tx.query(
    `UPDATE debts.debts SET ${column} = ${column} + $4 WHERE player_id = $1 AND cause = $2 AND reference = $3`,
    [player, cause, reference, by],
  );
}
