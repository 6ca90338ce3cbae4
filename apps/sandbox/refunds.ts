import { randomUUID } from "node:crypto";
import type { Clock } from "#kit/host/host.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Messenger } from "./messenger.ts";
import type { Payment, Refund, State } from "./state.ts";

const bankMs = 2_000;
/** The bank declines refunds to cards whose token ends with this, as it declines payouts to them. */
const declinedSuffix = "_0002";

export type RefundOrder = Pick<Refund, "reference" | "payment" | "amount" | "currency">;

/** Refunds to the instrument of the payment. */
export interface Refunds {
  /** The same reference is the same refund; undefined for an unknown or recalled payment, or more than its remainder. */
  order(order: RefundOrder): Refund | undefined;
  /** Resumes refunds that a former run had not ended. */
  resume(): void;
}

export function createRefunds(options: { clock: Clock; state: State; messenger: Messenger }): Refunds {
  const { clock, state, messenger } = options;

  function endSoon(refund: Refund): void {
    clock.after(bankMs, () => {
      if (refund.status !== "processing") return;
      const payment = paymentOf(refund);
      const isDeclined = payment?.isRecalled === true || payment?.instrument.token.endsWith(declinedSuffix) === true;
      refund.status = isDeclined ? "declined" : "paid";
      const { reference, amount, currency, status } = refund;
      const event_id = randomUUID();
      const body = JSON.stringify({ event_id, type: "refund.ended", refund: { reference, amount, currency, status } });
      const message = { id: event_id, type: "refund.ended" as const, body, delivered: false, tries: 0, answer: "" };
      refund.messages.push(message);
      state.save();
      messenger.send(message);
    });
  }

  function paymentOf({ payment, currency }: Pick<RefundOrder, "payment" | "currency">): Payment | undefined {
    const payments = [...state.invoices.values()].flatMap(invoice => invoice.payments);
    return payments.find(each => each.id === payment && each.currency === currency);
  }

  /** The part of a payment that is not refunded yet; undefined if there is no such payment, or its bank has taken it back. */
  function left(order: RefundOrder): bigint | undefined {
    const paid = paymentOf(order);
    if (!paid || paid.isRecalled === true) return undefined;
    const counts = ({ payment, status }: Refund) => payment === paid.id && status !== "declined";
    return [...state.refunds.values()]
      .filter(counts)
      .reduce((sum, { amount }) => sum - parseDecimal(amount), parseDecimal(paid.amount) as bigint);
  }

  return {
    order(order) {
      const known = state.refunds.get(order.reference);
      if (known) {
        const same =
          known.payment === order.payment && known.amount === order.amount && known.currency === order.currency;
        return same ? known : undefined;
      }
      if ((left(order) ?? -1n) < parseDecimal(order.amount)) return undefined;
      const createdAt = new Date(clock.now()).toISOString();
      const refund: Refund = { ...order, createdAt, status: "processing", messages: [] };
      state.refunds.set(order.reference, refund);
      state.save();
      endSoon(refund);
      return refund;
    },
    resume() {
      for (const refund of state.refunds.values()) endSoon(refund);
    },
  };
}
