import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { collectDebts, openDebts } from "#modules/debts/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { refundChanged } from "../../shared/events.ts";
import { invoiceStatus } from "../../shared/invoice.ts";
import { type RefundStatus, refundStatus } from "../../shared/refunds.ts";
import { isSuspended } from "../cascade-store.ts";
import type { PayoutCheck } from "../payouts/payout-checks.ts";
import type { ProviderRefund } from "../provider.ts";
import type { ProviderCascade } from "../provider-cascade.ts";
import { isRecalled } from "../returns/store.ts";
import { noteCall } from "../timeline/note-call.ts";
import { lockRefund, lockRefundsOf, type Refund, setRefundStatus, takeRefundsToFollow } from "./store.ts";

export const followRefundJob = "payments-follow-refund";

const most = 100;

export interface RefundNeeds {
  readonly host: Host;
  readonly wallet: Pick<Wallet, "holds" | "move" | "lockBalance" | "publishPayment">;
  readonly checks?: readonly PayoutCheck[];
  /** Whether money may leave now; always, unless another module objects. */
  readonly mayPay?: () => boolean;
}

/** The job created with each refund, and every minute all that are open: a job or a message may be lost. */
export async function followDueRefunds(needs: RefundNeeds, cascade: Pick<ProviderCascade, "get">): Promise<void> {
  const { host } = needs;
  for (const id of await takeRefundsToFollow(host.db, new Date(host.clock.now()), most)) {
    await followRefund(needs, cascade, id).catch((error: unknown) => {
      host.log.warn({ err: error, refund: id }, "failed to process a refund; it is retried in a minute");
    });
  }
}

/**
 * Sends a refund, or requests its status: to the provider both are the same order under the refund's own id, so that a crash between
 * two steps refunds nothing twice.
 */
export async function followRefund(needs: RefundNeeds, cascade: Pick<ProviderCascade, "get">, id: Uuid): Promise<void> {
  const { host } = needs;
  if (needs.mayPay?.() === false) return;
  const row = await host.db.tx(async tx => {
    const locked = await lockRefund(tx, id);
    if (locked?.status === refundStatus.processing) return locked;
    if (locked?.status !== refundStatus.pending || (await isSuspended(tx, locked.provider))) return undefined;
    if ((await openDebts(tx, locked.playerId)).length > 0) {
      // Owed since it was approved: the money returns to the balance, which repays it.
      await releaseToBalance(needs, tx, locked);
      return undefined;
    }
    await setRefundStatus(tx, id, refundStatus.processing, new Date(host.clock.now()));
    return locked;
  });
  if (!row) return;
  host.failpoints.hit("payments.refund.claimed");
  const { amount, currency, paymentId } = row;
  const { provider } = required(cascade.get(row.provider), "the provider of a refund is not configured");
  const response = await noteCall(
    host,
    { subject: id, action: "refund", provider: row.provider },
    () => provider.refund({ id, paymentId, amount, currency }),
    ({ status }) => status,
  );
  host.failpoints.hit("payments.refund.sent");
  await host.db.tx(tx => bookRefundEnd(needs, tx, row.provider, response));
}

/** A provider's report about a refund, by a message or in a response; undefined if it is about something else. Books its end once. */
export async function bookRefundEnd(
  needs: RefundNeeds,
  tx: Tx,
  provider: string,
  response: ProviderRefund,
): Promise<"noted" | "ignored" | undefined> {
  const { host } = needs;
  const row = await lockRefund(tx, response.reference);
  if (!row) return undefined;
  if (row.provider !== provider || row.amount !== response.amount || row.currency !== response.currency) {
    host.log.error({ refund: row.id, provider }, "the provider's report does not match the refund that was ordered");
    return "ignored";
  }
  if (row.status !== refundStatus.processing || response.status === "processing") return "ignored";
  if (response.status === "paid") await leave(needs, tx, row, refundStatus.paid);
  else if (await isRecalled(tx, row.receiptId)) await leave(needs, tx, row, refundStatus.recalled);
  else await releaseToBalance(needs, tx, row);
  host.failpoints.hit("payments.refund.ended");
  return "noted";
}

/**
 * A bank recalls the payment: refunds that were not sent end, their money is the provider's with the rest of the payment. Returns what
 * has left the player by refunds; one that was sent ends by the provider's report.
 */
export async function endRecalledRefunds(needs: RefundNeeds, tx: Tx, receipt: Uuid): Promise<Micros> {
  const refunds = await lockRefundsOf(tx, receipt);
  for (const row of refunds)
    if (row.status === refundStatus.pending) await leave(needs, tx, row, refundStatus.recalled);
  return micros(refunds.reduce((sum, { amount }) => sum + amount, 0n));
}

const holdOf = ({ playerId, id }: Refund) => ({ owner: playerId, id });

/** The provider owes us that much less. */
async function leave(needs: RefundNeeds, tx: Tx, row: Refund, status: RefundStatus): Promise<void> {
  const posted = await needs.wallet.holds.post(tx, holdOf(row), depositsClearing(row.provider));
  invariant(posted, "a refund given back and paid");
  await end(needs, tx, row, status);
}

async function releaseToBalance(needs: RefundNeeds, tx: Tx, row: Refund): Promise<void> {
  invariant(await needs.wallet.holds.release(tx, holdOf(row)), "a refund paid and given back");
  await collectDebts({ ids: needs.host.ids, wallet: needs.wallet }, tx, row.playerId, row.currency);
  await end(needs, tx, row, refundStatus.declined);
}

async function end(needs: RefundNeeds, tx: Tx, row: Refund, status: RefundStatus): Promise<void> {
  await setRefundStatus(tx, row.id, status, new Date(needs.host.clock.now()));
  await publishRefund(needs, tx, row, status);
}

/** Publishes the new status of a refund. */
export async function publishRefund(
  { host, wallet }: Pick<RefundNeeds, "host" | "wallet">,
  tx: Tx,
  {
    id,
    playerId: player,
    invoiceId: invoice,
    currency,
    amount,
  }: Pick<Refund, "id" | "playerId" | "invoiceId" | "currency" | "amount">,
  status: RefundStatus,
): Promise<void> {
  wallet.publishPayment(tx, player, { id: invoice, status: invoiceStatus.paid });
  await host.bus.publish(tx, refundChanged, { player, refund: id, status, currency, amount });
}
