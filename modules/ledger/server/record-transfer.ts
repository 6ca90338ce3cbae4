import type { Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Account } from "../shared/chart.ts";
import { kindNumbers, type TransferKind } from "../shared/kinds.ts";

export interface Transfer {
  /** The player, or `houseOwner`. */
  readonly owner: PlayerId;
  readonly currency: Currency;
  /** The wallet's own number of it: one more than the last. */
  readonly seq: bigint;
  readonly reference: Uuid;
  readonly at: Date;
  readonly amount: Micros;
  readonly debit: Account;
  readonly credit: Account;
  readonly kind: TransferKind;
  readonly balanceAfter: Micros;
}

/** Inserts one transfer. Only the wallet calls it, holding the lock of the wallet row whose number it uses. */
export async function recordTransfer(tx: Tx, transfer: Transfer): Promise<void> {
  const { owner, currency, seq, reference, at, amount, debit, credit, kind, balanceAfter } = transfer;
  await tx.query(
    `INSERT INTO ledger.transfers (player_id, currency, seq, reference, at, amount, debit, credit, kind, balance_after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [owner, currency, seq, reference, at, amount, debit, credit, kindNumbers[kind], balanceAfter],
  );
}
