import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Audit, systemActor } from "#modules/audit/server/index.ts";
import { addDebt, collectDebts, type DebtCause } from "#modules/debts/server/index.ts";
import { account, depositsClearing } from "#modules/ledger/shared/chart.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { DepositBonuses } from "../bonus-port.ts";
import type { ProviderPayment } from "../provider.ts";
import { endRecalledRefunds } from "../refunds/follow-refund.ts";
import { endRecalledReturns } from "../returns/follow-return.ts";
import { lockOpenReturns } from "../returns/store.ts";
import { findReceipt, insertChargeback, lockReceipt, noteRecalled, type Recalled } from "./store.ts";

export interface ChargebackNeeds {
  readonly host: Host;
  readonly wallet: Pick<Wallet, "move" | "lockBalance" | "publishPayment" | "holds">;
  /** Where significant events are stored; without it they are only logged. */
  readonly audit?: Pick<Audit, "record"> | undefined;
  readonly bonuses?: Pick<DepositBonuses, "recalled"> | undefined;
}

/**
 * A bank has recalled a payment: the provider owes less. What was credited and not refunded the player owes, and their balance goes to it at
 * once; what was still to be sent back, of quarantine, above a limit or as a refund, is not sent. Once per payment, whatever reports it; a significant event.
 */
export async function chargeBack(
  needs: ChargebackNeeds,
  tx: Tx,
  provider: string,
  payment: Pick<ProviderPayment, "id" | "amount" | "currency">,
): Promise<"noted" | "repeated" | "ignored"> {
  const { host, audit } = needs;
  const receipt = await findReceipt(tx, provider, payment.id);
  // The lock order of an assignment and of the provider's reports: returns, then their receipt.
  if (receipt) await lockOpenReturns(tx, receipt);
  const recalled = receipt && (await lockReceipt(tx, receipt));
  if (!recalled || recalled.currency !== payment.currency || recalled.amount !== payment.amount) {
    host.log.error(
      { provider, payment: payment.id },
      "provider recalled a payment that it never reported with this amount and currency",
    );
    return "ignored";
  }
  const { receiptId, playerId: player, currency, credited, amount } = recalled;
  if (!(await noteRecalled(tx, receiptId, new Date(host.clock.now())))) return "repeated";
  await endRecalledReturns(needs, tx, receiptId);
  // Under the receipt's lock, so that no refund begins between.
  const owed = micros(credited - (await endRecalledRefunds(needs, tx, receiptId)));
  if (player !== null && owed > 0n && !(await charge(needs, tx, provider, player, { ...recalled, credited: owed })))
    return "repeated";
  host.failpoints.hit("payments.charged-back");
  const subject = player === null ? `payment:${receiptId}` : `player:${player}`;
  const after = { payment: payment.id, amount: formatAmount(player === null ? amount : owed), currency };
  await audit?.record(tx, systemActor("payments"), { action: "payment.recall", subject, after });
  return "noted";
}

/** What was credited and not refunded, the player owes. False when it was recalled before. */
async function charge(
  needs: ChargebackNeeds,
  tx: Tx,
  provider: string,
  player: PlayerId,
  recalled: Recalled,
): Promise<boolean> {
  const { host, wallet, bonuses } = needs;
  const { receiptId: receipt, currency, credited: amount } = recalled;
  const id = host.ids.next();
  const now = new Date(host.clock.now());
  if (!(await insertChargeback(tx, { id, provider, player, recalled, now }))) return false;
  const accounts = { from: account("receivable"), to: depositsClearing(provider) };
  await wallet.move(tx, { owner: player, currency, amount, kind: "chargeback", reference: id, ...accounts });
  await bonuses?.recalled(tx, { player, receipt });
  await addDebt(tx, player, { cause: "chargeback", reference: id, currency, owed: amount, since: now });
  await collectDebt(needs, tx, player, currency, ["chargeback"]);
  host.log.warn({ player, chargeback: id, amount: formatAmount(amount), currency }, "a bank recalled a deposit");
  return true;
}

/**
 * Collects what the player owes: for recalled deposits after each credit, and everything before money leaves. A deposit repays no debt
 * of a corrected slip, because its page does not announce that.
 * @returns what was collected
 */
export function collectDebt(
  { host, wallet }: { readonly host: Host; readonly wallet: Pick<Wallet, "move" | "lockBalance"> },
  tx: Tx,
  owner: PlayerId,
  currency: Currency,
  causes?: readonly DebtCause[],
): Promise<Micros> {
  return collectDebts({ ids: host.ids, wallet }, tx, owner, currency, causes);
}
