import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type DepositMethod, depositMethods } from "../shared/methods.ts";
import { methodsOff, newestInvoices, type SeenInvoice, switchMethod } from "./method-store.ts";
import { countWaitingPayouts, type QueuedPayout, queuedPayouts } from "./payouts/approval-store.ts";
import { approvePayout, type Decider, declinePayout } from "./payouts/approve-payout.ts";
import type { PayoutNeeds } from "./payouts/request-payout.ts";

/** Payments as people of the house see them, and what they decide. Who may is decided before, and written down, by the caller. */
export interface PaymentDesk {
  /** Payouts that wait for people, the oldest first; with `waitingOnly` false all, the newest first. */
  payouts(which: { waitingOnly: boolean; player?: PlayerId; limit: number }): Promise<readonly QueuedPayout[]>;
  waitingPayouts(): Promise<number>;
  approve(tx: Tx, id: Uuid, decider: Decider): ReturnType<typeof approvePayout>;
  decline(tx: Tx, id: Uuid): ReturnType<typeof declinePayout>;
  deposits(player: PlayerId | null, limit: number): Promise<readonly SeenInvoice[]>;
  methods(): Promise<readonly (DepositMethod & { readonly on: boolean })[]>;
  /** Offers a method or stops offering it; open invoices go on. False when nothing changed. Fails with `not_found`. */
  switchMethod(tx: Tx, hash: string, on: boolean): Promise<boolean>;
}

export function paymentDesk(needs: PayoutNeeds): PaymentDesk {
  const { host } = needs;
  return {
    payouts: ({ waitingOnly, player = null, limit }) =>
      queuedPayouts(host.db, { waitingOnly, player, id: null, limit }),
    waitingPayouts: () => countWaitingPayouts(host.db),
    approve: (tx, id, decider) => approvePayout(needs, tx, id, decider),
    decline: (tx, id) => declinePayout(needs, tx, id),
    deposits: (player, limit) => newestInvoices(host.db, player, limit),
    async methods() {
      const off = await methodsOff(host.db);
      return depositMethods.map(method => ({ ...method, on: !off.has(method.hash) }));
    },
    async switchMethod(tx, hash, on) {
      if (!depositMethods.some(method => method.hash === hash)) fail(notFound);
      return switchMethod(tx, hash, on, new Date(host.clock.now()));
    },
  };
}
