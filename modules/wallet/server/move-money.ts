import type { Queryable, Tx } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { recordTransfer } from "#modules/ledger/server/index.ts";
import { type Account, balanceKindOf } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { openWallet } from "#modules/limits/server/index.ts";
import type { MoveAnswer, Moved, Movement } from "./port.ts";
import { type LockedWallet, lockWallet, readReserved, updateWallet } from "./store.ts";

/**
 * Moves money between two accounts of one owner's books, once per (owner, reference, kind), in the caller's transaction.
 * Creates the wallet when there is none and locks its row until the transaction ends. The same name with another amount or accounts is a programmer's error.
 */
export async function moveMoney(
  tx: Tx,
  movement: Movement,
  accounts: { readonly debit: Account; readonly credit: Account },
  at: Date,
): Promise<{ answer: MoveAnswer; wallet: LockedWallet }> {
  invariant(movement.amount > 0n, "a movement of zero");
  const { owner, currency } = movement;
  const wallet = (await lockWallet(tx, owner, currency)) ?? (await openAndLock(tx, owner, currency));
  const first = await findMovement(tx, movement, accounts);
  if (first) return { answer: first, wallet };
  const from = balanceKindOf(accounts.debit);
  const reserved = from === "real" ? await readReserved(tx, owner, currency, at) : 0n;
  if (from && wallet[from] - reserved < movement.amount)
    return { answer: { kind: "refused", reason: "insufficient_funds", balance: wallet[from] }, wallet };
  return record(tx, movement, accounts, at, wallet);
}

async function openAndLock(tx: Tx, owner: PlayerId, currency: Currency): Promise<LockedWallet> {
  await openWallet(tx, owner, currency);
  return required(await lockWallet(tx, owner, currency), "a wallet just opened");
}

async function record(
  tx: Tx,
  movement: Movement,
  { debit, credit }: { readonly debit: Account; readonly credit: Account },
  at: Date,
  before: LockedWallet,
): Promise<{ answer: Moved; wallet: LockedWallet }> {
  const wallet = applied(before, movement.amount, debit, credit);
  const balanceAfter = wallet[balanceKindOf(debit) ?? balanceKindOf(credit) ?? "real"];
  await updateWallet(tx, movement.owner, movement.currency, wallet);
  await recordTransfer(tx, { ...movement, debit, credit, at, seq: wallet.seq, balanceAfter });
  await tx.query(
    `INSERT INTO wallet.movements (player_id, reference, kind, currency, amount, debit, credit, seq, balance_after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      movement.owner,
      movement.reference,
      kindNumbers[movement.kind],
      movement.currency,
      movement.amount,
      debit,
      credit,
      wallet.seq,
      balanceAfter,
    ],
  );
  return { answer: { kind: "moved", replayed: false, seq: wallet.seq, balanceAfter }, wallet };
}

function applied(before: LockedWallet, amount: bigint, debit: Account, credit: Account): LockedWallet {
  const after = { ...before, seq: before.seq + 1n };
  const from = balanceKindOf(debit);
  const to = balanceKindOf(credit);
  if (from) after[from] = micros(after[from] - amount);
  if (to) after[to] = micros(after[to] + amount);
  return after;
}

async function findMovement(
  on: Queryable,
  movement: Movement,
  accounts: { readonly debit: Account; readonly credit: Account },
): Promise<Moved | undefined> {
  interface Row {
    readonly same: boolean;
    readonly seq: bigint;
    readonly balanceAfter: bigint;
  }
  const { rows } = await on.query<Row>(
    `SELECT seq, balance_after AS "balanceAfter",
      (currency, amount, debit, credit) = ($4, $5::bigint, $6::smallint, $7::smallint) AS same
     FROM wallet.movements WHERE player_id = $1 AND reference = $2 AND kind = $3`,
    [
      movement.owner,
      movement.reference,
      kindNumbers[movement.kind],
      movement.currency,
      movement.amount,
      accounts.debit,
      accounts.credit,
    ],
  );
  const [row] = rows;
  if (!row) return undefined;
  invariant(row.same, "the same reference names another movement");
  return { kind: "moved", replayed: true, seq: row.seq, balanceAfter: micros(row.balanceAfter) };
}
