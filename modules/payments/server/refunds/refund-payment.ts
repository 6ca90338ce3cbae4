import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import { formatAmount, type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Approvals, AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import { openDebts } from "#modules/debts/server/index.ts";
import { payoutsClearing } from "#modules/ledger/shared/chart.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import { debtOpen, paymentNotRefundable, refundTooLarge } from "../../shared/errors.ts";
import { refundStatus } from "../../shared/refunds.ts";
import { collectDebt } from "../chargebacks/charge-back.ts";
import { runPayoutChecks } from "../payouts/payout-checks.ts";
import type { ProviderCascade } from "../provider-cascade.ts";
import { followRefundJob, publishRefund, type RefundNeeds } from "./follow-refund.ts";
import { type CreditedPayment, creditedPaymentOf, creditedPaymentsOf, insertRefund, lockPayment } from "./store.ts";

/** Refunds of deposits as operators see and decide them. The caller checks permissions and writes the audit log. */
export interface RefundOffice {
  /** The credited payments of a deposit, and what can be refunded of each. */
  paymentsOf(invoice: Uuid): Promise<readonly RefundablePayment[]>;
  /** Fails with `not_found`, `payment_not_refundable`, `refund_too_large`. */
  refundable(on: Queryable, receipt: Uuid, amount: Micros): Promise<CreditedPayment>;
  /**
   * Takes the amount from the player and orders the refund. Fails as `refundable` does, with the objections of payout checks, and with
   * `debt_open`, `insufficient_funds`.
   */
  refund(tx: Tx, order: { readonly receipt: Uuid; readonly amount: Micros; readonly request: Uuid }): Promise<Uuid>;
}

export interface RefundablePayment extends CreditedPayment {
  /** Nothing of a payment that its bank recalled, or that came by a coin. */
  readonly left: Micros;
}

const refundKinds = { held: "refund_request", posted: "refund_sent", released: "refund_cancelled" } as const;

export function refundOffice(needs: RefundNeeds, cascade: Pick<ProviderCascade, "get">): RefundOffice {
  const { host, wallet } = needs;
  const left = (payment: CreditedPayment) =>
    payment.isRecalled || !cascade.get(payment.provider) ? micros(0n) : micros(payment.credited - payment.refunded);

  async function refundable(on: Queryable, receipt: Uuid, amount: Micros) {
    const payment = (await creditedPaymentOf(on, receipt)) ?? fail(notFound);
    // The transfer of a coin has no refund.
    if (payment.isRecalled || !cascade.get(payment.provider)) fail(paymentNotRefundable);
    if (amount > left(payment)) fail(refundTooLarge, { data: { left: formatAmount(left(payment)) } });
    return payment;
  }

  return {
    async paymentsOf(invoice) {
      const payments = await creditedPaymentsOf(host.db, invoice);
      return payments.map(payment => Object.assign(payment, { left: left(payment) }));
    },
    refundable,
    async refund(tx, { receipt, amount, request }) {
      await lockPayment(tx, receipt);
      const payment = await refundable(tx, receipt, amount);
      const { playerId: owner, currency } = payment;
      await runPayoutChecks(needs.checks ?? [], tx, { player: owner, currency, amount, giveUpBonuses: [] });
      await collectDebt(needs, tx, owner, currency);
      // Also a debt in another currency, as for a payout.
      const debts = await openDebts(tx, owner);
      const debt = debts.find(each => each.currency === currency) ?? debts[0];
      if (debt) fail(debtOpen, { data: { owed: formatAmount(debt.owed), currency: debt.currency, cause: debt.cause } });
      const id = host.ids.next();
      const now = new Date(host.clock.now());
      await insertRefund(tx, { id, payment, amount, request, now });
      const account = payoutsClearing(payment.provider);
      // No expiry: money that may have been sent is not released automatically.
      const hold = { id, owner, currency, amount, account, kinds: refundKinds, expiresAt: null };
      const answer = await wallet.holds.hold(tx, hold);
      if (answer.kind === "refused") fail(insufficientFunds, { data: { balance: formatAmount(answer.balance) } });
      await enqueue(tx, followRefundJob, { id }, { runAt: now });
      const row = { id, playerId: owner, invoiceId: payment.invoiceId, currency, amount };
      await publishRefund(needs, tx, row, refundStatus.pending);
      host.failpoints.hit("payments.refund.ordered");
      return id;
    },
  };
}

export const refundRequest = "deposit.refund";
const refundPayload = z.object({
  payment: uuidField,
  invoice: uuidField,
  player: uuidField,
  provider: z.string(),
  amount: z.string(),
  currency: z.string(),
});

/** What the version of a request is: after another refund of the payment, or its recall, it is another one. */
const versionOf = ({ credited, refunded, isRecalled }: CreditedPayment) =>
  `${formatAmount(credited)} ${formatAmount(refunded)} ${isRecalled}`;

/** Requests the refund. Fails as `refundable` does. */
export async function askRefund(
  { approvals, refunds }: { readonly approvals: Pick<Approvals, "ask">; readonly refunds: RefundOffice },
  tx: Tx,
  { receipt, amount, reason }: { readonly receipt: Uuid; readonly amount: Micros; readonly reason: string },
  by: Asker,
): Promise<AskedRequest & { readonly payment: CreditedPayment }> {
  const payment = await refunds.refundable(tx, receipt, amount);
  const payload = {
    payment: receipt,
    invoice: payment.invoiceId,
    player: payment.playerId,
    provider: payment.provider,
    amount: formatAmount(amount),
    currency: payment.currency,
  };
  const asked = await approvals.ask(
    tx,
    { kind: refundRequest, subject: `player:${payment.playerId}`, payload, reason },
    by,
  );
  return Object.assign(asked, { payment });
}

export function registerRefunds({
  approvals,
  audit,
  refunds,
}: {
  readonly approvals: Pick<Approvals, "register">;
  readonly audit: Pick<Audit, "record">;
  readonly refunds: RefundOffice;
}): void {
  approvals.register({
    kind: refundRequest,
    permission: "corrections.approve",
    reads: "payments.read",
    needs: 1,
    async versionOf(db, request) {
      const payment = await creditedPaymentOf(db, z.parse(refundPayload, request.payload).payment as Uuid);
      return payment ? versionOf(payment) : "";
    },
    async run(tx, request, by) {
      const { payment, invoice, amount, currency } = z.parse(refundPayload, request.payload);
      const order = { receipt: payment as Uuid, amount: micros(parseDecimal(amount)), request: request.id };
      const refund = await refunds.refund(tx, order);
      await audit.record(tx, by, {
        action: "deposit.refund",
        subject: request.subject,
        reason: request.reason,
        after: { refund, payment, invoice, amount, currency, request: request.id, asked_by: request.askedName },
      });
    },
  });
}
