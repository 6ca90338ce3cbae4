import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type Audit, systemActor } from "#modules/audit/server/index.ts";
import { account, depositsClearing } from "#modules/ledger/shared/chart.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { ProviderPayment } from "../provider.ts";
import { addDebt, hasDebt, insertChargeback, lessenDebt, lockCredited, lockDebt } from "./store.ts";

export interface ChargebackNeeds {
  readonly host: Host;
  readonly wallet: Pick<Wallet, "move" | "balancesIn">;
  /** Where significant events are stored; without it they are only logged. */
  readonly audit?: Pick<Audit, "record"> | undefined;
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
  const { host, wallet, audit } = needs;
  const recalled = await lockCredited(tx, provider, payment.id);
  if (!recalled || recalled.currency !== payment.currency || recalled.amount !== payment.amount) {
    host.log.error(
      { provider, payment: payment.id },
      "provider recalled a payment that was never credited with this amount and currency",
    );
    return "ignored";
  }
  const id = host.ids.next();
  if (!(await insertChargeback(tx, { id, provider, recalled, now: new Date(host.clock.now()) }))) return "repeated";
  const { player_id: owner, currency, credited: amount } = recalled;
  const accounts = { from: account("receivable"), to: depositsClearing(provider) };
  await wallet.move(tx, { owner, currency, amount, kind: "chargeback", reference: id, ...accounts });
  await addDebt(tx, owner, currency, amount);
  await collectDebt(needs, tx, owner, currency);
  host.failpoints.hit("payments.charged-back");
  host.log.warn({ player: owner, chargeback: id, amount: formatAmount(amount), currency }, "a bank recalled a deposit");
  const after = { payment: payment.id, amount: formatAmount(amount), currency };
  await audit?.record(tx, systemActor("payments"), { action: "payment.recall", subject: `player:${owner}`, after });
  return "noted";
}

/**
 * Moves the player's balance to what they owe, at most the smaller of the two. Runs after each credit, when a payout comes
 * back, and before the next one: money of a recalled deposit cannot leave through a payout.
 */
export async function collectDebt(
  { host, wallet }: ChargebackNeeds,
  tx: Tx,
  owner: PlayerId,
  currency: Currency,
): Promise<void> {
  if (!(await hasDebt(tx, owner, currency))) return;
  const purse = required(
    (await wallet.balancesIn(tx, owner)).find(each => each.currency === currency),
    "he has paid in",
  );
  const owed = await lockDebt(tx, owner, currency);
  const amount = micros(purse.real < owed ? purse.real : owed);
  if (amount === 0n) return;
  const accounts = { from: account("player:real"), to: account("receivable") };
  const movement = { owner, currency, amount, kind: "chargeback_repaid", reference: host.ids.next() } as const;
  const answer = await wallet.move(tx, { ...movement, ...accounts });
  // A stake may be taken between the read and the lock of the purse: then the next credit collects.
  if (answer.kind === "moved") await lessenDebt(tx, owner, currency, amount);
}
