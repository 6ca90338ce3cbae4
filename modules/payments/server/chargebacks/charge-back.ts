import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Audit, systemActor } from "#modules/audit/server/index.ts";
import { addDebt, collectDebts, type DebtCause } from "#modules/debts/server/index.ts";
import { account, depositsClearing } from "#modules/ledger/shared/chart.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { DepositBonuses } from "../bonus-port.ts";
import type { ProviderPayment } from "../provider.ts";
import { insertChargeback, lockCredited } from "./store.ts";

export interface ChargebackNeeds {
  readonly host: Host;
  readonly wallet: Pick<Wallet, "move" | "lockBalance">;
  /** Where significant events are stored; without it they are only logged. */
  readonly audit?: Pick<Audit, "record"> | undefined;
  readonly bonuses?: Pick<DepositBonuses, "recalled"> | undefined;
}

/**
 * A bank has recalled a credited payment: the provider owes less, the player owes the amount, and their balance goes to it at
 * once. Once per payment, whatever reports it; a significant event. A payment that was never credited has nothing to charge back.
 */
export async function chargeBack(
  needs: ChargebackNeeds,
  tx: Tx,
  provider: string,
  payment: Pick<ProviderPayment, "id" | "amount" | "currency">,
): Promise<"noted" | "repeated" | "ignored"> {
  const { host, wallet, audit, bonuses } = needs;
  const recalled = await lockCredited(tx, provider, payment.id);
  if (!recalled || recalled.currency !== payment.currency || recalled.amount !== payment.amount) {
    host.log.error(
      { provider, payment: payment.id },
      "provider recalled a payment that was never credited with this amount and currency",
    );
    return "ignored";
  }
  const id = host.ids.next();
  const now = new Date(host.clock.now());
  if (!(await insertChargeback(tx, { id, provider, recalled, now }))) return "repeated";
  const { playerId: owner, currency, credited: amount } = recalled;
  const accounts = { from: account("receivable"), to: depositsClearing(provider) };
  await wallet.move(tx, { owner, currency, amount, kind: "chargeback", reference: id, ...accounts });
  await bonuses?.recalled(tx, { player: owner, receipt: recalled.receiptId });
  await addDebt(tx, owner, { cause: "chargeback", reference: id, currency, owed: amount, since: now });
  await collectDebt(needs, tx, owner, currency, ["chargeback"]);
  host.failpoints.hit("payments.charged-back");
  host.log.warn({ player: owner, chargeback: id, amount: formatAmount(amount), currency }, "a bank recalled a deposit");
  const after = { payment: payment.id, amount: formatAmount(amount), currency };
  await audit?.record(tx, systemActor("payments"), { action: "payment.recall", subject: `player:${owner}`, after });
  return "noted";
}

/**
 * Collects what the player owes: for recalled deposits after each credit, and everything before money leaves. A deposit repays no debt
 * of a corrected slip, because its page does not announce that.
 */
export function collectDebt(
  { host, wallet }: Pick<ChargebackNeeds, "host" | "wallet">,
  tx: Tx,
  owner: PlayerId,
  currency: Currency,
  causes?: readonly DebtCause[],
): Promise<void> {
  return collectDebts({ ids: host.ids, wallet }, tx, owner, currency, causes);
}
