import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { uuidField } from "#kit/contract/fields.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Approvals, AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import { requestStale } from "#modules/approvals/shared/errors.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import { notAssignable, quarantineClosed } from "../shared/errors.ts";
import { type BookingNeeds, bookAssigned } from "./book-payment.ts";
import type { ProviderCascade } from "./provider-cascade.ts";
import { lockWaiting, type QuarantinedPayment, quarantinedPayment, quarantinedPayments } from "./quarantine-store.ts";
import type { Disposition } from "./receipt-store.ts";
import { bookBack, followReturnJob } from "./returns/follow-return.ts";
import { lockReturn, returnStatus, setReturnStatus, setSendAt } from "./returns/store.ts";
import { type InvoiceRow, invoiceById, lockInvoice } from "./store.ts";

const dayMs = 86_400_000;

/** Payments whose deposit is unknown, as operators see and decide them. The caller checks permissions and writes the audit log. */
export interface QuarantineOffice {
  list(which: Parameters<typeof quarantinedPayments>[1]): Promise<readonly QuarantinedPayment[]>;
  /** Sends it back now. Fails with `not_found`, `quarantine_closed`. */
  returnNow(tx: Tx, id: Uuid): Promise<QuarantinedPayment>;
  /** Sends it back so many days from now at the earliest. Fails with `not_found`, `quarantine_closed`. */
  hold(tx: Tx, id: Uuid, days: number): Promise<{ readonly payment: QuarantinedPayment; readonly until: Date }>;
  /** The payment and the deposit that it may be assigned to. Fails with `not_found`, `quarantine_closed`, `payment_not_assignable`. */
  assignable(on: Queryable, id: Uuid, invoice: Uuid): Promise<{ payment: QuarantinedPayment; deposit: InvoiceRow }>;
  /** Credits it as a payment of this deposit. Fails as `assignable` does, and with `request_stale` once it is being sent back. */
  assign(
    tx: Tx,
    id: Uuid,
    invoice: Uuid,
  ): Promise<{ readonly payment: QuarantinedPayment; readonly booked: Disposition }>;
}

export function quarantineOffice(needs: BookingNeeds, cascade: Pick<ProviderCascade, "get">): QuarantineOffice {
  const { host } = needs;

  async function waiting(tx: Tx, id: Uuid) {
    const payment = (await quarantinedPayment(tx, id)) ?? fail(notFound);
    return { payment, back: (await lockWaiting(tx, id)) ?? fail(quarantineClosed) };
  }

  async function assignable(on: Queryable, id: Uuid, invoice: Uuid) {
    const payment = (await quarantinedPayment(on, id)) ?? fail(notFound);
    if (payment.player !== null || payment.back?.status !== returnStatus.pending) fail(quarantineClosed);
    const deposit = (await invoiceById(on, invoice)) ?? fail(notFound);
    const isSame = deposit.provider === payment.provider && deposit.currency === payment.currency;
    // Coins are compared with the chain, transfer by transfer.
    if (!isSame || !cascade.get(payment.provider)) fail(notAssignable);
    return { payment, deposit };
  }

  return {
    list: which => quarantinedPayments(host.db, which),
    async returnNow(tx, id) {
      const { payment, back } = await waiting(tx, id);
      const now = new Date(host.clock.now());
      await setSendAt(tx, back.id, now);
      await enqueue(tx, followReturnJob, { id: back.id }, { runAt: now });
      return payment;
    },
    async hold(tx, id, days) {
      const { payment, back } = await waiting(tx, id);
      const until = new Date(host.clock.now() + days * dayMs);
      await setSendAt(tx, back.id, until);
      await enqueue(tx, followReturnJob, { id: back.id }, { runAt: until });
      return { payment, until };
    },
    assignable,
    async assign(tx, id, invoice) {
      // The lock order of a payment that arrives: the deposit, then the receipt and its return.
      const deposit = (await lockInvoice(tx, invoice)) ?? fail(notFound);
      const back = (await lockWaiting(tx, id)) ?? fail(requestStale);
      const { payment } = await assignable(tx, id, invoice);
      await setReturnStatus(tx, back.id, returnStatus.assigned, new Date(host.clock.now()));
      await bookBack(needs, tx, required(await lockReturn(tx, back.id), "locked above"));
      const { provider, paymentId, amount, currency } = payment;
      const reported = { provider, reference: invoice, hash: deposit.providerHash ?? "" };
      const booked = await bookAssigned(
        needs,
        tx,
        id,
        { ...reported, payment: { id: paymentId, amount, currency } },
        deposit,
      );
      if (booked === "repeated") fail(requestStale);
      return { payment, booked };
    },
  };
}

export const assignRequest = "payment.assign";
const assignPayload = z.object({
  payment: uuidField,
  invoice: uuidField,
  player: uuidField,
  provider: z.string(),
  amount: z.string(),
  currency: z.string(),
});

/** What the version of a request is: a payment that was sent back, held or assigned meanwhile has another one. */
const versionOf = ({ back }: QuarantinedPayment) => (back ? `${back.id} ${back.status}` : "");

/** Requests the assignment. Fails as `assignable` does. */
export async function askAssign(
  { approvals, quarantine }: { readonly approvals: Pick<Approvals, "ask">; readonly quarantine: QuarantineOffice },
  tx: Tx,
  { id, invoice, reason }: { readonly id: Uuid; readonly invoice: Uuid; readonly reason: string },
  by: Asker,
): Promise<AskedRequest> {
  const { payment, deposit } = await quarantine.assignable(tx, id, invoice);
  const payload = {
    payment: id,
    invoice,
    player: deposit.playerId,
    provider: payment.provider,
    amount: formatAmount(payment.amount),
    currency: payment.currency,
  };
  return approvals.ask(tx, { kind: assignRequest, subject: `player:${deposit.playerId}`, payload, reason }, by);
}

export function registerAssignments({
  approvals,
  audit,
  quarantine,
}: {
  readonly approvals: Pick<Approvals, "register">;
  readonly audit: Pick<Audit, "record">;
  readonly quarantine: QuarantineOffice;
}): void {
  approvals.register({
    kind: assignRequest,
    permission: "corrections.approve",
    reads: "payments.read",
    needs: 1,
    async versionOf(db, request) {
      const payment = await quarantinedPayment(db, z.parse(assignPayload, request.payload).payment as Uuid);
      return payment ? versionOf(payment) : "";
    },
    async run(tx, request, by) {
      const { payment, invoice } = z.parse(assignPayload, request.payload);
      const { booked } = await quarantine.assign(tx, payment as Uuid, invoice as Uuid);
      await audit.record(tx, by, {
        action: "payment.assign",
        subject: request.subject,
        reason: request.reason,
        after: { payment, invoice, booked, request: request.id, asked_by: request.askedName },
      });
    },
  });
}
