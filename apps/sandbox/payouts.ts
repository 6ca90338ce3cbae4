import { randomUUID } from "node:crypto";
import type { Clock } from "#kit/host/host.ts";
import type { Messenger } from "./messenger.ts";
import type { Payout, State } from "./state.ts";

/** How long the bank takes to process a payout. */
const bankMs = 2_000;
/** The bank declines payouts to cards whose token ends with this. */
const declinedSuffix = "_0002";

export type PayoutOrder = Pick<Payout, "reference" | "token" | "amount" | "currency">;

/** The provider's payouts: money that merchants pay out to their customers. */
export interface Payouts {
  /** Returns the existing payout for a known reference; undefined if it was used with another sum, currency or card. */
  create(order: PayoutOrder): Payout | undefined;
  find(reference: string): Payout | undefined;
  /** Ends a payout in progress and notifies the merchant. */
  end(payout: Payout, status: "paid" | "declined"): void;
  /** While on hold, payouts wait for a manual decision. */
  hold(held: boolean): void;
  readonly isHolding: boolean;
  /** Resumes payouts that were in progress when the process ended. */
  resume(): void;
}

export function createPayouts(options: { clock: Clock; state: State; messenger: Messenger }): Payouts {
  const { clock, state, messenger } = options;
  let isHolding = false;

  function end(payout: Payout, status: "paid" | "declined"): void {
    if (payout.status !== "processing") return;
    payout.status = status;
    const { reference, amount, currency } = payout;
    const event_id = randomUUID();
    const facts = { event_id, type: "payout.ended" as const, payout: { reference, amount, currency, status } };
    const message = {
      id: event_id,
      type: facts.type,
      body: JSON.stringify(facts),
      delivered: false,
      tries: 0,
      answer: "",
    };
    payout.messages.push(message);
    state.save();
    messenger.send(message);
  }

  function endSoon(payout: Payout): void {
    clock.after(bankMs, () => {
      if (!isHolding) end(payout, payout.token.endsWith(declinedSuffix) ? "declined" : "paid");
    });
  }

  return {
    create(order) {
      const known = state.payouts.get(order.reference);
      if (known) {
        const same = known.token === order.token && known.amount === order.amount && known.currency === order.currency;
        return same ? known : undefined;
      }
      const createdAt = new Date(clock.now()).toISOString();
      const payout: Payout = { ...order, createdAt, status: "processing", messages: [] };
      state.payouts.set(order.reference, payout);
      state.save();
      endSoon(payout);
      return payout;
    },
    find: reference => state.payouts.get(reference),
    end,
    hold(held) {
      isHolding = held;
      if (!held) this.resume();
    },
    get isHolding() {
      return isHolding;
    },
    resume() {
      for (const payout of state.payouts.values()) if (payout.status === "processing") endSoon(payout);
    },
  };
}
