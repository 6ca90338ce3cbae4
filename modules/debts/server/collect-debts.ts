import type { Tx } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type Account, account } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import { type Debt, type DebtCause, lessenDebt, lockDebts, openDebts } from "./store.ts";

/** What debts need of the wallet, which is a tier above. */
export interface DebtWallet {
  /** The balance, locked until `tx` ends. */
  lockBalance(tx: Tx, owner: PlayerId, currency: Currency): Promise<Micros>;
  move(tx: Tx, movement: DebtMovement): Promise<{ readonly kind: "moved" | "refused" }>;
}

interface DebtMovement {
  readonly owner: PlayerId;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly kind: TransferKind;
  readonly reference: Uuid;
  readonly from: Account;
  readonly to: Account;
}

export interface DebtNeeds {
  readonly ids: { next(): Uuid };
  readonly wallet: DebtWallet;
}

const repaidKinds = { settlement: "debt_collected", chargeback: "chargeback_repaid" } as const;
export const allCauses: readonly DebtCause[] = ["settlement", "chargeback"];

/**
 * Moves the player's balance to what they owe for these causes, oldest first, at most the smaller of the two. Runs after a credit and
 * before a payout: money that is owed cannot leave.
 * @returns what was moved
 */
export async function collectDebts(
  { ids, wallet }: DebtNeeds,
  tx: Tx,
  owner: PlayerId,
  currency: Currency,
  causes: readonly DebtCause[] = allCauses,
): Promise<Micros> {
  const owes = (debt: Debt) => debt.currency === currency && causes.includes(debt.cause);
  if (!(await openDebts(tx, owner)).some(owes)) return micros(0n);
  const before = await wallet.lockBalance(tx, owner, currency);
  let balance = before;
  for (const debt of await lockDebts(tx, owner, currency, causes)) {
    const amount = micros(balance < debt.owed ? balance : debt.owed);
    if (amount === 0n) break;
    const accounts = { from: account("player:real"), to: account("receivable") };
    const moved = { owner, currency, amount, kind: repaidKinds[debt.cause], reference: ids.next() } as const;
    const answer = await wallet.move(tx, { ...moved, ...accounts });
    invariant(answer.kind === "moved", "a balance that was locked changed");
    await lessenDebt(tx, owner, debt, amount, "repaid");
    balance = micros(balance - amount);
  }
  return micros(before - balance);
}

/** Waives what is left of a debt, at our cost; returns it. The caller has the approval of two people. */
export async function waiveDebt(
  { ids, wallet }: DebtNeeds,
  tx: Tx,
  owner: PlayerId,
  currency: Currency,
  { cause, reference }: Pick<Debt, "cause" | "reference">,
): Promise<Micros> {
  await wallet.lockBalance(tx, owner, currency);
  const debt = (await lockDebts(tx, owner, currency, [cause])).find(each => each.reference === reference);
  if (!debt) return micros(0n);
  const accounts = { from: account("promotions"), to: account("receivable") };
  const moved = { owner, currency, amount: debt.owed, kind: "debt_waived", reference: ids.next() } as const;
  await wallet.move(tx, { ...moved, ...accounts });
  await lessenDebt(tx, owner, debt, debt.owed, "waived");
  return debt.owed;
}
