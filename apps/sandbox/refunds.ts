import { randomUUID } from "node:crypto";
import type { Clock } from "#kit/host/host.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Messenger } from "./messenger.ts";
import type { Refund, State } from "./state.ts";

const bankMs = 2_000;

export type RefundOrder = Pick<Refund, "reference" | "payment" | "amount" | "currency">;

/** Refunds to the instrument of the payment. */
export interface Refunds {
  /** The same reference is the same refund; undefined for an unknown payment, or more than its remainder. */
  order(order: RefundOrder): Refund | undefined;
  /** Resumes refunds that a former run had not ended. */
  resume(): void;
}

export function createRefunds(options: { clock: Clock; state: State; messenger: Messenger }): Refunds {
  const { clock, state, messenger } = options;

  function endSoon(refund: Refund): void {
    clock.after(bankMs, () => {
      if (refund.status !== "processing") return;
      refund.status = "paid";
      const { reference, amount, currency, status } = refund;
      const event_id = randomUUID();
      const body = JSON.stringify({ event_id, type: "refund.ended", refund: { reference, amount, currency, status } });
      const message = { id: event_id, type: "refund.ended" as const, body, delivered: false, tries: 0, answer: "" };
      refund.messages.push(message);
      state.save();
      messenger.send(message);
    });
  }

  /** The part of a payment that is not refunded yet; undefined if there is no such payment. */
  function left({ payment, currency }: RefundOrder): bigint | undefined {
    const payments = [...state.invoices.values()].flatMap(invoice => invoice.payments);
    const paid = payments.find(each => each.id === payment && each.currency === currency);
    if (!paid) return undefined;
    let sum: bigint = parseDecimal(paid.amount);
    for (const each of state.refunds.values()) if (each.payment === payment) sum -= parseDecimal(each.amount);
    return sum;
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
